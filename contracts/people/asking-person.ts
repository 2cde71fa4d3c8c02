import { z } from 'zod';
import { Id } from '../wire/primitives.ts';
import { Sex } from './patients.ts';

/**
 * A clinic's choice as it accepts a person who asked to be connected (ruling 43). `create_patient: true` adds a record of the person and connects
 * it; `patient_id` names a patient of the clinic: the record that the account was connected with before is restored, the code of another one is
 * mailed to the account; `create_patient: false` connects no record. Without any of them the former record is restored.
 */
export const Acceptance = z
  .object({ create_patient: z.boolean().optional(), patient_id: Id.optional() })
  .refine(({ create_patient, patient_id }) => create_patient === undefined || patient_id === undefined, {
    path: ['patient_id'],
    message: 'Name a patient, or say create_patient, not both',
  });
export type Acceptance = z.infer<typeof Acceptance>;

/** A person who asks a clinic to be connected, for the doctor who decides: as the owner of the account typed it. */
export const AskingPerson = z.object({
  first_name: z.string(),
  middle_name: z.string().optional(),
  last_name: z.string(),
  name_suffix: z.string().optional(),
  username: z.string(),
  /** Left out, like the birth date, for an account that its owner did not sign up for: no record can be made of it. */
  sex: Sex.optional(),
  /** Local, `YYYY-MM-DDTHH:mm:ss`. */
  date_of_birth: z.string().optional(),
  /** The clinic's record that the account was connected with last: accepting restores it. */
  restores: Id.optional(),
  /** The patient of the clinic who has the social security number that the owner of the account typed. */
  same_number: Id.optional(),
});
export type AskingPerson = z.infer<typeof AskingPerson>;
