import { typeOfName } from '#contracts/wire/coding';
import type { IntakeContent } from '#contracts/treatments/intakes';
import { intake } from '../records/intakes/intakes.decider.ts';
import { type ImportContext, type ImportedPatient, importedId, stateOf } from './context.ts';
import type { References } from './references.ts';
import type { MedicationAdministration } from './resources/medications.ts';
import type { Reference } from './resources/resource.ts';
import type { Found } from './unit.ts';

const isOfDose = ({ reference = '', type }: Reference, name = ''): boolean =>
  type === 'MedicationAdministration' ||
  typeOfName(name) === 'MedicationAdministration' ||
  /(?:^|\/)MedicationAdministration\//.test(reference);

/** What the order and the other doses that an administration names say of it. An order that this file does not have is as it was before. */
export const givenRelations = async (
  context: ImportContext,
  { patient_id }: ImportedPatient,
  found: Found,
  { request, partOf }: MedicationAdministration,
  references: References,
): Promise<Pick<IntakeContent, 'part_of_dose' | 'order_in_error'>> => {
  const order = references.find(request?.reference, found.resource);
  const before =
    request && !order ? await stateOf(context, intake, `intake-${importedId(context, `${patient_id} ${found.reference}`)}`) : undefined;
  const isInError = order
    ? order['status'] === 'entered-in-error'
    : before?.status === 'recorded' && before.content.order_in_error === true;
  return {
    ...(partOf.some((one) => isOfDose(one, references.nameOf(one.reference, found.reference))) ? { part_of_dose: true } : {}),
    ...(isInError ? { order_in_error: true } : {}),
  };
};
