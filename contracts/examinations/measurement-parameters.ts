import { z } from 'zod';
import { command } from '../wire/command.ts';
import { Decimal } from '../rules/decimals.ts';
import { event, type EventOf } from '../wire/event.ts';
import { type FormErrors, report } from '../wire/form-errors.ts';
import { messages } from '../rules/messages.ts';
import { Id, isPlain, Version } from '../wire/primitives.ts';

/**
 * How a measurement is put on the common axis (ruling 18). The divider is the upper limit of normal; Weight, Height and Bmi have formulas of
 * their own. Bmi is computed, nobody chooses it in a form.
 */
export const MeasurementNormalization = z.enum(['Arithmetic', 'Logarithmic', 'Weight', 'Height', 'Bmi', 'NoNormalization']);
export type MeasurementNormalization = z.infer<typeof MeasurementNormalization>;

/** What the form offers; 'no normalization' is its check box, Bmi is nobody's to choose. */
export const normalizationChoices = ['Arithmetic', 'Logarithmic', 'Weight', 'Height'] as const satisfies MeasurementNormalization[];

/** Types whose formula leaves no choice of a divider: it is locked at 1. */
export const locksDivider = (type: MeasurementNormalization): boolean => type === 'Weight' || type === 'Height' || type === 'Bmi';

/** 0 approved, 1 pending, as the documents number them. */
export const MeasurementState = z.union([z.literal(0), z.literal(1)]);
export type MeasurementState = z.infer<typeof MeasurementState>;

const line = (most: number) =>
  z
    .string({ error: ({ input }) => (input === undefined || input === null ? messages.required : messages.format) })
    .trim()
    .max(most)
    .refine(isPlain, messages.format);
const required = (most: number) => line(most).min(1, messages.required);

/** One of the choices a value is picked from: the number that is stored and the words beside it. */
export const Definition = z.object({
  /** Stable, so that what examinations use is known whatever its words become. */
  option_id: z.string().min(1).max(64),
  predefined_value: z
    .number({ error: ({ input }) => (input === undefined || input === null ? messages.required : messages.number) })
    .min(-1e12, messages.number)
    .max(1e12, messages.number),
  label_text: required(200),
});
export type Definition = z.infer<typeof Definition>;

/** What is usual, or possible, for asking once about a value far outside; never a judgement of normal and abnormal. */
const PlausibleRange = z.object({ min: Decimal.nullable(), max: Decimal.nullable() });
export type PlausibleRange = z.infer<typeof PlausibleRange>;

const MOST_DEFINITIONS = 100;

const fields = {
  name: required(200),
  /** 'Unit or # per interval': a UCUM unit such as 'mm[Hg]', or words such as 'cigarettes per day'; '' where there is none. */
  description: line(200).default(''),
  normalization_type: MeasurementNormalization.default('Arithmetic'),
  /** 'Upper limit of normal' in the unit of the description. */
  scale_divider: z
    .number({ error: ({ input }) => (input === undefined || input === null ? messages.required : messages.number) })
    .positive(messages.positive)
    .default(1),
  options_config: z.array(Definition).max(MOST_DEFINITIONS, `At most ${MOST_DEFINITIONS} definitions`).default([]),
};

/** What a form or a command may not say: two definitions with one id, one number or one label, and a type that is computed. */
export const measurementParameterErrors = (form: {
  normalization_type: MeasurementNormalization;
  options_config: readonly Definition[];
}): FormErrors => {
  const errors: FormErrors = {};
  const seen = new Set<string>();
  form.options_config.forEach(({ option_id, predefined_value, label_text }, index) => {
    for (const [field, value, text] of [
      ['option_id', option_id, 'Each definition needs an id of its own'],
      ['predefined_value', String(predefined_value), 'Another definition has this value'],
      ['label_text', label_text.toLowerCase(), 'Another definition has this label'],
    ] as const) {
      const key = `${field} ${value}`;
      if (seen.has(key)) errors[`options_config.${index}.${field}`] = [text];
      seen.add(key);
    }
  });
  return errors;
};

const checked = <S extends z.ZodType<{ normalization_type: MeasurementNormalization; options_config: Definition[] }>>(schema: S) =>
  schema.superRefine((form, context) => {
    const errors = measurementParameterErrors(form);
    if (form.normalization_type === 'Bmi') errors['normalization_type'] = ['Bmi is computed from weight and height'];
    report(errors, context);
  });

/** The payload of 'Add new' and of 'Suggest new'. */
export const NewMeasurementParameter = checked(z.object(fields));
export type NewMeasurementParameter = z.infer<typeof NewMeasurementParameter>;

/** The payload of 'Update', and of 'Approve' in the review of a pending one (`state: 0`). */
export const MeasurementParameterUpdate = checked(z.object({ ...fields, version: Version.optional(), state: MeasurementState.optional() }));
export type MeasurementParameterUpdate = z.infer<typeof MeasurementParameterUpdate>;

