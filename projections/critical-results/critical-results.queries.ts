import { Controller, Get, Module, Query } from '@nestjs/common';
import { z } from 'zod';
import { Id } from '#contracts/wire/primitives';
import { type CriticalPageView, CriticalResultView } from '#contracts/lab/critical-results';
import { seenAs } from '#contracts/observations/critical';
import { isCritical } from '#contracts/observations/flags';
import type { PageView, ReportView } from '#contracts/reports/reports';
import { compare } from '#contracts/rules/compare';
import { fieldsOf, said } from '#contracts/rules/equal';
import { Access } from '#infra/access/access';
import type { UserActor } from '#infra/event-store/actor';
import { CurrentActor } from '#infra/http/current-actor';
import type { Filter } from '#infra/read-store/read-store';
import { userNames } from '../accounts/users.names.ts';
import { users } from '../accounts/users.projection.ts';
import { withCatalogueNames } from '../lab-results/catalogue-names.ts';
import { type LabResultDocument, labResults } from '../lab-results/lab-results.projection.ts';
import { withSeers } from '../lab-results/seers.ts';
import { pages } from '../reports/pages.projection.ts';
import { reports } from '../reports/reports.projection.ts';
import { readAll } from '../runner/read-all.ts';
import { Reader } from '../runner/reader.ts';

const List = z.object({
  patient_id: Id,
  skip: z.coerce.number<string>().int().min(0).default(0),
  take: z.coerce.number<string>().int().min(1).max(200).default(50),
  /** The position of one's own last command. */
  after: z.string().optional(),
});

const fieldsOfView = fieldsOf(CriticalResultView);

/** Results with their critical values alone, and with the names of the doctors who have seen some. @throws Rebuilding */
export const criticalViews = async (reader: Reader, results: readonly LabResultDocument[]): Promise<CriticalResultView[]> => {
  const critical = results.map((result) => ({ ...result, parameters: result.parameters.filter(isCritical) }));
  const named = await withSeers(reader, await withCatalogueNames(reader, critical));
  return named.map(({ critical = 'new', critical_since, ...result }) =>
    fieldsOfView({ ...result, state: critical, since: critical_since ?? result.recorded_at }),
  );
};

/** Pages with critical rows that are in no record, with the names of their files and of the doctors who have seen some: the last read first. @throws Rebuilding */
export const criticalPages = async (reader: Reader, found: readonly PageView[]): Promise<CriticalPageView[]> => {
  const [files, names] = await Promise.all([
    reader.getMany<ReportView>(
      reports,
      found.map(({ report_id }) => report_id),
    ),
    userNames(
      reader,
      found.flatMap(({ seen_rows = [] }) => seen_rows.map(({ by }) => by)),
    ),
  ]);
  const newest = found.toSorted((a, b) => compare(b.read_at ?? '', a.read_at ?? '') || a.page_number - b.page_number);
  return newest.flatMap((page): CriticalPageView[] => {
    const { id: page_id, report_id, page_number, critical_rows, seen_rows = [], read_at, validation, version } = page;
    const file = files.get(report_id);
    if (!file || !critical_rows) return [];
    const { patient_id, waits } = critical_rows;
    const values = critical_rows.values.map((value) => {
      const by = seenAs(seen_rows, value);
      return by ? { ...value, seen: { by: by.by, ...said({ by_name: names.get(by.by ?? '') }), at: by.at } } : value;
    });
    const read = read_at === undefined ? {} : { read_at };
    return [
      { page_id, report_id, name: file.name, page_number, patient_id, ...read, is_validated: validation !== null, waits, values, version },
    ];
  });
};

@Controller('api/critical-results')
export class CriticalResultsQueries {
  constructor(
    private readonly reader: Reader,
    private readonly access: Access,
  ) {}

  /** Critical results that no doctor has seen or nobody has checked, and report pages with such rows. */
  @Get()
  async list(@Query({ schema: List }) { patient_id, skip, take, after }: z.infer<typeof List>, @CurrentActor() actor: UserActor) {
    const { organization_id } = await this.access.patientScope(actor, patient_id);
    const isFresh = await this.reader.caughtUp([labResults.name, pages.name, reports.name, users.name], after);
    const of: Filter = { patient_id: { eq: patient_id } };
    const unseen: Filter = { ...of, critical: { in: ['new', 'earlier'] } };
    const unchecked: Filter = { ...of, critical: { eq: 'seen' }, draft: { eq: true } };
    // 'seen' and unchecked, then 'new', then 'earlier': none of those before is ever cut off by old results of an import
    const sort = [
      ['critical', 'desc'],
      ['critical_since', 'desc'],
    ] as const;
    const [found, { overall_count: waiting }, onPages] = await Promise.all([
      this.reader.find<LabResultDocument>(labResults, { any_of: [[unseen, unchecked]], sort, skip, take }),
      this.reader.find(labResults, { filter: unseen, take: 0 }),
      readAll<PageView>(this.reader, pages, { 'critical_rows.patient_id': { eq: patient_id } }),
    ]);
    const own = onPages.filter((page) => page.organization_id === organization_id);
    return {
      items: await criticalViews(
        this.reader,
        found.items.map(({ data }) => data),
      ),
      overall_count: found.overall_count,
      unseen: waiting,
      pages: await criticalPages(this.reader, own),
      ...(isFresh ? {} : { stale: true as const }),
    };
  }
}

@Module({ controllers: [CriticalResultsQueries] })
export class CriticalResultsQueriesModule {}
