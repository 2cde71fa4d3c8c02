import { compare } from '#contracts/rules/compare';
import { Controller, Get, Module, Param, Query, Res } from '@nestjs/common';
import { z } from 'zod';
import { type PageRequest, pageRow } from '#contracts/reports/page-rows';
import {
  linesUnread,
  type PageStatus,
  type PageView,
  type ReadingInstances,
  type ReportView,
  rowCounts,
  rowsToSave,
  type RowsOnPage,
} from '#contracts/reports/reports';
import { labParameterId } from '#catalogues/lab-parameter';
import { fileOfPage } from '#contracts/stored-files';
import { Access } from '#infra/access/access';
import { alsoReads } from '#infra/access-ledger/records-read';
import { isStaff, notFound, type UserActor } from '#infra/event-store/actor';
import { SealedFiles } from '#infra/files/sealed-files';
import { CurrentActor } from '#infra/http/current-actor';
import { userNames } from '../accounts/users.names.ts';
import { readAll } from '../runner/read-all.ts';
import { Reader } from '../runner/reader.ts';
import { type MedicalItemDocument, medicalItems } from '../records/medical-items.projection.ts';
import { After, OfPatient } from '../items/asked.ts';
import { type LabParameterDocument, labParameters } from '../lab-parameters/lab-parameters.projection.ts';
import { pages } from './pages.projection.ts';
import { reports } from './reports.projection.ts';

const List = z.object({
  skip: z.coerce.number<string>().int().min(0).default(0),
  take: z.coerce.number<string>().int().min(1).max(50).default(10),
  after: z.string().optional(),
});

/** Why an engine is not offered (ruling 8), and that nobody here can change it. */
const NOT_CONFIGURED = 'Not configured: this version has no connection to it.';

/** What decides who sees a page. */
const SEEN = [pages.name, medicalItems.name, labParameters.name];

/** What reading shows of itself; provided by the root, which knows whether and where reading runs. */
export abstract class OcrInstances {
  abstract lastPing(): Promise<string | null>;
  /** How far reading is with pages that wait for it, of those that are in hand. */
  abstract statusesOf(page_ids: readonly string[]): Promise<ReadonlyMap<string, PageStatus>>;
}

@Controller('api')
export class ReportsQueries {
  constructor(
    private readonly reader: Reader,
    private readonly files: SealedFiles,
    private readonly access: Access,
    private readonly instances: OcrInstances,
  ) {}

  /** The clinic's files, newest first. */
  @Get('ocr')
  async list(@Query({ schema: List }) { skip, take, after }: z.infer<typeof List>, @CurrentActor() actor: UserActor) {
    const isFresh = await this.reader.caughtUp(['reports'], after);
    if (!isStaff(actor) || actor.organization_id === null) return { items: [], overall_count: 0 };
    const { items, overall_count } = await this.reader.find<ReportView>(reports, {
      filter: { organization_id: { eq: actor.organization_id } },
      sort: [['issued_time', 'desc']],
      skip,
      take,
    });
    alsoReads(
      actor,
      items.flatMap(({ data }) => peopleOn(data)),
    );
    return { items: await this.withProgress(items.map(({ data }) => data)), overall_count, ...(isFresh ? {} : { stale: true }) };
  }

  /** When reading last showed a sign of life (UTC, null: never; where one process does everything, since its start), and the engines with the reason why one is not offered. */
  @Get('ocr/instances')
  async ocrInstances(): Promise<ReadingInstances> {
    return {
      last_ping: await this.instances.lastPing(),
      engines: [
        { type: 'tesseract', enabled: true },
        { type: 'azureCognitive', enabled: false, reason: NOT_CONFIGURED },
        { type: 'abby', enabled: false, reason: NOT_CONFIGURED },
      ],
    };
  }

  /** What the record lacks: pages validated for the patient of which rows stayed there, the first uploaded first. */
  @Get('ocr/staying')
  async staying(@Query({ schema: OfPatient }) { patient_id, after }: z.infer<typeof OfPatient>, @CurrentActor() actor: UserActor) {
    await this.access.patientScope(actor, patient_id);
    const isFresh = await this.reader.caughtUp([...SEEN, 'reports'], after);
    const found = await readAll<PageView>(this.reader, pages, { rows_stay_for: { eq: patient_id } });
    const isSeen = await Promise.all(found.map((page) => this.maySee(actor, page)));
    const mine = found.filter((_, at) => isSeen[at]);
    const files = await this.reader.getMany<ReportView>(
      reports,
      mine.map(({ report_id }) => report_id),
    );
    const items = mine.flatMap(({ id, report_id, page_number, recognition, validation }): RowsOnPage[] => {
      const file = files.get(report_id);
      if (!file || !validation) return [];
      const { awaiting, empty, unchecked } = rowCounts(validation.row_data);
      const unread = linesUnread(recognition, validation.row_data);
      return [
        {
          ...{ page_id: id, report_id, name: file.name, page_number, awaiting, empty },
          ...(unchecked ? { unchecked } : {}),
          ...(unread > 0 ? { unread } : {}),
        },
      ];
    });
    const issued = ({ report_id }: RowsOnPage) => files.get(report_id)?.issued_time ?? '';
    items.sort((a, b) => compare(issued(a), issued(b)) || a.page_number - b.page_number);
    return { items, overall_count: items.length, ...(isFresh ? {} : { stale: true }) };
  }

