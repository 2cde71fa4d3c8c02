import fc from '#tests/support/fast-check';
import type { GraphVisualsCommand, GraphVisualsEvent, SeenSeries } from '#contracts/items/graph-visuals';
import { itIsHarmlessTwice, specify } from '#tests/support/specify';
import { graphVisuals } from './graph-visuals.decider.ts';

const given = specify(graphVisuals);
const [user_id, patient_id] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
const content = { time_from: '2026-01-01T00:00:00', time_to: '2026-11-21T23:59:59', until_today: true, styles: [] };
const save = (change: Partial<Extract<GraphVisualsCommand, { type: 'SaveGraphVisuals' }>['data']> = {}): GraphVisualsCommand => ({
  type: 'SaveGraphVisuals',
  command_id: '33333333-3333-4333-8333-333333333333',
  data: { user_id, patient_id, ...content, ...change },
});
const saved = (change: Partial<GraphVisualsEvent['data']> = {}): GraphVisualsEvent => ({
  type: 'GraphVisualsSaved',
  data: { user_id, patient_id, type: 'Timeline', ...content, ...change },
});
const series = (change: Partial<SeenSeries> = {}): SeenSeries => ({ graph_type: 'lab-results', parameter_id: 'crp', mark: 4, ...change });
const keep = (...seen: SeenSeries[]): GraphVisualsCommand => ({
  type: 'KeepSeenSeries',
  command_id: '44444444-4444-4444-8444-444444444444',
  data: { user_id, patient_id, seen },
});
const styles = [{ graph_type: 'lab-results' as const, parameter_id: 'crp|mg/l', color: 4, hidden: true }];

it('stores the whole state', () => given().when(save({ styles })).then(saved({ styles })));
it('stores what changed as a whole again', () =>
  given(saved({ styles }))
    .when(save({ styles: [], until_today: false }))
    .then(saved({ until_today: false })));
it('stores what was chosen of Active and All', () => {
  const active = { intakes: false };
  given(saved()).when(save({ active })).then(saved({ active }));
  given(saved({ active })).when(save({ active })).thenNothing();
});
it('stores nothing where nothing changed', () => given(saved({ styles })).when(save({ styles })).thenNothing());

describe('ruling 53: what was seen', () => {
  const seen = [series({ shown: true })];

  it('is kept beside the settings, and by whoever changes these', () => {
    given(saved({ styles }))
      .when(keep(...seen))
      .then(saved({ styles, seen }));
    given(saved({ styles, seen })).when(save()).then(saved({ seen }));
  });
  it('is kept where nothing was set', () =>
    given()
      .when(keep(...seen))
      .then(saved({ time_from: null, time_to: null, until_today: false, seen })));
  it('keeps the first mark and what was shown, whatever another device saw', () => {
    given(saved({ seen }))
      .when(keep(series({ mark: 9, shown: false, passed_over: true })))
      .thenNothing();
    given(saved({ seen: [series({ shown: false, passed_over: true })] }))
      .when(keep(series({ mark: 9, shown: true })))
      .then(saved({ seen: [series({ shown: true })] }));
  });
  it('forgets that a series was passed over once it is so no longer', () =>
    given(saved({ seen: [series({ shown: false, passed_over: true })] }))
      .when(keep(series({ shown: false })))
      .then(saved({ seen: [series({ shown: false })] })));
});

itIsHarmlessTwice(
  graphVisuals,
  fc.record({ until_today: fc.boolean(), styles: fc.constantFrom([], styles) }).map((change) => save(change)),
);
