import { Controller, Get, Header, Module, Param, Query } from '@nestjs/common';
import { z } from 'zod';
import { clinicDay } from '#projections/items/clinic-day';
import { csvOf } from '#contracts/rules/csv';
import { conclusionText } from '#contracts/items/external-reports';
import { ITEM_KINDS, type ItemKind, itemKinds } from '#contracts/items/item-kinds';
import { unsettledLabel } from '#contracts/items/report-status';
import { observed } from '#contracts/observations/observations';
import { bornWritten } from '#contracts/wire/birth';
import { Access } from '#infra/access/access';
import { isStaffFor, notFound, recordsRead, relationOf, type UserActor } from '#infra/event-store/actor';
import { EventLog, ForgedEvent } from '#infra/event-store/event-log';
import { CurrentActor } from '#infra/http/current-actor';
import { users } from '../accounts/users.projection.ts';
import { userNames } from '../accounts/users.names.ts';
import { diagnoses } from '../diagnoses/diagnoses.projection.ts';
import { examinations } from '../examinations/examinations.projection.ts';
import { ExaminationsQueries } from '../examinations/examinations.queries.ts';
import { intakes } from '../intakes/intakes.projection.ts';
import { withReports } from '../external-reports/listing-reports.ts';
import { asReadBy, OfPerson, visibleOf } from '../items/asked.ts';
import { type Timed, withClinicTimes, zonesOf } from '../items/clinic-times.ts';
import { withClinics } from '../items/names.ts';
import { labMerges } from '../lab-parameters/lab-merges.projection.ts';
import { labParameters } from '../lab-parameters/lab-parameters.projection.ts';
import { labResults } from '../lab-results/lab-results.projection.ts';
import { LabResultsQueries } from '../lab-results/lab-results.queries.ts';
import { measurementParameters } from '../office-catalogue/measurement-parameters.projection.ts';
import { organizationNames } from '../organizations/organizations.names.ts';
import { organizations } from '../organizations/organizations.projection.ts';
import { type ExternalReportDocument, externalReports } from '../records/external-reports.projection.ts';
import { type PatientDocument, patients } from '../records/patients.projection.ts';
import { withUploads } from '../reports/upload-names.ts';
import { type Folded, foldEvent } from '../runner/folding.ts';
import type { AnyProjection } from '../runner/projection.ts';
import { readAll } from '../runner/read-all.ts';
import { Reader } from '../runner/reader.ts';
import { DIAGNOSIS_TITLES, diagnosisSaid, INTAKE_TITLES, intakeSaid } from './bar-rows.ts';
import { bmiRows, VALUE_TITLES, valuesSaid } from './value-rows.ts';
import { type ExportRow, inExportOrder, ITEM_TITLES, itemCells, rowsOfVersions, type Said, type VersionedDocument } from './versions.ts';

const Section = z.object({ section: z.enum([...ITEM_KINDS, 'trends']) });

/** What the documents of each kind are folded by. */
const PROJECTIONS = { 'lab-results': labResults, examinations, intakes, diagnoses } as const satisfies Record<ItemKind, AnyProjection>;

/** After so many items an export that goes on asks again whether it may: consent that is taken back stops it. */
const ASKED_AGAIN = 100;

@Controller('api/exports')
export class ExportsQueries {
  private readonly reported: LabResultsQueries;
  private readonly measured: ExaminationsQueries;

  constructor(
    private readonly reader: Reader,
    private readonly access: Access,
    private readonly log: EventLog,
  ) {
    this.reported = new LabResultsQueries(reader, access);
    this.measured = new ExaminationsQueries(reader, access);
  }

  /**
   * All that this person may see of a section as CSV, whatever the charts hide: what holds, drafts apart, and what was corrected, with
   * parameter codes, ids of items and versions (rulings 24 and 54). Trends are of laboratory results and examinations.
   * 404 also where the consent is taken back meanwhile.
   */
  @Get(':section')
  @Header('content-type', 'text/csv; charset=utf-8')
  async export(
    @Param({ schema: Section }) { section }: z.infer<typeof Section>,
    @Query({ schema: OfPerson }) { patient_id, after }: z.infer<typeof OfPerson>,
    @CurrentActor() actor: UserActor,
  ): Promise<Buffer> {
    const { organization_id } = await this.access.patientScope(actor, patient_id);
    const kinds: ItemKind[] = section === 'trends' ? ITEM_KINDS.filter((kind) => itemKinds[kind].chart === 'lines') : [section];
    const read = [...kinds.map((kind) => PROJECTIONS[kind].name), labParameters.name, labMerges.name, measurementParameters.name];
    await this.reader.caughtUp([...read, externalReports.name, patients.name, users.name, organizations.name], after);
    const people = await this.reader.getMany<PatientDocument>(patients, recordsRead(actor, patient_id));
    if (!people.has(patient_id)) throw notFound();

    const today = clinicDay((await organizationNames(this.reader, [organization_id])).get(organization_id)?.time_zone, new Date());
    const rows: ExportRow[] = [];
    for (const kind of kinds) rows.push(...(await this.rows(actor, patient_id, kind, today)));
    const names = await userNames(
      this.reader,
      rows.map(({ document }) => document.last_edited_by),
    );
    await this.access.assertStillReaches(actor);
    const titles = section === 'intakes' ? INTAKE_TITLES : section === 'diagnoses' ? DIAGNOSIS_TITLES : VALUE_TITLES;
    const cells = inExportOrder(rows).map((row) => [...row.cells, ...itemCells(row, names), ...whose(people.get(row.document.patient_id))]);
    return Buffer.from(csvOf([...titles, ...ITEM_TITLES, 'Patient', 'Born'], cells));
  }

