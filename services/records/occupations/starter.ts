import { v5 } from 'uuid';
import type { OccupationCommand } from '#contracts/catalogues/occupations';

const SPACE = '6c5a1c64-8c19-4d07-9c2b-4e5fd1b6f0a3';

/** The stream of the list. */
export const OCCUPATIONS = `occupations-${SPACE}`;

const names = [
  ...['Allergist', 'Anesthesiologist', 'Cardiologist', 'Chiropractor', 'Dentist', 'Dermatologist', 'Dietitian', 'Emergency physician'],
  ...['Endocrinologist', 'Family physician', 'Gastroenterologist', 'Geriatrician', 'Gynecologist', 'Hematologist', 'Hepatologist'],
  ...['Infectious disease specialist', 'Internist', 'Laboratory technician', 'Medical assistant', 'Midwife', 'Nephrologist'],
  ...['Neurologist', 'Nurse', 'Nurse practitioner', 'Occupational therapist', 'Oncologist', 'Ophthalmologist', 'Orthopedist'],
  ...['Otolaryngologist', 'Pathologist', 'Pediatrician', 'Pharmacist', 'Physical therapist', 'Physician assistant', 'Practice manager'],
  ...[
    'Psychiatrist',
    'Psychologist',
    'Pulmonologist',
    'Radiologist',
    'Receptionist',
    'Rheumatologist',
    'Social worker',
    'Surgeon',
    'Urologist',
  ],
];

/** The occupations that an installation begins with; twice is harmless. */
export const starterOccupations = (): OccupationCommand[] =>
  names.map((name) => {
    const occupation_id = v5(name, SPACE);
    return { type: 'AddOccupation', command_id: v5('add', occupation_id), data: { occupation_id, name } };
  });
