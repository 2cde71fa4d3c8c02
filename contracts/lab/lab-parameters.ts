import { z } from 'zod';
import { command } from '../wire/command.ts';
import { event, type EventOf } from '../wire/event.ts';
import { messages } from '../rules/messages.ts';
import { NormalizationType } from '../rules/normalization.ts';
import { Id, requiredIfMissing, Text, Version } from '../wire/primitives.ts';
import { MOST_RANGES, UsualRange } from './usual-ranges.ts';

export const LabParameterStatus = z.enum(['Approved', 'PendingApproval', 'AutomaticallyRequested', 'Rejected']);
export type LabParameterStatus = z.infer<typeof LabParameterStatus>;
/** What waits for a super user: asked for by a person, or found on a page and asked for by nobody. */
const RequestedStatus = LabParameterStatus.extract(['PendingApproval', 'AutomaticallyRequested']);

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

/** The payload of a change; with a `status`, of the approval of what was requested or rejected. */
export const LabParameterUpdate = z.object({ ...fields, version: Version.optional(), status: z.literal('Approved').optional() });
export type LabParameterUpdate = z.infer<typeof LabParameterUpdate>;

export const LabParameterCommand = z.discriminatedUnion('type', [
  command('AddLabParameter', { parameter_id: Id, status: LabParameterStatus.default('Approved'), ...fields }),
  command('ConfigureLabParameter', { parameter_id: Id, version: Version.optional(), ...fields }),
  /**
   * A row of an imported list: adds the parameter, or brings it to what the list says. What people configured stays and their aliases too,
   * but where the row is `whole`. `version` -1: it is not there yet.
   */
  command('ImportLabParameter', {
    parameter_id: Id,
    version: z.int().min(-1).optional(),
    whole: z.boolean().optional(),
    ...described,
    normalization_type: NormalizationType.optional(),
    scale_divider: z.number(messages.number).positive(messages.positive).optional(),
    is_default: z.boolean().optional(),
    ignored_during_validation: z.boolean().optional(),
  }),
  /** A name that the catalogue does not have: found on a page (`AutomaticallyRequested`), or asked for by a person. */
  command('RequestLabParameter', {
    ...{ parameter_id: Id, status: RequestedStatus, alias: Text.optional(), found_id: Id.optional() },
    /** By a super user also what was rejected waits again. */
    reopens: z.boolean().optional(),
  }),
  command('ApproveLabParameter', { parameter_id: Id, version: Version.optional(), ...fields }),
  command('RejectLabParameter', { parameter_id: Id, version: Version.optional() }),
  /** Offered for new results no more; results keep it, and its name. */
  command('RemoveLabParameter', { parameter_id: Id, version: Version.optional() }),
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

/**
 * A curated catalogue: no personal data, all open. Parameters are global, they belong to no organization. What was found on a page is not
 * yet of the catalogue: its words are told by `ParameterFound`, under the key of the page.
 */
export const labParameterEvents = [
  event('LabParameterAdded', { ...stored, status: LabParameterStatus }, { open: 'all' }),
  event('LabParameterConfigured', stored, { open: 'all' }),
  event('LabParameterApproved', stored, { open: 'all' }),
  event('LabParameterRemoved', { parameter_id: Id }, { open: 'all' }),
] as const;

/** What does not touch the catalogue yet: only who curates it hears of it. */
export const labRequestEvents = [
  /** `found_id`: where it was found first. */
  event(
    'LabParameterRequested',
    { parameter_id: Id, status: RequestedStatus, alias: z.string().optional(), found_id: Id.optional() },
    { open: 'all' },
  ),
  /** A person asked for what nobody had asked for before. */
  event('LabParameterRequestSent', { parameter_id: Id, alias: z.string().optional() }, { open: 'all' }),
  event('LabParameterRejected', { parameter_id: Id }, { open: 'all' }),
] as const;
export type LabParameterEvent = EventOf<(typeof labParameterEvents)[number] | (typeof labRequestEvents)[number]>;

export const LabParameterView = z
  .object({
    id: Id,
    ...stored,
    primary_alias: z.string(),
    status: LabParameterStatus,
    /** Offered for new results no more. */
    is_removed: z.literal(true).optional(),
    /** Results of it stand on the lines of this one (`lab-merges.ts`). */
    merged_into: z.object({ merge_id: Id, id: Id, primary_alias: z.string() }).optional(),
    /** What was merged into it, with the names that it answers to besides its own. */
    merged: z.array(z.object({ merge_id: Id, id: Id, aliases: z.array(z.string()), at: z.string() })).optional(),
    /** Of what was found on a page: where first, and on how many pages it is. */
    found_id: Id.optional(),
    pages: z.int().optional(),
    last_modified_at: z.string(),
    /** Changes of type or divider, oldest first: dated in the legend of a chart (ruling 18). */
    scale_changes: z.array(z.object({ at: z.string(), normalization_type: NormalizationType, scale_divider: z.number() })),
    version: Version,
  })
  .omit({ parameter_id: true });
export type LabParameterView = z.infer<typeof LabParameterView>;

/** Reason why a parameter may be meant (`likeness` of name or code, `support` by unit and values), or may not (`doubt`). */
export const SuggestionReason = z.object({ kind: z.enum(['likeness', 'support', 'doubt']), text: z.string() });
export type SuggestionReason = z.infer<typeof SuggestionReason>;

/** A parameter of the catalogue that may be meant, and why. */
export const ParameterSuggestion = z.object({ parameter: LabParameterView, reasons: z.array(SuggestionReason) });
export type ParameterSuggestion = z.infer<typeof ParameterSuggestion>;

/** Choices of `order_by`. */
export const LabParameterOrder = z.enum(['None', 'Name', 'LastModified']);
