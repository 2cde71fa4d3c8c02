import type { CloudEvent } from './cloud-event.ts';

/** The server takes no events at the moment. The message contains no addresses. */
export class OutgoingUnavailable extends Error {}

/** State of the place where events are published. */
export interface Destination {
  /** Id of server and topic. */
  id: string;
  /** True if nothing was ever published there. */
  isEmpty: boolean;
  /** Settings that are not as the program would have made them, in words. */
  differences: readonly string[];
}

/** Key that orders an event: the patient's id, or the stream if the event belongs to no patient. */
export const keyOf = ({ data, subject }: CloudEvent): string => data?.envelope.patient_id ?? subject;

/**
 * Feed of the log for integrators outside of the program: every event, at least once, in the order of the log for each key. Consumers ignore positions
 * that are not above the last one of the same feed and key, and feeds before the latest.
 */
export abstract class Outgoing {
  /** Prepares the destination. @throws OutgoingUnavailable */
  abstract prepare(): Promise<Destination>;

  /**
   * Resolves once the server has stored all events, in this order, to those that it took only without their data because of their size. If rejected, some
   * of them may be stored.
   * @throws OutgoingUnavailable
   */
  abstract publish(events: readonly CloudEvent[]): Promise<readonly CloudEvent[]>;

  /** Waits for pending calls for some seconds; later ones are rejected. */
  abstract close(): Promise<void>;
}
