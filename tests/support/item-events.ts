import type { EventShape } from '#infra/event-store/decider';

export const ITEM_ID = '11111111-1111-4111-8111-111111111111';
export const PATIENT_ID = '22222222-2222-4222-8222-222222222222';

/** How a kind of item is called in its events. Written out in each spec: names taken from the product would be compared with themselves. */
export interface EventsOfKind {
  /** The field with the item's id. */
  id: string;
  /** What its events begin with: `<event>Recorded`, `<event>Corrected`, `<event>Removed`. */
  event: string;
  content: object;
  /** What `<event>Corrected` says besides the content. */
  onlyCorrected?: object;
}

/** The events of the item `ITEM_ID` of the patient `PATIENT_ID`, as a person entered it; `change` replaces any field of their data. */
export const itemEvents = <E extends EventShape>({ id, event, content, onlyCorrected = {} }: EventsOfKind) => {
  const happened = (type: string, data: object): E =>
    ({ type: `${event}${type}`, data: { [id]: ITEM_ID, patient_id: PATIENT_ID, ...data } }) as EventShape as E;
  return {
    recorded: (change: object = {}): E => happened('Recorded', { origin: 'manual', ...content, comment: 'New entry', ...change }),
    corrected: (change: object = {}): E => happened('Corrected', { ...content, ...onlyCorrected, comment: 'Typing error', ...change }),
    removed: (change: object = {}): E => happened('Removed', { comment: 'Wrong patient', ...change }),
  };
};
