import { z } from 'zod';
import { command } from '../wire/command.ts';
import { event, type EventOf } from '../wire/event.ts';
import { ITEM_KINDS } from './item-kinds.ts';
import { messages } from '../rules/messages.ts';
import { Id, LocalDateTime, Text } from '../wire/primitives.ts';

/** The types of medical data that have a chart, as the addresses name them. */
export const GraphType = z.enum(ITEM_KINDS);
export type GraphType = z.infer<typeof GraphType>;

/** The documents' dash styles; bars have none. */
export const DASHES = ['0', '1, 1', '5, 5', '5, 10', '10, 10'] as const;

/** Line widths that the dialog offers per type; bars of treatments have none to choose. */
export const THICKNESSES: Readonly<Record<GraphType, readonly number[]>> = {
  diagnoses: [20, 30, 40, 50],
  intakes: [],
  'lab-results': [1, 2, 4, 8],
  examinations: [1, 2, 4, 8],
};

/** What a series has where nobody chose otherwise. */
export const DEFAULT_THICKNESS: Readonly<Record<GraphType, number>> = { diagnoses: 30, intakes: 100, 'lab-results': 2, examinations: 2 };

/** The widest a bar is drawn, whatever its style says, and the narrowest: treatments 5 to 50, other types 20 to 50. */
export const BAR_WIDTH: Readonly<Record<'intakes' | 'other', readonly [narrowest: number, widest: number]>> = {
  intakes: [5, 50],
  other: [20, 50],
};

/** How many colours the palette has; a style keeps the number, the style sheet knows the colour. */
export const PALETTE_SIZE = 19;

/** How many marks there are: each colour in five pairs of symbol and dash. */
export const MARKS = 5 * PALETTE_SIZE;

const Mark = z.int().min(1).max(MARKS);

/** One person's choices for one series; what is left out follows the default. */
export const GraphStyle = z.object({
  graph_type: GraphType,
  /** Id of the series as its call gives it, with the organization where it has one. */
  parameter_id: Text,
  /** Number in the palette, from 1. */
  color: z.int().min(1).max(PALETTE_SIZE).optional(),
  /** The mark of that colour whose symbol and dash no other series had. */
  mark: Mark.optional(),
  thickness: z.int().min(1).max(100).optional(),
  style: z.enum(DASHES).optional(),
  /** Place in the legend after reordering, from 0. */
  index: z.int().min(0).max(100_000).optional(),
  /** Said where the person hid or showed it against the default. */
  hidden: z.boolean().optional(),
});
export type GraphStyle = z.infer<typeof GraphStyle>;

/** The types that can leave out what is over. */
export const LastingType = GraphType.extract(['diagnoses', 'intakes']);
export type LastingType = z.infer<typeof LastingType>;

/** What the person chose: Active (true) or All (false). */
const ActiveChoices = z.partialRecord(LastingType, z.boolean());

/** What a person was shown of a series by default. It stays so for that person and patient, whatever is entered later (ruling 53). */
export const SeenSeries = z.object({
  graph_type: GraphType,
  parameter_id: Text,
  /** Its colour, symbol and dash. */
  mark: Mark,
  /** It was among those shown. Left out where only its mark was needed. */
  shown: z.boolean().optional(),
  /** It was abnormal, or lasted, and was still not among those shown, because there were too many: that is not new. */
  passed_over: z.boolean().optional(),
});
export type SeenSeries = z.infer<typeof SeenSeries>;

/** Far beyond any record; a body larger than that is refused, not cut. */
const MOST_STYLES = 5000;

/** Series that were seen for the first time, or are shown for the first time. */
export const SeenSeriesList = z.object({ seen: z.array(SeenSeries).min(1).max(MOST_STYLES) });

/** What a chart screen looks like for one person and one patient: always the whole state. */
export const GraphVisuals = z
  .object({
    type: z.literal('Timeline').default('Timeline'),
    /** Both null: what fits the data. */
    time_from: LocalDateTime.nullable().default(null),
    time_to: LocalDateTime.nullable().default(null),
    /** The end was 'today' when it was saved: it stays today, and a preset reaches as far back as before. */
    until_today: z.boolean().default(false),
    preset: z.enum(['3m', '1y', '5y', 'all']).optional(),
    /** Long stretches in which nothing happened are folded. Left out: shown at scale. */
    fold: z.boolean().optional(),
    /** Left out: as `isActiveOnly` says. */
    active: ActiveChoices.optional(),
    styles: z.array(GraphStyle).max(MOST_STYLES).default([]),
    /** Answered, and not taken from whoever saves settings. Left out before any chart was seen. */
    seen: z.array(SeenSeries).optional(),
  })
  .superRefine(({ time_from, time_to, styles }, context) => {
    if ((time_from === null) !== (time_to === null)) {
      context.addIssue({ code: 'custom', message: messages.required, path: [time_from === null ? 'time_from' : 'time_to'] });
    } else if (time_from !== null && time_to !== null && time_from >= time_to) {
      context.addIssue({ code: 'custom', message: 'The end must be after the start', path: ['time_to'] });
    }
    const seen = new Set<string>();
    styles.forEach(({ graph_type, parameter_id }, index) => {
      const key = `${graph_type} ${parameter_id}`;
      if (seen.has(key))
        context.addIssue({ code: 'custom', message: 'Each series has one style', path: ['styles', index, 'parameter_id'] });
      seen.add(key);
    });
  });
export type GraphVisuals = z.infer<typeof GraphVisuals>;

/**
 * Whether only what lasts is shown (ruling 57): as the address names it, else as the person chose, else treatments while one is ongoing.
 * @param named 'true' or 'false', as the address has it
 */
export const isActiveOnly = <Known extends boolean | undefined>(
  type: LastingType,
  named: string | null,
  chosen: boolean | undefined,
  isAnyActive: Known,
): boolean | Known => {
  if (named === 'true' || named === 'false') return named === 'true';
  return chosen ?? (type === 'intakes' ? isAnyActive : false);
};

export const NO_VISUALS: GraphVisuals = { type: 'Timeline', time_from: null, time_to: null, until_today: false, styles: [] };

const content = {
  time_from: z.string().nullable(),
  time_to: z.string().nullable(),
  until_today: z.boolean(),
  preset: z.string().optional(),
  fold: z.boolean().optional(),
  active: ActiveChoices.optional(),
  styles: z.array(GraphStyle),
};

export const GraphVisualsCommand = z.discriminatedUnion('type', [
  command('SaveGraphVisuals', { user_id: Id, patient_id: Id, ...content }),
  command('KeepSeenSeries', { user_id: Id, patient_id: Id, seen: z.array(SeenSeries) }),
]);
export type GraphVisualsCommand = z.infer<typeof GraphVisualsCommand>;

/** Whole states: the last one alone says everything. Names of series and spans of a life are sealed with the record. */
export const graphVisualsEvents = [
  event(
    'GraphVisualsSaved',
    { user_id: Id, patient_id: Id, type: z.literal('Timeline'), ...content, seen: z.array(SeenSeries).optional() },
    { open: ['user_id', 'patient_id'], by: 'patient', id: 'patient_id' },
  ),
] as const;
export type GraphVisualsEvent = EventOf<(typeof graphVisualsEvents)[number]>;

/** The stream of one person's settings for one record. */
export const graphVisualsStream = (user_id: string, patient_id: string): string => `graph_visuals-${user_id}-${patient_id}`;
