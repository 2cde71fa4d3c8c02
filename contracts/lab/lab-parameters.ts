import { z } from 'zod';
import { command } from '../wire/command.ts';
import { event, type EventOf } from '../wire/event.ts';
import { messages } from '../rules/messages.ts';
import { NormalizationType } from '../rules/normalization.ts';
import { Id, requiredIfMissing, Text, Version } from '../wire/primitives.ts';
import { MOST_RANGES, UsualRange } from './usual-ranges.ts';

export const LabParameterStatus = z.enum(['Approved', 'PendingApproval', 'AutomaticallyRequested', 'Rejected']);

/** What a list of parameters says about one. */
const described = {
  /** The first is the primary alias. */
  aliases: z.array(Text, requiredIfMissing).min(1, messages.required).max(200),
  /** LOINC code, where known. */
  code: z.string().trim().max(40).optional(),
  /** Usual UCUM unit, '' where the parameter has none. */
  unit: z.string().trim().max(60).default(''),
  usual_ranges: z.array(UsualRange).max(MOST_RANGES).default([]),
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
