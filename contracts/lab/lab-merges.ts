import { z } from 'zod';
import { command } from '../wire/command.ts';
import { event, type EventOf } from '../wire/event.ts';
import { messages } from '../rules/messages.ts';
import { unitKey } from '../rules/units.ts';
import { Id, Text } from '../wire/primitives.ts';
import type { LabParameterView } from './lab-parameters.ts';

/** The one stream of all merges: whether two parameters may become one depends on all others. */
export const LAB_MERGES = 'lab_merges-7d0b7b5e-9a3e-4a86-8d7c-2f0f4c1f6a15';

/** What becomes of the values of a merged parameter in a unit: shown in another one and marked so, or kept as a line of their own. */
const Conversion = z.object({ parameter_id: Id, unit: z.string().max(60), to: z.string().min(1).max(60) });
export type Conversion = z.infer<typeof Conversion>;

/** The words of what was requested, where only pages hold them: from then on they are of the catalogue. */
const RequestedAlias = z.object({ parameter_id: Id, alias: Text.min(1, messages.required) });

const merge = {
  /** All that become one. */
  parameter_ids: z.array(Id).min(2, 'Choose at least two parameters').max(50),
  /** Under which of them; the last one where it is left out. */
  kept_id: Id.optional(),
  conversions: z.array(Conversion).max(500).default([]),
  /** Codes of what speaks against it (`mergeDoubts`, and what the preview found in results), and was looked at. */
  confirmed: z.array(z.string().max(200)).max(500).default([]),
  aliases: z.array(RequestedAlias).max(50).default([]),
};

/** The payload of merge. */
export const LabMerge = z.object(merge).superRefine(({ parameter_ids, kept_id }, context) => {
  if (new Set(parameter_ids).size !== parameter_ids.length)
    context.addIssue({ code: 'custom', path: ['parameter_ids'], message: 'A parameter is there twice' });
  if (kept_id !== undefined && !parameter_ids.includes(kept_id))
    context.addIssue({ code: 'custom', path: ['kept_id'], message: 'Not one of the parameters that are merged' });
});
export type LabMerge = z.infer<typeof LabMerge>;

const stored = {
  merge_id: Id,
  kept_id: Id,
  merged_ids: z.array(Id).min(1),
  conversions: z.array(Conversion),
  confirmed: z.array(z.string()),
  /** Names by which a parameter that was only requested is recognised from then on. */
  aliases: z.array(RequestedAlias),
};

export const LabMergeCommand = z.discriminatedUnion('type', [
  command('MergeLabParameters', stored),
  command('UndoLabMerge', { merge_id: Id }),
]);
export type LabMergeCommand = z.infer<typeof LabMergeCommand>;

/** Nothing of a person is in it. */
export const labMergeEvents = [
  event('LabParametersMerged', stored, { open: 'all' }),
  event('LabMergeUndone', { merge_id: Id }, { open: 'all' }),
] as const;
export type LabMergeEvent = EventOf<(typeof labMergeEvents)[number]>;

/** A merge that holds. */
export type Merged = Extract<LabMergeEvent, { type: 'LabParametersMerged' }>['data'];

/** What speaks against a merge, and has to be confirmed. */
export const MergeDoubt = z.object({
  /** Stable: what `confirmed` names. */
  code: z.string(),
  parameter_id: Id,
  text: z.string(),
});
export type MergeDoubt = z.infer<typeof MergeDoubt>;

/** The values of a parameter in one unit. */
export const MergeUnit = z.object({
  /** In the spelling that came first. */
  unit: z.string(),
  values: z.int(),
  patients: z.int(),
  /** Of the kept parameter, or one that it is reported in too: these values change their line and nothing else. */
  fits: z.boolean(),
  /** How they can be shown on a line of the kept parameter, with values of results as examples. */
  conversion: z.object({ to: z.string(), examples: z.array(z.object({ from: z.string(), to: z.string() })) }).optional(),
  /** What `confirmed` has to name where they do not fit and are not converted: they stay on a line of their own. */
  own_line: z.string().optional(),
});
export type MergeUnit = z.infer<typeof MergeUnit>;

/** What a merge would do, counted over all records; of no patient anything is told. */
export const LabMergePreview = z.object({
  kept_id: Id,
  parameters: z.array(
    z.object({
      id: Id,
      primary_alias: z.string(),
      code: z.string().optional(),
      unit: z.string(),
      normalization_type: z.string(),
      scale_divider: z.number(),
      values: z.int(),
      patients: z.int(),
      units: z.array(MergeUnit),
      /** Reasons against taking it for the kept one by name, unit and values; in words, to be read and not confirmed one by one. */
      against: z.array(z.string()),
    }),
  ),
  doubts: z.array(MergeDoubt),
});
export type LabMergePreview = z.infer<typeof LabMergePreview>;

type Described = Pick<LabParameterView, 'id' | 'code' | 'unit' | 'normalization_type' | 'scale_divider'> & { name: string };

/** What the catalogue itself says against making these one: another LOINC code, another unit. */
export const mergeDoubts = (kept: Described, others: readonly Described[]): MergeDoubt[] =>
  others.flatMap((other) => {
    const doubts: MergeDoubt[] = [];
    if (kept.code && other.code && kept.code !== other.code)
      doubts.push({
        code: `code ${other.id}`,
        parameter_id: other.id,
        text: `LOINC ${other.code} is another measurement than LOINC ${kept.code}`,
      });
    if (kept.unit !== '' && other.unit !== '' && unitKey(kept.unit) !== unitKey(other.unit))
      doubts.push({
        code: `unit ${other.id}`,
        parameter_id: other.id,
        text: `${other.name} is measured in ${other.unit}, ${kept.name} in ${kept.unit}`,
      });
    return doubts;
  });
