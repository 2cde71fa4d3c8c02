import { MedicalItemsQueries } from './medical-items.queries.ts';
import { Controller, Get, Module, Param } from '@nestjs/common';
import { type AuditAnswer, auditedStream, AuditType } from '#contracts/items/history';
import { compare } from '#contracts/rules/compare';
import { withUpload } from '#contracts/wire/read-from';
import { Access } from '#infra/access/access';
import { alsoReads } from '#infra/access-ledger/records-read';
import { isStaffFor, notFound, type UserActor } from '#infra/event-store/actor';
import { EventLog, type Opened } from '#infra/event-store/event-log';
import { CurrentActor } from '#infra/http/current-actor';
import { userNames } from '../accounts/users.names.ts';
import { uploadName } from '../reports/upload-names.ts';
import { Reader } from '../runner/reader.ts';
import { auditOf, personOf } from './audit.ts';
import type { Change } from './item-history.ts';
import { withParameterNames } from './parameter-names.ts';

/** The upload that an item's reasons may name. */
const uploadOf = (type: AuditType, id: string, events: readonly Opened[]): string | undefined => {
  if (type === 'report') return id.toLowerCase();
  for (const opened of events) {
    if (opened.kind === 'opened' && 'file_id' in opened.event.data) return opened.event.data.file_id as string;
  }
  return undefined;
};

/** The patients whose values a report's pages have, or had. */
const peopleOn = (events: readonly Opened[]): string[] =>
  events.flatMap((opened) => {
    if (opened.kind !== 'opened') return [];
    const { match, patient_id, previous_patient_id } = opened.event.data;
    return [match?.patient_id, patient_id, previous_patient_id].filter((id) => typeof id === 'string');
  });

const factOf = ({ field, to, to_data, from: _from, from_data: _from_data, ...rest }: Change): AuditAnswer['facts'][number] => ({
  ...{ field, value: to ?? '', data: to_data },
  ...rest,
});

@Controller('api/audit')
export class HistoryQueries {
  constructor(
    private readonly log: EventLog,
    private readonly access: Access,
    private readonly reader: Reader,
  ) {}

  /** Every operation on an item, oldest first, and what it says, read from its own stream: there is no delay and nothing to rebuild. */
  @Get(':type/:id')
  async audit(@Param('type') type: string, @Param('id') id: string, @CurrentActor() actor: UserActor): Promise<AuditAnswer> {
    const asked = AuditType.safeParse(type);
    const stream = auditedStream(type, id);
    if (!asked.success || stream === undefined) throw notFound();
    const { patient_id = '', organization_id } = await this.access.streamScope(actor, stream);
    const events: Opened[] = [];
    for await (const opened of this.log.read(stream)) events.push(opened);
    if (asked.data === 'labresult') await this.addSeen(id, events);
    const names = await userNames(
      this.reader,
      events.map(({ meta }) => personOf(meta.actor)),
    );
    const isPatientOnly = !isStaffFor(actor, patient_id) && !actor.roles.includes('SuperUser');
    const upload = await uploadName(this.reader, uploadOf(asked.data, id, events));
    const { entries, facts, isHiddenFromPatient } = auditOf(asked.data, events, names, isPatientOnly);
    if (isPatientOnly && isHiddenFromPatient) throw notFound();
    if (asked.data === 'report' && organization_id !== undefined) {
      const relation = actor.reach?.relation;
      alsoReads(
        actor,
        peopleOn(events).map((id) => ({ patient_id: id, organization_id, ...(relation && { relation }) })),
      );
    }
    const named = await withParameterNames(this.reader, entries);
    const items = named.map((entry) => (entry.comment === undefined ? entry : { ...entry, comment: withUpload(entry.comment, upload) }));
    return { items, overall_count: entries.length, facts: facts.map(factOf) };
  }

  /** Adds, at their places, the events that say who has seen critical values: the result itself is no other version after them. */
  private async addSeen(id: string, events: Opened[]): Promise<void> {
    for await (const seen of this.log.read(`critical_result-${id.toLowerCase()}`)) {
      const next = events.findIndex(({ meta }) => compare(meta.position, seen.meta.position) > 0);
      const at = next < 0 ? events.length : next;
      const { revision } = events[at - 1]?.meta ?? seen.meta;
      events.splice(at, 0, { ...seen, meta: { ...seen.meta, revision } });
    }
  }
}

@Module({ controllers: [HistoryQueries, MedicalItemsQueries] })
export class HistoryModule {}
