import { type ExternalSource, isOlderVersion } from '#contracts/wire/coding';
import type { SourceTime } from '#contracts/wire/clock';
import type { MeasurementParameterView } from '#contracts/examinations/measurement-parameters';
import { numberWithin, SOCIAL_SECURITY_NUMBER } from '#contracts/people/patient-number';
import type { EventLog } from '#infra/event-store/event-log';
import { positionToken } from '#infra/event-store/position-token';
import type { Reservations } from '#infra/event-store/reservations';
import { type Filter, ReadStoreUnavailable } from '#infra/read-store/read-store';
import { diagnoses } from '#projections/diagnoses/diagnoses.projection';
import { type ExaminationDocument, examinations } from '#projections/examinations/examinations.projection';
import { type ExternalReportDocument, externalReports } from '#projections/records/external-reports.projection';
import { intakes } from '#projections/intakes/intakes.projection';
import { labMerges } from '#projections/lab-parameters/lab-merges.projection';
import { labParameters } from '#projections/lab-parameters/lab-parameters.projection';
import { recognised } from '#projections/lab-parameters/merges';
import { type LabResultDocument, labResults } from '#projections/lab-results/lab-results.projection';
import { measurementParameters } from '#projections/office-catalogue/measurement-parameters.projection';
import { organizations } from '#projections/organizations/organizations.projection';
import { eachOf } from '#projections/runner/read-all';
import type { Reader } from '#projections/runner/reader';
import { ImportDirectories, type Parameter, type Placed } from '../fhir-import/directories.ts';

interface Entry {
  entry_id: string;
  source?: ExternalSource | undefined;
}

/** What an item and an entry of it have in common here. */
interface Item {
  id: string;
  draft: boolean;
  source?: ExternalSource | undefined;
}

/** A precision of a day or a time says nothing more than the time itself. */
const timeOf = ({ collected_precision: precision, collected_offset: offset }: SourceTime): Pick<Placed, 'precision' | 'offset'> => ({
  precision: precision === 'year' || precision === 'month' ? precision : undefined,
  offset,
});

/** Read models used by an import. */
const READ = [
  organizations,
  labParameters,
  labMerges,
  measurementParameters,
  diagnoses,
  intakes,
  labResults,
  examinations,
  externalReports,
];

/** Milliseconds that read models may need for what an import has just recorded. */
const MAX_BEHIND_MS = 5 * 60_000;

interface Parts {
  log: EventLog;
  reader: Reader;
  reservations: Reservations;
}

/** Lookups for an import, answered from the read models, whichever process fills them. */
export class ReadModelImportDirectories extends ImportDirectories {
  private readonly reader: Reader;

  constructor(
    private readonly parts: Parts,
    private readonly signal: AbortSignal,
  ) {
    super();
    this.reader = parts.reader;
  }

  /** Resolves when these read models have reached the present end of the log. @throws Rebuilding, ReadStoreUnavailable, the signal's reason */
  async settled(): Promise<void> {
    const { store } = this.parts.log;
    const after = positionToken(store.log_id, await store.head());
    const names = READ.map(({ name }) => name);
    const since = performance.now();
    while (!(await this.reader.caughtUp(names, after))) {
      this.signal.throwIfAborted();
      if (performance.now() - since > MAX_BEHIND_MS) throw new ReadStoreUnavailable('The read models do not come to the end of the log');
    }
  }

  async labParameters(): Promise<Parameter[]> {
    return (await recognised(this.reader)).map(({ id, name, code, unit, aliases }) => ({ id, name, code, unit, aliases }));
  }

  async measurementParameters(): Promise<Parameter[]> {
    const { items } = await this.reader.find<MeasurementParameterView>(measurementParameters, { filter: {} });
    return items.flatMap(({ data }) =>
      data.state !== 0 || data.removed ? [] : [{ id: data.id, name: data.name, code: data.code, aliases: data.aliases ?? [] }],
    );
  }

  async placed(patient_id: string, source: string): Promise<Map<string, Placed>> {
    await this.settled();
    const placed = new Map<string, Placed>();
    const place = (item: Omit<Placed, 'entry_ids' | 'patient_id' | 'source'>, entries: readonly Entry[]): void => {
      for (const { entry_id, source: from } of entries) {
        if (from?.system !== source) continue;
        const known = placed.get(from.reference);
        if (known?.item_id !== item.item_id) {
          const also = known ? { also: [known, ...(known.also ?? [])] } : {};
          placed.set(from.reference, { ...item, patient_id, entry_ids: [entry_id], source: from, ...also });
        } else {
          known.entry_ids.push(entry_id);
          if (isOlderVersion(known.source, from)) known.source = from;
        }
      }
    };
    const ofPatient: Filter = { patient_id: { eq: patient_id } };
    for await (const { id, draft, source: from } of eachOf<Item>(this.reader, diagnoses, ofPatient)) {
      place({ place: 'diagnosis', item_id: id, collected: null, draft }, [{ entry_id: id, source: from }]);
    }
    for await (const { id, draft, source: from } of eachOf<Item>(this.reader, intakes, ofPatient)) {
      place({ place: 'intake', item_id: id, collected: null, draft }, [{ entry_id: id, source: from }]);
    }
    for await (const { id, collected, collected_precision, collected_offset, draft, parameters } of eachOf<LabResultDocument>(
      this.reader,
      labResults,
      ofPatient,
    )) {
      place({ place: 'laboratory', item_id: id, collected, ...timeOf({ collected_precision, collected_offset }), draft }, parameters);
    }
    for await (const { id, collected, collected_precision, collected_offset, draft, measurements } of eachOf<ExaminationDocument>(
      this.reader,
      examinations,
      ofPatient,
    )) {
      place({ place: 'examination', item_id: id, collected, ...timeOf({ collected_precision, collected_offset }), draft }, measurements);
    }
    const standing: Filter = { ...ofPatient, is_withdrawn: { eq: false } };
    for await (const { id, draft, source: from } of eachOf<ExternalReportDocument>(this.reader, externalReports, standing)) {
      place({ place: 'report', item_id: id, collected: null, draft }, [{ entry_id: id, source: from }]);
    }
    return placed;
  }

  numberOwner(organization_id: string, digits: string): Promise<string | undefined> {
    return this.parts.reservations.ownerOf(SOCIAL_SECURITY_NUMBER, numberWithin(organization_id, digits));
  }
}
