import { z } from 'zod';
import { command } from '../wire/command.ts';
import { event, type EventOf } from '../wire/event.ts';
import { messages } from '../rules/messages.ts';
import { Id, Instant, isPlain, Version } from '../wire/primitives.ts';

/** What a template is for: measuring at a visit, by office parameters, or entering lab results, by lab parameters. Stored for the latter alone. */
export const TemplateKind = z.enum(['examination', 'lab']);
export type TemplateKind = z.infer<typeof TemplateKind>;

/** The templates that rows of an entry were added by: what is used most comes first. */
export const TemplatesUsed = z.array(Id).max(20).optional();

/** The private template that every examination submit saves; the name is nobody else's to give. */
export const LAST_USED = 'LastUsed';

const MOST_PARAMETERS = 200;

const Name = z
  .string({ error: ({ input }) => (input === undefined || input === null ? messages.required : messages.format) })
  .trim()
  .min(1, messages.required)
  .max(200)
  .refine(isPlain, messages.format)
  .refine((name) => name !== LAST_USED, `'${LAST_USED}' is the name of what was used last`);

const ParameterIds = z
  .array(Id, messages.parameters)
  .min(1, messages.parameters)
  .max(MOST_PARAMETERS, `At most ${MOST_PARAMETERS} parameters fit into one template`)
  .transform((ids) => [...new Set(ids)]);

const content = { name: Name, parameter_ids: ParameterIds };

/** The documents' second way to say name and parameters. */
const TemplateDefinition = z.object({ name: Name.optional(), parameter_ids: ParameterIds.optional() });

/**
 * The payload of 'Add New' and of 'New group name'. A public template serves everybody (of the clinic, or everywhere where a super user made
 * it); a private one serves the forms of one patient. Its parameters are office parameters, or lab parameters where its kind is 'lab'.
 */
export const NewExaminationTemplate = z
  .object({
    name: z.unknown().optional(),
    parameter_ids: z.unknown().optional(),
    template_definition: TemplateDefinition.optional(),
    kind: TemplateKind.default('examination'),
    is_public: z.boolean().default(true),
    patient_id: Id.nullish(),
  })
  .transform(({ template_definition, name, parameter_ids, ...rest }) => ({
    ...rest,
    name: name ?? template_definition?.name,
    parameter_ids: parameter_ids ?? template_definition?.parameter_ids,
  }))
  .pipe(
    z
      .object({ ...content, kind: TemplateKind, is_public: z.boolean(), patient_id: Id.nullish() })
      .refine(({ is_public, patient_id }) => is_public || patient_id, { error: messages.required, path: ['patient_id'] })
      .refine(({ is_public, patient_id }) => !is_public || !patient_id, {
        error: 'A public template belongs to no patient',
        path: ['patient_id'],
      }),
  );
export type NewExaminationTemplate = z.infer<typeof NewExaminationTemplate>;

/** The payload of 'Update'. */
export const ExaminationTemplateUpdate = z.object({ ...content, version: Version.optional() });
export type ExaminationTemplateUpdate = z.infer<typeof ExaminationTemplateUpdate>;

const whole = { template_id: Id, name: z.string(), parameter_ids: z.array(Id) };

export const ExaminationTemplateCommand = z.discriminatedUnion('type', [
  command('CreateTemplate', { template_id: Id, kind: TemplateKind.default('examination'), ...content }),
  command('CreatePatientTemplate', { template_id: Id, kind: TemplateKind.default('examination'), patient_id: Id, ...content }),
  command('UpdateTemplate', { template_id: Id, version: Version.optional(), ...content }),
  command('RemoveTemplate', { template_id: Id, version: Version.optional() }),
  /** What a person entered last for a patient. */
  command('SaveLastUsed', { template_id: Id, patient_id: Id, owner_id: Id, parameter_ids: z.array(Id), entered_at: Instant }),
]);
export type ExaminationTemplateCommand = z.infer<typeof ExaminationTemplateCommand>;

/** Missing where it is for examinations. */
const ofKind = { kind: TemplateKind.optional() };
/** `entered_at`: of a 'LastUsed', when that was entered which it follows. */
const ofPatient = { ...whole, patient_id: Id, owner_id: Id.optional(), entered_at: Instant.optional() };
const sealing = { open: ['template_id', 'patient_id', 'owner_id', 'kind'], by: 'patient', id: 'patient_id' } as const;

/** Each event holds the whole template. Public ones are a curated catalogue and open; what is about one patient is sealed with its record. */
export const examinationTemplateEvents = [
  event('TemplateCreated', { ...whole, ...ofKind }, { open: 'all' }),
  event('TemplateUpdated', whole, { open: 'all' }),
  event('TemplateRemoved', { template_id: Id }, { open: 'all' }),
  event('PatientTemplateCreated', { ...ofPatient, ...ofKind }, sealing),
  event('PatientTemplateUpdated', ofPatient, { ...sealing, open: ['template_id', 'patient_id', 'owner_id'] }),
] as const;
export type ExaminationTemplateEvent = EventOf<(typeof examinationTemplateEvents)[number]>;

/** A template as lists and pickers show it. */
export const ExaminationTemplateView = z.object({
  id: Id,
  kind: TemplateKind,
  name: z.string(),
  is_public: z.boolean(),
  /** The patient whose forms it serves; null for a public one. */
  patient_id: Id.nullable(),
  /** The clinic it belongs to; null where it serves everywhere. */
  organization_id: Id.nullable(),
  /** Whose 'LastUsed' it is. */
  owner_id: Id.nullable(),
  parameter_ids: z.array(Id),
  /** Present names, in the template's order; what can no longer be chosen is left out. */
  parameters: z.array(z.object({ id: Id, name: z.string() })),
  /** Whether who asks may change it. */
  editable: z.boolean(),
  last_modified_at: z.string(),
  version: Version,
});
export type ExaminationTemplateView = z.infer<typeof ExaminationTemplateView>;