  @Get('ocr/pages/:id')
  async page(@Param('id') id: string, @Query({ schema: After }) { after }: z.infer<typeof After>, @CurrentActor() actor: UserActor) {
    const isFresh = await this.reader.caughtUp(SEEN, after);
    const page = await this.pageOf(id, actor);
    const names = await userNames(this.reader, [page.validation?.validated_by]);
    const by = page.validation && names.get(page.validation.validated_by);
    const validation = page.validation && { ...page.validation, ...(by ? { validated_by_name: by } : {}) };
    const requests = isStaff(actor) ? await this.requests(page) : [];
    const [inProgress] = await this.inProgress([page]);
    const pageRead = readRows(page, requests);
    // what may be a result is for who can make one of it
    const recognition = pageRead && !isStaff(actor) ? { ...pageRead, unread: undefined } : pageRead;
    return { ...inProgress!, recognition, requests, validation, ...(isFresh ? {} : { stale: true }) };
  }

  @Get('ocr/:id')
  async report(@Param('id') id: string, @Query({ schema: After }) { after }: z.infer<typeof After>, @CurrentActor() actor: UserActor) {
    const isFresh = await this.reader.caughtUp(['reports'], after);
    const report = await this.reader.get<ReportView>(reports, id);
    if (!report) throw notFound();
    alsoReads(actor, peopleOn(report));
    const [inProgress] = await this.withProgress([report]);
    return { ...inProgress!, ...(isFresh ? {} : { stale: true }) };
  }

  /** The page's image as PNG, unsealed for this one answer. */
  @Get('files/page/:id')
  async image(
    @Param('id') id: string,
    @CurrentActor() actor: UserActor,
    @Res({ passthrough: true }) reply: { header(name: string, value: string): void },
  ) {
    await this.pageOf(id, actor);
    const image = await this.files.get(fileOfPage(id));
    if (image === undefined || image === 'destroyed') throw notFound();
    reply.header('Content-Type', 'image/png');
    return Buffer.from(image.buffer, image.byteOffset, image.byteLength);
  }

  /** The log says that there is a page, and then what was read; what lies between is asked of who reads it. */
  private async inProgress<T extends { id: string; status: PageStatus }>(all: readonly T[]): Promise<T[]> {
    const waiting = all.flatMap(({ id, status }) => (status === 'Generated' ? [id] : []));
    const statuses = await this.instances.statusesOf(waiting);
    return all.map((page) => ({ ...page, status: statuses.get(page.id) ?? page.status }));
  }

  private async withProgress(files: readonly ReportView[]): Promise<ReportView[]> {
    const inProgress = await this.inProgress(files.flatMap((file) => file.pages));
    const byId = new Map(inProgress.map((page) => [page.id, page]));
    return files.map((file) => ({ ...file, pages: file.pages.map((page) => byId.get(page.id) ?? page) }));
  }

  /** Of names that the catalogue does not have, and of printed ones that it only has alike: how it stands to them. */
  private async requests({ recognition, validation }: PageView): Promise<PageRequest[]> {
    const read = (recognition?.row_data ?? []).flatMap(({ parameter_id, field_value, fuzzy_match_from }) =>
      parameter_id === undefined ? [field_value.name.field_value] : (fuzzy_match_from ?? []),
    );
    const typed = (validation?.row_data ?? []).flatMap(({ entry }) => (entry.parameter_id === null ? [entry.name] : []));
    const names = new Map([...read, ...typed].map((name) => [labParameterId(undefined, name), name]));
    const known = await this.reader.getMany<LabParameterDocument>(labParameters, [...names.keys()]);
    return [...names].flatMap(([id, name]) => {
      const parameter = known.get(id);
      if (!parameter || parameter.is_removed) return [];
      // nothing but its request changes a parameter that is pending
      const { status, last_modified_at: requested_at } = parameter;
      return [{ name, id, status, ...(status === 'PendingApproval' || status === 'AutomaticallyRequested' ? { requested_at } : {}) }];
    });
  }

  private async pageOf(id: string, actor: UserActor): Promise<PageView> {
    const page = await this.reader.get<PageView>(pages, id);
    if (!page || !(await this.maySee(actor, page))) throw notFound();
    const { organization_id } = page;
    const patient_id = page.validation?.patient_id ?? page.match?.patient_id;
    if (patient_id) alsoReads(actor, [{ patient_id, organization_id }]);
    return page;
  }

  /**
   * A patient sees only a page on which every row is its own, and whose result was not removed: it was perhaps another person's page
   * (decision 0045). The staff see those of their clinic (ruling 16).
   */
  private async maySee(actor: UserActor, { id, organization_id, validation }: PageView): Promise<boolean> {
    if (isStaff(actor) && organization_id === actor.organization_id) return true;
    if (!actor.roles.includes('Patient') || validation === null || !actor.patient_ids.includes(validation.patient_id)) return false;
    // validated with nothing to save, it takes its result away itself
    if (rowsToSave(validation.row_data).saved.length === 0) return true;
    const read = await readAll<MedicalItemDocument>(this.reader, medicalItems, {
      patient_id: { eq: validation.patient_id },
      page_id: { eq: id },
    });
    return read.length === 0 || read.some(({ is_removed }) => !is_removed);
  }
}

/** The rows that were read, with what is wrong about each and whether a person left it out (a row that was not sent was left out). */
const readRows = ({ recognition, validation }: PageView, asked: readonly PageRequest[]): PageView['recognition'] => {
  const left = validation && new Map(validation.row_data.map(({ id, ignored }) => [id, ignored]));
  return (
    recognition && {
      ...recognition,
      row_data: recognition.row_data.map((row) => pageRow(row, left ? (left.get(row.id) ?? true) : undefined, asked)),
    }
  );
};

/** The patients whose pages a file has, as far as they were found. */
const peopleOn = ({ organization_id, pages: of }: ReportView) =>
  of.flatMap(({ patient_id }) => (patient_id === null ? [] : [{ patient_id, organization_id }]));

@Module({ controllers: [ReportsQueries] })
export class ReportsQueriesModule {}
