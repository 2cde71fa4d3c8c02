import type { EventLog, Opened } from '#infra/event-store/event-log';
import type { Reader } from '../runner/reader.ts';
import { type PatientStream, patientStreams } from './patient-streams.projection.ts';

/** The names of a record's streams, in the order in which they began. The caller has checked access. @throws Rebuilding */
export const streamsOfPatient = async (reader: Reader, patient_id: string): Promise<string[]> => {
  const { items } = await reader.find<PatientStream>(patientStreams, {
    filter: { patient_id: { eq: patient_id } },
    sort: [['created', 'asc']],
  });
  return items.map(({ data }) => data.stream);
};

/**
 * The events of these streams in the order of the log: for as-of views, history, export and proving a rebuild. Of each stream one event is
 * held at a time. @throws KeysUnavailable, UnknownEvent
 */
export async function* eventsOfStreams(log: EventLog, streams: readonly string[]): AsyncGenerator<Opened, void> {
  const heads: { event: Opened; rest: AsyncIterator<Opened> }[] = [];
  try {
    for (const stream of streams) {
      const rest = log.read(stream)[Symbol.asyncIterator]();
      const first = await rest.next();
      if (!first.done) heads.push({ event: first.value, rest });
    }
    while (heads.length > 0) {
      const next = heads.reduce((a, b) => (b.event.meta.position < a.event.meta.position ? b : a));
      yield next.event;
      const following = await next.rest.next();
      if (following.done) heads.splice(heads.indexOf(next), 1);
      else next.event = following.value;
    }
  } finally {
    for (const { rest } of heads) await rest.return?.();
  }
}
