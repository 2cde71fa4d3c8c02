import type { AcceptedDoubt } from '#contracts/items/accepted-doubts';
import { intakeWarnings, type IntakeWarning, type WarnedForm } from '#contracts/treatments/intake-warnings';
import type { Medication } from '#contracts/treatments/intakes';
import type { PatientView } from '#contracts/people/patients';
import { type Birth, birthOf } from '#contracts/wire/birth';
import { todayIn } from '#web/lib/dates.ts';
import { askedOf, type ItemWarning } from '#web/record/form/use-item-form.ts';
import { type IntakeContent, regimenOf, type TypedChange } from './intake-content.ts';
import { chosenReading, type TypedRegimen } from './typed-dose.ts';

type Person = Pick<PatientView, 'time_zone' | keyof Birth>;

const asked = (form: WarnedForm, { time_zone, ...birth }: Person): IntakeWarning[] =>
  intakeWarnings(form, { today: todayIn(time_zone), ...birthOf(birth) });

/** What is asked once before a change of dosage is saved. */
export const questionsAboutChange = (change: TypedChange, medication: Medication | null, patient: Person): ItemWarning[] =>
  asked({ ...regimenOf(change), medication, change_date: change.change_date }, patient).map((one) => askedOf(one));

/** What is asked once before a treatment is saved, of its first dosage and of each later one. */
export const questionsAbout = (content: IntakeContent, patient: Person): ItemWarning[] => [
  ...asked({ ...regimenOf(content), medication: content.medication, time_from: content.time_from }, patient).map((one) => askedOf(one)),
  ...content.changes.flatMap((change, index) =>
    questionsAboutChange(change, content.medication, patient).map(({ key, field: own, text, doubt }) => {
      const field = `dosage_changes.${index}.${own}`;
      return { key: `${index} ${key}`, field, text, doubt: { ...doubt, field } };
    }),
  ),
];

/** The readings of doses that were chosen where there were two. */
export const answersOf = ({ steps }: Pick<TypedRegimen, 'steps'>, at = ''): AcceptedDoubt[] =>
  steps
    .flatMap(({ doses }) => doses)
    .flatMap((dose, index): AcceptedDoubt[] => {
      const reading = chosenReading(dose);
      if (reading === undefined) return [];
      const text = `'${dose.typed ?? dose.dose}' was read as ${reading} ${dose.unit}`.trim();
      return [{ code: 'typed-number', field: `${at}dosages.${index}.dose`, text }];
    });
