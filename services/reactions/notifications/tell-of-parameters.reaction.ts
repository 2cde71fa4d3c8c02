import type { MeasurementParameterEvent } from '#contracts/examinations/measurement-parameters';
import type { LabMergeEvent } from '#contracts/lab/lab-merges';
import type { LabParameterEvent } from '#contracts/lab/lab-parameters';
import { editorOf } from '#contracts/wire/envelope';
import type { EventLog } from '#infra/event-store/event-log';
import type { Streams } from '#infra/event-store/streams';
import type { Reaction } from '../reaction.ts';
import { raise } from './raise.ts';

type Followed =
  | Extract<LabParameterEvent, { type: 'LabParameterApproved' | 'LabParameterRejected' }>
  | Extract<LabMergeEvent, { type: 'LabParametersMerged' }>
  | Extract<MeasurementParameterEvent, { type: 'MeasurementParameterApproved' | 'MeasurementParameterRejected' }>;

/** What a person asks for a parameter by. */
const ASKED: ReadonlySet<string> = new Set(['LabParameterRequested', 'LabParameterRequestSent', 'MeasurementParameterAdded']);

/** Whoever asked for a parameter is told what was decided (ruling 16); merging it with another one says yes to it. */
export const tellOfParameters = ({ log, streams }: { log: EventLog; streams: Streams }): Reaction => ({
  name: 'tell-of-parameters',
  types: [
    ...['LabParameterApproved', 'LabParameterRejected', 'LabParametersMerged'],
    ...['MeasurementParameterApproved', 'MeasurementParameterRejected'],
  ],
  react: async (happened, meta, effects) => {
    const event = happened as Followed;
    const ids = event.type === 'LabParametersMerged' ? event.data.merged_ids : [event.data.parameter_id];
    const kind = event.type.endsWith('Rejected') ? 'ParameterRejected' : 'ParameterApproved';
    const slice = event.type.startsWith('Measurement') ? 'measurement_parameter' : 'lab_parameter';
    for (const [nth, parameter_id] of ids.entries()) {
      const asked = (await askedBy(log, `${slice}-${parameter_id}`)).filter((user_id) => user_id !== editorOf(meta));
      await raise(streams, asked, { kind, about: { parameter_id }, at: meta.recorded_at }, { id: () => effects.id(nth) });
    }
  },
});

/** The persons who asked for what a stream is about. */
const askedBy = async (log: EventLog, stream: string): Promise<string[]> => {
  const people: string[] = [];
  for await (const { type, metadata } of log.store.readStream(stream)) {
    const person = ASKED.has(type) ? editorOf(metadata) : null;
    if (person !== null) people.push(person);
  }
  return people;
};
