import { z } from 'zod';

export const WEB_VERSION = '2.9.2';

/** Environments on the wire; 'prod' shows no bar. */
export const Environment = z.enum(['local', 'development', 'stage', 'prod']);
export type Environment = z.infer<typeof Environment>;

/** Answer of GET /api/configuration/read, public. */
export const Configuration = z.object({
  environment: Environment,
  versions: z.object({ application: z.string(), web: z.string() }),
  /** To who opened the address that the start printed, while the first administrator's password counts: nothing exists but the demonstration. */
  sign_in_prefill: z.object({ username: z.string(), password: z.string() }).optional(),
  /** To everybody else meanwhile: passwords that come with the program count only in a browser that opened that address. */
  needs_local_address: z.literal(true).optional(),
});
export type Configuration = z.infer<typeof Configuration>;

/** Choices that forms offer; served by GET /api/configuration/<name>. */
export const choices = {
  frequencies: ['Day', 'Week', 'Month'],
  entry_types: ['Intake', 'Examination', 'LabResult', 'Diagnosis', 'Questionnaire'],
  user_roles: ['SuperUser', 'OrganizationAdmin', 'Doctor', 'Assistant', 'Patient'],
  patient_sorting_options: ['None', 'FirstName', 'LastName', 'DateOfBirth', 'DateRegistered'],
} as const;
