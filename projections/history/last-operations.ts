import { itemKinds, kindsBy } from '#contracts/items/item-kinds';
import type { LastOperation } from '#contracts/items/medical-items';
import { withUpload } from '#contracts/wire/read-from';
import type { EventLog, Opened } from '#infra/event-store/event-log';
import { userNames } from '../accounts/users.names.ts';
import { uploadName } from '../reports/upload-names.ts';
import type { Reader } from '../runner/reader.ts';
import { auditOf, personOf } from './audit.ts';
import { lastOperation } from './last-operation.ts';
import type { MedicalItemDocument } from '../records/medical-items.projection.ts';
import { withParameterNames } from './parameter-names.ts';

const KINDS = kindsBy('type');

/** What was done last to each item of a page, read from its own stream, in the words of its history; by the item's id. */
export const lastOperations = async (
  reader: Reader,
  log: EventLog,
  documents: readonly MedicalItemDocument[],
  forPatient: boolean,
): Promise<Map<string, { last_operation: LastOperation }>> => {
  const streams = await Promise.all(
    documents.map(async (document) => {
      const events: Opened[] = [];
      for await (const opened of log.read(`${itemKinds[KINDS[document.type]].stream}-${document.id}`)) events.push(opened);
      return { document, events };
    }),
  );
  const names = await userNames(
    reader,
    streams.flatMap(({ events }) => events.map(({ meta }) => personOf(meta.actor))),
  );
  const told = new Map<string, { last_operation: LastOperation }>();
  for (const { document, events } of streams) {
    const last = auditOf(itemKinds[KINDS[document.type]].audit, events, names, forPatient).entries.at(-1);
    if (!last) continue;
    const [named] = await withParameterNames(reader, [last]);
    const operation = lastOperation(named!);
    const reason = operation.reason && withUpload(operation.reason, await uploadName(reader, document.file_id));
    told.set(document.id, { last_operation: { ...operation, ...(reason === undefined ? {} : { reason }) } });
  }
  return told;
};
