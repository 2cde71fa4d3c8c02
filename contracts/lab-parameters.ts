import { z } from 'zod';
import { command } from './command.ts';
import { Decimal } from './decimals.ts';
import { event, type EventOf } from './event.ts';
import { messages } from './messages.ts';
import { NormalizationType } from './normalization.ts';
import { Id, Text, Version } from './primitives.ts';

export const LabParameterStatus = z.enum(['Approved', 'PendingApproval', 'AutomaticallyRequested', 'Rejected']);

/** A usual adult range, for prefilling only; `sex` where it differs. */
const UsualRange = z.object({ sex: z.enum(['Female', 'Male']).optional(), min: Decimal.nullable(), max: Decimal.nullable() });
export type UsualRange = z.infer<typeof UsualRange>;

const fields = {
  /** The first is the primary alias. */
  aliases: z.array(Text).min(1, messages.required),
  normalization_type: NormalizationType.default('Arithmetic'),
  scale_divider: z.number().positive(messages.positive).default(1),
  is_default: z.boolean().default(false),
  ignored_during_validation: z.boolean().default(false),
  /** LOINC code, where known. */
  code: z.string().optional(),
  /** Usual UCUM unit, '' where the parameter has none. */
  unit: z.string().default(''),
  usual_ranges: z.array(UsualRange).default([]),
  /** Where the row came from, e.g. the imported file's name. */
  source: z.string().optional(),
};

export const LabParameterCommand = z.discriminatedUnion('type', [
  command('AddLabParameter', { parameter_id: Id, status: LabParameterStatus.default('Approved'), ...fields }),
  command('ConfigureLabParameter', { parameter_id: Id, version: Version.optional(), ...fields }),
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
