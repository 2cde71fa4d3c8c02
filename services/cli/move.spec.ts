import { emptyChain } from '#infra/event-store/chain-hash';
import { movedSaid } from './move.ts';

const embedded = { engine: 'embedded', address: 'embedded', log_id: 'a' } as const;
// as it is kept for people: without password and options, so that it does not connect as it stands
const server = { engine: 'eventstoredb', address: 'esdb://store.example:2113', log_id: 'b' } as const;
const moved = { log: emptyChain, appended: 0 };

it('tells how to start on a server without an address that would not connect', () => {
  const said = movedSaid({ from: embedded, to: server, ...moved });
  expect(said).toContain('Start with ANAMNESIS_EVENT_STORE set to the address that followed --to');
  expect(said).not.toContain('ANAMNESIS_EVENT_STORE=');
});

it('tells how to start on the embedded log', () => {
  expect(movedSaid({ from: server, to: embedded, ...moved })).toContain('Start without ANAMNESIS_EVENT_STORE');
});