  private async rows(actor: UserActor, patient_id: string, kind: ItemKind, today: string): Promise<ExportRow[]> {
    switch (kind) {
      case 'lab-results': {
        const items = await this.valued(actor, patient_id, await this.versions<typeof labResults>(actor, patient_id, kind));
        const catalogue = await this.reported.items.catalogueOf(items.flat());
        const parameterOf = (id: string) => {
          const known = catalogue.get(id);
          return known && { name: known.primary_alias, code: known.code };
        };
        const reportText = await this.reportTexts(items.flatMap((item) => item.flatMap(({ parameters }) => parameters)));
        return rowsOf(items, (document) => valuesSaid(document, document.parameters, parameterOf, reportText));
      }
      case 'examinations': {
        const items = await this.valued(actor, patient_id, await this.versions<typeof examinations>(actor, patient_id, kind));
        const catalogue = await this.measured.items.catalogueOf(items.flat());
        const reportText = await this.reportTexts(items.flatMap((item) => item.flatMap(({ measurements }) => measurements)));
        const rows = rowsOf(items, (document) =>
          valuesSaid(document, document.measurements.map(observed), (id) => catalogue.get(id), reportText),
        );
        const latest = new Map(items.flatMap((item) => item.slice(-1).map((document) => [document.id, document] as const)));
        const bmi = (await this.measured.lines(actor, patient_id)).filter(({ computed }) => computed);
        return [...rows, ...bmi.flatMap((one) => bmiRows(one, latest))];
      }
      case 'intakes':
        return rowsOf(await this.versions<typeof intakes>(actor, patient_id, kind), intakeSaid(today));
      case 'diagnoses':
        return rowsOf(await this.versions<typeof diagnoses>(actor, patient_id, kind), diagnosisSaid(today));
    }
  }

  /** The versions of each item, the oldest first. Only what was changed is read from its stream; of drafts a patient knows nothing. */
  private async versions<P>(actor: UserActor, patient_id: string, kind: ItemKind): Promise<DocumentOf<P>[][]> {
    const projection = PROJECTIONS[kind];
    const { stream: prefix } = itemKinds[kind];
    const items: DocumentOf<P>[][] = [];
    for (const filter of visibleOf(actor, patient_id)) {
      for (const document of await readAll<DocumentOf<P>>(this.reader, projection, filter)) {
        // how another clinic came to it is not told (rulings 13 and 42)
        const isWhole = document.version === 0 || relationOf(actor, document.patient_id) === 'connected';
        const all = isWhole ? [document] : await this.versionsOf<DocumentOf<P>>(projection, `${prefix}-${document.id}`);
        if (items.length % ASKED_AGAIN === 0) await this.access.assertStillReaches(actor);
        const isStaff = isStaffFor(actor, document.patient_id);
        items.push(all.filter(({ draft }) => isStaff || !draft).map((one) => asReadBy(actor, one)));
      }
    }
    return regrouped(items, await withUploads(this.reader, await withClinics(this.reader, items.flat())));
  }

  /** Items on the clinic's clock, their values with the ids of the reports that list them. */
  private async valued<D extends Timed & Parameters<typeof withReports>[2][number]>(
    actor: UserActor,
    patient_id: string,
    items: D[][],
  ): Promise<D[][]> {
    const { organization_id } = await this.access.patientScope(actor, patient_id);
    const documents = items.flat();
    const zones = await zonesOf(this.reader, organization_id, documents);
    return regrouped(items, await withReports(this.reader, actor, withClinicTimes(documents, zones, false)));
  }

  /** Name and conclusion of the reports that values name, by id: 'Urine culture: growth of E. coli'. */
  private async reportTexts(values: readonly { reports?: string[] }[]): Promise<(id: string) => string | undefined> {
    const ids = [...new Set(values.flatMap(({ reports = [] }) => reports))];
    const reports = await this.reader.getMany<ExternalReportDocument>(externalReports, ids);
    return (id) => {
      const report = reports.get(id);
      if (!report) return undefined;
      return [`${report.name}${unsettledLabel(report)}`, conclusionText(report)].filter(Boolean).join(': ');
    };
  }

  private async versionsOf<D>(projection: AnyProjection, stream: string): Promise<D[]> {
    const found: D[] = [];
    let folded: Folded | undefined;
    for await (const opened of this.log.read(stream)) {
      if (opened.kind === 'forged') throw new ForgedEvent(opened);
      const next = foldEvent(projection, folded, opened);
      if (next?.data && next !== folded) found.push(next.data as D);
      folded = next;
    }
    return found;
  }
}

/** What a projection's documents are, as far as an export needs to know. */
type DocumentOf<P> = P extends { create: Record<string, (...args: never[]) => infer D> }
  ? D & VersionedDocument & { file_id?: string; page_id?: string }
  : never;

/** Puts results, one for each member, into the groups of the members. */
const regrouped = <T, U>(groups: readonly (readonly T[])[], made: readonly U[]): U[][] => {
  let at = 0;
  return groups.map((group) => made.slice(at, (at += group.length)));
};

/** The last two cells of a row: each record says its person as it knows the person. */
const whose = (patient: PatientDocument | undefined): string[] => {
  if (!patient) return ['', ''];
  const { first_name, middle_name, last_name, name_suffix } = patient;
  return [[first_name, middle_name, last_name, name_suffix].filter(Boolean).join(' '), bornWritten(patient)];
};

const rowsOf = <D extends VersionedDocument>(items: readonly (readonly D[])[], saidBy: (document: D) => readonly Said[]): ExportRow[] =>
  items.flatMap((versions) => rowsOfVersions(versions, saidBy));

@Module({ controllers: [ExportsQueries] })
export class ExportsModule {}
