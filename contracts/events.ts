import { accountEvents, sessionEvents } from './accounts.ts';
import { catalogueEvents } from './catalogues.ts';
import { commentEvents } from './comments.ts';
import { diagnosisEvents } from './diagnoses.ts';
import { erasureEvents } from './erasures.ts';
import type { EventContract } from './event.ts';
import { examinationTemplateEvents } from './examination-templates.ts';
import { examinationEvents } from './examinations.ts';
import { graphVisualsEvents } from './graph-visuals.ts';
import { intakeEvents } from './intakes.ts';
import { labParameterEvents } from './lab-parameters.ts';
import { labResultEvents } from './lab-results.ts';
import { measurementParameterEvents } from './measurement-parameters.ts';
import { organizationEvents } from './organizations.ts';
import { patientEvents } from './patients.ts';
import { recordLookEvents } from './record-looks.ts';
import { reportEvents } from './reports.ts';
import { reservationEvents } from './reservations.ts';

/** Every event type there is, by the slice whose screens it touches (the slice that notices name). */
export const eventsBySlice = {
  accounts: [...accountEvents, ...sessionEvents],
  reservations: reservationEvents,
  organizations: organizationEvents,
  patients: [...patientEvents, ...erasureEvents],
  'lab-parameters': labParameterEvents,
  'lab-results': labResultEvents,
  reports: reportEvents,
  'graph-visuals': graphVisualsEvents,
  'record-looks': recordLookEvents,
  diagnoses: diagnosisEvents,
  intakes: intakeEvents,
  comments: commentEvents,
  'measurement-parameters': measurementParameterEvents,
  'examination-templates': examinationTemplateEvents,
  examinations: examinationEvents,
  catalogues: catalogueEvents,
} as const satisfies Record<string, readonly EventContract[]>;

/** Every type of event there is, with its schema and what of it is sealed. */
export const eventContracts: ReadonlyMap<string, EventContract> = new Map(
  Object.values(eventsBySlice)
    .flat()
    .map((contract) => [contract.type, contract]),
);

/** The slice that a type of event belongs to: what notices name. */
export const sliceOfEvent: ReadonlyMap<string, string> = new Map(
  Object.entries(eventsBySlice).flatMap(([slice, contracts]) => contracts.map(({ type }) => [type, slice])),
);
