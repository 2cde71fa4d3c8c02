import { emptyChain } from '#infra/event-store/chain-hash';
import { movedSaid } from './move.ts';

// as it is kept for people: without password and options, so that it does not connect as it stands
const server = { engine: 'eventstoredb', address: 'esdb://store.example:2113', log_id: 'b' } as const;
const events = { from: { engine: 'embedded', address: 'embedded', log_id: 'a' }, to: server, log: emptyChain, appended: 0 } as const;

it('tells what was moved, and how to start, without addresses', () => {
  const said = movedSaid({
    to: 'servers',
    parts: ['keys', 'events', 'jobs'],
    keys: { count: 1, damaged: [] },
    events,
    jobs: { waiting: 2, dead: 1 },
  });
  expect(said.split('\n')).toEqual([
    'Now on the servers:',
    '  1 key',
    '  0 events (0 of them now), read back, the same at both ends',
    `    chain: ${emptyChain.chain_hash}; the log's id is now b`,
    '  2 waiting jobs, and 1 dead letter',
    'Start with ANAMNESIS_KEYS, ANAMNESIS_EVENT_STORE, ANAMNESIS_MESSAGING',
    'Read models are built at the next start; until then calls answer 503 with progress',
  ]);
});

it('names files that are damaged, and stay', () => {
  const said = movedSaid({ to: 'folder', parts: ['files'], files: { count: 3, damaged: ['report/1'] } });
  expect(said).toContain('DAMAGED, and not moved: report/1');
  expect(said).toContain('Start without ANAMNESIS_FILES');
});
