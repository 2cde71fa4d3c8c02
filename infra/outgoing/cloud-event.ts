import type { Envelope } from '#contracts/wire/envelope';
import { storedData } from '../event-store/event-log.sealing.ts';
import type { StoredEvent } from '../event-store/event-store.ts';

/** Event of the log for integrators: CloudEvents 1.0, structured mode, in JSON. */
export interface CloudEvent {
  specversion: '1.0';
  /** UUID of the event, the same if it is published again. */
  id: string;
  /** `urn:uuid:` and the id of the log. A restored or moved log has a new one. */
  source: string;
  /** Type of the event, such as `LabResultRecorded`. */
  type: string;
  /** Stream of the event, such as `lab-result-<UUID>`. */
  subject: string;
  /** Time of recording: UTC with milliseconds. */
  time: string;
  /**
   * Time at which the log was begun to be published from its first event: UTC with milliseconds. A later feed, compared as text, replaces the ones before it.
   */
  feed: string;
  /** Position in the log. Compared as text; comparable within a feed only. */
  position: string;
  /** Revision of the stream, from 0: the item's version after the event. */
  revision: number;
  /** Reason if `data` was left out: the server takes no message of its size. */
  dataomitted?: 'too-large';
  datacontenttype?: 'application/json';
  data?: {
    envelope: Envelope;
    /** Fields of the event that are stored readable. Never data about a patient, but ids, codes and counts. */
    open: Record<string, unknown>;
    /** The other fields, sealed: `key` is the id of the key, `box` the sealed bytes in base64. */
    sealed: { key: string; box: string }[];
  };
}

/** Converts an event of the log. Its content hash stays within the log. @throws Forged if the stored bytes have another format */
export const cloudEvent = (event: StoredEvent, log_id: string, feed: string): CloudEvent => {
  const { id, type, stream, revision, position, metadata, data } = event;
  const { open, sealed } = storedData(data);
  return {
    specversion: '1.0',
    id,
    source: `urn:uuid:${log_id}`,
    type,
    subject: stream,
    time: metadata.recorded_at,
    feed,
    position,
    revision,
    datacontenttype: 'application/json',
    data: { envelope: metadata, open, sealed },
  };
};

/** The event without its data, marked as such. */
export const withoutData = (event: CloudEvent): CloudEvent => {
  const { data: _data, datacontenttype: _type, ...rest } = event;
  return { ...rest, dataomitted: 'too-large' };
};
