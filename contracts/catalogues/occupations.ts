import { z } from 'zod';
import { command } from '../wire/command.ts';
import { event, type EventOf } from '../wire/event.ts';
import { Id, Text, Version } from '../wire/primitives.ts';

/** The form of an occupation. */
export const OccupationForm = z.object({ name: Text.max(100) });
export type OccupationForm = z.infer<typeof OccupationForm>;

export const OccupationCommand = z.discriminatedUnion('type', [
  command('AddOccupation', { occupation_id: Id, ...OccupationForm.shape }),
  command('RenameOccupation', { occupation_id: Id, ...OccupationForm.shape }),
  command('RemoveOccupation', { occupation_id: Id }),
]);
export type OccupationCommand = z.infer<typeof OccupationCommand>;

/** A curated list of a few words that name no person: open. Accounts keep the words themselves, as they were chosen. */
export const occupationEvents = [
  event('OccupationAdded', { occupation_id: Id, name: z.string() }, { open: 'all' }),
  event('OccupationRenamed', { occupation_id: Id, name: z.string() }, { open: 'all' }),
  event('OccupationRemoved', { occupation_id: Id }, { open: 'all' }),
] as const;
export type OccupationEvent = EventOf<(typeof occupationEvents)[number]>;

export const OccupationView = z.object({ id: Id, name: z.string(), version: Version });
export type OccupationView = z.infer<typeof OccupationView>;
