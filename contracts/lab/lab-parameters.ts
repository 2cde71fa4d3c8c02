import { z } from 'zod';
import { command } from '../wire/command.ts';
import { Decimal } from '../rules/decimals.ts';
import { event, type EventOf } from '../wire/event.ts';
import { messages } from '../rules/messages.ts';
import { NormalizationType } from '../rules/normalization.ts';
import { Id, requiredIfMissing, Text, Version } from '../wire/primitives.ts';

export const LabParameterStatus = z.enum(['Approved', 'PendingApproval', 'AutomaticallyRequested', 'Rejected']);

/** A usual adult range, for prefilling only; `sex` where it differs. */
const UsualRange = z.object({ sex: z.enum(['Female', 'Male']).optional(), min: Decimal.nullable(), max: Decimal.nullable() });
export type UsualRange = z.infer<typeof UsualRange>;

/** What a list of parameters says about one. */
const described = {
  /** The first is the primary alias. */
  aliases: z.array(Text, requiredIfMissing).min(1, messages.required).max(200),
  /** LOINC code, where known. */
  code: z.string().trim().max(40).optional(),
  /** Usual UCUM unit, '' where the parameter has none. */
  unit: z.string().trim().max(60).default(''),
  usual_ranges: z.array(UsualRange).max(10).default([]),
  /** Where the row came from, e.g. the imported file's name. */
  source: z.string().trim().max(255).optional(),
};

const fields = {
  ...described,
  normalization_type: NormalizationType.default('Arithmetic'),
  scale_divider: z.number(messages.number).positive(messages.positive).default(1),
  is_default: z.boolean().default(false),
  ignored_during_validation: z.boolean().default(false),
};

/** The payload of 'Add new'. */
export const NewLabParameter = z.object(fields);
export type NewLabParameter = z.infer<typeof NewLabParameter>;

export const LabParameterCommand = z.discriminatedUnion('type', [
  command('AddLabParameter', { parameter_id: Id, status: LabParameterStatus.default('Approved'), ...fields }),
  command('ConfigureLabParameter', { parameter_id: Id, version: Version.optional(), ...fields }),
  /** A row of an imported list: adds the parameter, or brings it to what the list says; what people configured stays. */
  command('ImportLabParameter', { parameter_id: Id, ...described }),
]);
export type LabParameterCommand = z.infer<typeof LabParameterCommand>;

const stored = {
  parameter_id: Id,
  aliases: z.array(z.string()),
  normalization_type: NormalizationType,
  scale_divider: z.number(),
  is_default: z.boolean(),
  ignored_during_validation: z.boolean(),
  code: z.string().optional(),
  unit: z.string(),
  usual_ranges: z.array(UsualRange),
  source: z.string().optional(),
};

/** A curated catalogue: no personal data, all open. Parameters are global, they belong to no organization. */
export const labParameterEvents = [
  event('LabParameterAdded', { ...stored, status: LabParameterStatus }, { open: 'all' }),
  event('LabParameterConfigured', stored, { open: 'all' }),
] as const;
export type LabParameterEvent = EventOf<(typeof labParameterEvents)[number]>;

export const LabParameterView = z
  .object({
    id: Id,
    ...stored,
    primary_alias: z.string(),
    status: LabParameterStatus,
    last_modified_at: z.string(),
    /** Changes of type or divider, oldest first: dated in the legend of a chart (ruling 18). */
    scale_changes: z.array(z.object({ at: z.string(), normalization_type: NormalizationType, scale_divider: z.number() })),
    version: Version,
  })
  .omit({ parameter_id: true });
export type LabParameterView = z.infer<typeof LabParameterView>;

/** Choices of `order_by`. */
export const LabParameterOrder = z.enum(['None', 'Name', 'LastModified']);

const ADULT = 18;

/** Whole years between two local dates (`YYYY-MM-DD...`). */
export const ageInYears = (date_of_birth: string, on: string): number =>
  Number(on.slice(0, 4)) - Number(date_of_birth.slice(0, 4)) - (on.slice(5, 10) < date_of_birth.slice(5, 10) ? 1 : 0);

/** Usual ranges are of adults of sex Female or Male (ruling 36). */
export const isAdult = ({ sex, date_of_birth }: { sex: string; date_of_birth: string }, on: string): boolean =>
  (sex === 'Female' || sex === 'Male') && ageInYears(date_of_birth, on) >= ADULT;

/** A list of parameters as people call it: what the product brings is its starter list, a clinic's own is called by its file. */
const listName = (file: string | undefined): string => {
  if (file === undefined) return 'the catalogue';
  if (file.startsWith('lab-parameters-starter')) return "the product's starter list";
  return `the list '${file.replace(/\.(csv|tsv|txt)$/i, '')}'`;
};

/**
 * The range that a form may prefill, with the words to show beside it (ruling 36). None for minors, for sex Other, and where the
 * catalogue gives none.
 * @param on the day the sample was collected
 */
export const usualRange = (
  parameter: { usual_ranges: readonly UsualRange[]; source?: string | undefined },
  patient: { sex: string; date_of_birth: string },
  on: string,
): { min: string | null; max: string | null; source: string; whose: string; note: string } | undefined => {
  if (!isAdult(patient, on)) return undefined;
  const ranges = parameter.usual_ranges;
  const range = ranges.find(({ sex }) => sex === patient.sex) ?? ranges.find(({ sex }) => sex === undefined);
  if (!range || (range.min === null && range.max === null)) return undefined;
  const source = listName(parameter.source);
  const whose = `${patient.sex}, ${ageInYears(patient.date_of_birth, on)}`;
  const note = `usual range (${range.sex ? `adult, ${range.sex}` : 'adult'}) from ${source}; ${whose}`;
  return { min: range.min, max: range.max, source, whose, note };
};