/** What only a list of parameters says about one. */
const listed = {
  /** LOINC code, where known: what FHIR and imported lists are matched by. */
  code: z.string().trim().max(40).optional(),
  aliases: z.array(required(200)).max(100).optional(),
  plausible: PlausibleRange.optional(),
  /** Where the row came from, e.g. the imported file's name. */
  source: z.string().trim().max(255).optional(),
};

export const MeasurementParameterCommand = z.discriminatedUnion('type', [
  command('AddMeasurementParameter', { parameter_id: Id, ...fields }),
  /** By the staff of a clinic: it waits for a super user. */
  command('SuggestMeasurementParameter', { parameter_id: Id, ...fields }),
  command('UpdateMeasurementParameter', { parameter_id: Id, version: Version.optional(), ...fields }),
  /** Approves a pending one as the reviewer left it. */
  command('ApproveMeasurementParameter', { parameter_id: Id, version: Version.optional(), ...fields }),
  command('RejectMeasurementParameter', { parameter_id: Id, version: Version.optional() }),
  /** By whoever's clinic suggested it. */
  command('CancelMeasurementParameter', { parameter_id: Id, version: Version.optional() }),
  command('RemoveMeasurementParameter', { parameter_id: Id, version: Version.optional() }),
  /**
   * A row of an imported list: adds the parameter, or brings it to what the list says. What people configured (name, type, divider,
   * definitions) stays, but where the row is `whole`. `version` -1: it is not there yet.
   */
  command('ImportMeasurementParameter', {
    parameter_id: Id,
    version: z.int().min(-1).optional(),
    whole: z.boolean().optional(),
    ...fields,
    ...listed,
    plausible: PlausibleRange.nullish(),
  }),
  /** An examination uses this definition: from now on it stays. */
  command('NoteDefinitionUsed', { parameter_id: Id, option_id: z.string() }),
]);
export type MeasurementParameterCommand = z.infer<typeof MeasurementParameterCommand>;

const stored = {
  parameter_id: Id,
  name: z.string(),
  description: z.string(),
  normalization_type: MeasurementNormalization,
  scale_divider: z.number(),
  options_config: z.array(Definition),
  code: z.string().optional(),
  aliases: z.array(z.string()).optional(),
  plausible: PlausibleRange.optional(),
  source: z.string().optional(),
};

/** A curated catalogue: no personal data, all open. Parameters are global; only a suggestion belongs to a clinic. */
export const measurementParameterEvents = [
  event('MeasurementParameterAdded', { ...stored, state: MeasurementState }, { open: 'all' }),
  event('MeasurementParameterUpdated', stored, { open: 'all' }),
  event('MeasurementParameterApproved', stored, { open: 'all' }),
  event('MeasurementParameterRejected', { parameter_id: Id }, { open: 'all' }),
  event('MeasurementParameterCancelled', { parameter_id: Id }, { open: 'all' }),
  event('MeasurementParameterRemoved', { parameter_id: Id }, { open: 'all' }),
  event('DefinitionUsed', { parameter_id: Id, option_id: z.string() }, { open: 'all' }),
] as const;
export type MeasurementParameterEvent = EventOf<(typeof measurementParameterEvents)[number]>;

/** A parameter as lists, pickers and charts need it. A removed one stays readable by its id: examinations name it for ever. */
export const MeasurementParameterView = z
  .object({
    id: Id,
    ...stored,
    state: MeasurementState,
    removed: z.boolean(),
    /** The clinic whose suggestion it is or was. */
    suggested_by_organization: Id.optional(),
    last_modified_at: z.string(),
    /** Changes of type or divider, oldest first: dated in the legend of a chart (ruling 18). */
    scale_changes: z.array(z.object({ at: z.string(), normalization_type: MeasurementNormalization, scale_divider: z.number() })),
    /** Definitions that an examination uses or used: they stay. */
    used_options: z.array(z.string()),
    version: Version,
  })
  .omit({ parameter_id: true });
export type MeasurementParameterView = z.infer<typeof MeasurementParameterView>;

/** How often a parameter is used, in office templates and in examinations; `options` counts examinations by option_id. */
export const MeasurementUsage = z.object({ templates: z.int(), examinations: z.int(), options: z.record(z.string(), z.int()) });
export type MeasurementUsage = z.infer<typeof MeasurementUsage>;

/** A row of the management screen. */
export const ManagedMeasurementParameter = MeasurementParameterView.extend({
  /** Templates and examinations together. */
  used_count: z.int(),
  used_in: MeasurementUsage,
});
export type ManagedMeasurementParameter = z.infer<typeof ManagedMeasurementParameter>;

/** Codes of what stands for several measurements: picking it picks these. */
export const panels: Readonly<Record<string, readonly string[]>> = { '85354-9': ['8480-6', '8462-4'] };
