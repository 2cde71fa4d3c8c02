import fc from 'fast-check';
import type { GraphVisualsCommand, GraphVisualsEvent } from '#contracts/graph-visuals';
import { itIsHarmlessTwice, specify } from '#tests/support/specify';
import { graphVisuals } from './graph-visuals.decider.ts';

const given = specify(graphVisuals);
const [user_id, patient_id] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
const content = { time_from: '2026-01-01T00:00:00', time_to: '2026-11-21T23:59:59', until_today: true, styles: [] };
const save = (change: Partial<GraphVisualsCommand['data']> = {}): GraphVisualsCommand => ({
  type: 'SaveGraphVisuals',
  command_id: '33333333-3333-4333-8333-333333333333',
  data: { user_id, patient_id, ...content, ...change },
});
const saved = (change: Partial<GraphVisualsEvent['data']> = {}): GraphVisualsEvent => ({
  type: 'GraphVisualsSaved',
  data: { user_id, patient_id, type: 'Timeline', ...content, ...change },
});
const styles = [{ graph_type: 'lab-results' as const, parameter_id: 'crp|mg/l', color: 4, hidden: true }];

it('stores the whole state', () => given().when(save({ styles })).then(saved({ styles })));
it('stores what changed as a whole again', () =>
  given(saved({ styles }))
    .when(save({ styles: [], until_today: false }))
    .then(saved({ until_today: false })));
it('stores nothing where nothing changed', () => given(saved({ styles })).when(save({ styles })).thenNothing());

itIsHarmlessTwice(
  graphVisuals,
  fc.record({ until_today: fc.boolean(), styles: fc.constantFrom([], styles) }).map((change) => save(change)),
);
