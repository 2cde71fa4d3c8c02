import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { eventContracts } from '#contracts/events';
import type { EventMeta } from '#contracts/wire/envelope';
import type { ReportEvent } from '#contracts/reports/reports';
import { EventLog } from '#infra/event-store/event-log';
import { pages } from '#projections/reports/pages.projection';
import { reports } from '#projections/reports/reports.projection';
import { foldEvent } from '#projections/runner/folding';
import { type Engines, openEngines } from '#tests/support/engines';
import { happened, ids, recognition } from '#tests/support/report-events';

const golden = (schema: number): object =>
  JSON.parse(readFileSync(new URL(`../../infra/event-store/golden/PageRead.${schema}.json`, import.meta.url), 'utf8')) as object;

/** The page of the tests as releases before stored it: the unit alone with its place, the places of the other fields beside. */
const asStoredBefore = {
  ...happened.read.data,
  recognition: {
    ...recognition,
    row_data: recognition.row_data.map(({ field_value: { name, value, range, unit }, ...row }) => ({
      ...row,
      field_value: { name: name.field_value, value: value.field_value, range: range.field_value, unit },
      regions: { name: name.region, value: value.region, range: range.region },
    })),
  },
};

describe('decision 3.9: a page that was read by an older release', () => {
  let engines: Engines;
  beforeAll(async () => {
    engines = await openEngines();
  });
  afterAll(() => engines.close());
  const clock = () => new Date('2026-02-14T08:00:00Z');
  const context = { command_id: '00000000-0000-4000-8000-000000000001', actor: { system: 'ocr' }, organization_id: ids.clinic, clock };
  /** The log as a release that knew `PageRead` in schema 1 alone writes it. */
  const older = () => {
    const { upcasters: _none, ...contract } = eventContracts.get('PageRead')!;
    const before = { ...contract, schema: 1, data: z.looseObject({}) as never, upcasters: {} };
    return new EventLog(engines.store, engines.keys, new Map([...eventContracts, ['PageRead', before]]));
  };
  const opened = async (stream: string) => {
    const events: { event: ReportEvent; meta: EventMeta }[] = [];
    for await (const each of engines.log.read(stream)) {
      if (each.kind !== 'opened') throw new Error(each.kind);
      events.push(each as { event: ReportEvent; meta: EventMeta });
    }
    return events;
  };

  it('is lifted to what it is stored as now, and stays as it lies', async () => {
    const stream = 'report-older';
    await older().append(stream, [{ type: 'PageRead', data: golden(1) }], 'no-stream', context);
    const before = await engines.stored(stream);
    const [read] = await opened(stream);
    expect(read).toMatchObject({ event: { data: golden(2) }, meta: { schema: 1 } });
    expect(await engines.stored(stream)).toEqual(before);
    expect(before).toMatchObject([{ intact: true, metadata: { schema: 1 } }]);
  });

  it('folds to the same documents, whichever release wrote it', async () => {
    const fold = async (log: EventLog, stream: string, data: object) => {
      const events = [
        { type: 'ReportUploaded', data: happened.uploaded.data },
        { type: 'PageRead', data },
      ];
      await log.append(stream, events, 'no-stream', context);
      const all = await opened(stream);
      return [reports, pages].map((projection) => {
        const ofIt = all.filter(({ event }) => event.type in projection.create || event.type in projection.apply);
        const folded = ofIt.reduce<ReturnType<typeof foldEvent>>(
          (doc, { event, meta }) => foldEvent(projection, doc, { kind: 'opened', type: event.type, event, meta } as never),
          undefined,
        );
        return { ...folded?.data, issued_time: '' };
      });
    };
    const before = await fold(older(), 'report-before', asStoredBefore);
    const now = await fold(engines.log, 'report-now', happened.read.data);
    expect(before).toEqual(now);
    expect(now[1]).toMatchObject({ recognition });
  });
});
