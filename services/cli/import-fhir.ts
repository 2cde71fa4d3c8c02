import { z } from 'zod';
import { type ExternalSource, isOlderVersion } from '#contracts/wire/coding';
import type { MeasurementParameterView } from '#contracts/examinations/measurement-parameters';
import { diagnoses } from '#projections/diagnoses/diagnoses.projection';
import { type ExaminationDocument, examinations } from '#projections/examinations/examinations.projection';
import { intakes } from '#projections/intakes/intakes.projection';
import { recognised } from '#projections/lab-parameters/merges';
import { type LabResultDocument, labResults } from '#projections/lab-results/lab-results.projection';
import { measurementParameters } from '#projections/office-catalogue/measurement-parameters.projection';
import { organizations } from '#projections/organizations/organizations.projection';
import { eachOf } from '#projections/runner/read-all';
import type { Reader } from '#projections/runner/reader';
import type { Filter } from '#infra/read-store/read-store';
import type { Reservations } from '#infra/event-store/reservations';
import { ImportDirectories, type Parameter, type Placed } from '../fhir-import/directories.ts';
import { UnreadableBundle } from '../fhir-import/resources/fhir-file.ts';
import { importFhir } from '../fhir-import/fhir-import.ts';
import type { ImportReport } from '../fhir-import/tally.ts';
import { numberWithin, SOCIAL_SECURITY_NUMBER } from '#contracts/people/patient-number';
import { withCommands } from './command-bus.ts';
import { OperationFailed } from './control.ts';
import type { Kernel } from './kernel.ts';

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

/** Lookups for an import, answered from the read models. */
export class ReadModelImportDirectories extends ImportDirectories {
  constructor(
    private readonly reader: Reader,
    private readonly reservations: Reservations,
    private readonly settled: () => Promise<void>,
  ) {
    super();
  }

  async labParameters(): Promise<Parameter[]> {
    return (await recognised(this.reader)).map(({ id, name, code, aliases }) => ({ id, name, code, aliases }));
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
        if (known?.item_id !== item.item_id) placed.set(from.reference, { ...item, patient_id, entry_ids: [entry_id], source: from });
        else {
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
    for await (const { id, collected, draft, parameters } of eachOf<LabResultDocument>(this.reader, labResults, ofPatient)) {
      place({ place: 'laboratory', item_id: id, collected, draft }, parameters);
    }
    for await (const { id, collected, draft, measurements } of eachOf<ExaminationDocument>(this.reader, examinations, ofPatient)) {
      place({ place: 'examination', item_id: id, collected, draft }, measurements);
    }
    return placed;
  }

  numberOwner(organization_id: string, digits: string): Promise<string | undefined> {
    return this.reservations.ownerOf(SOCIAL_SECURITY_NUMBER, numberWithin(organization_id, digits));
  }
}

const Asked = z.object({
  paths: z.array(z.string()).min(1),
  organization: z.string().optional(),
  source: z.string().trim().min(1).max(200).default('FHIR file'),
});

/** The clinic that is named, by id or name; without a name the only one there is. @throws OperationFailed */
const clinicOf = async (reader: Reader, named: string | undefined): Promise<string> => {
  const { items } = await reader.find<{ name: string }>(organizations, { filter: {} });
  const known = items.map(({ id, data }) => ({ id, name: data.name }));
  const found = named === undefined ? known : known.filter(({ id, name }) => id === named || name.toLowerCase() === named.toLowerCase());
  if (found.length === 1) return found[0]!.id;
  const names = known.map(({ id, name }) => `  ${id}  ${name}`).join('\n');
  if (known.length === 0) throw new OperationFailed('There is no clinic yet');
  throw new OperationFailed(
    named === undefined
      ? `Which clinic? --organization ID\n${names}`
      : `There is ${found.length === 0 ? 'no' : 'more than one'} clinic '${named}':\n${names}`,
  );
};

/** Imports go one after the other: what stands in a record is looked up before it is written, and another import would come between. */
const turns = new WeakMap<Kernel, Promise<unknown>>();
const inTurn = <T>(kernel: Kernel, work: () => Promise<T>): Promise<T> => {
  const turn = (turns.get(kernel) ?? Promise.resolve()).then(work);
  turns.set(
    kernel,
    turn.catch(() => undefined),
  );
  return turn;
};

/**
 * `anamnesis fhir import FILE...`
 * @param alone no server runs: the read models that are asked are brought up to date here
 * @throws OperationFailed
 */
export const importFhirFiles = async (
  kernel: Kernel,
  args: Record<string, unknown>,
  progress: (text: string) => void,
  alone: boolean,
): Promise<ImportReport> => {
  const { paths, organization, source } = Asked.parse(args);
  const { reader, reservations, runner } = kernel;
  if (alone) await runner.start();
  try {
    await runner.settled();
    const organization_id = await clinicOf(reader, organization);
    const directories = new ReadModelImportDirectories(reader, reservations, () => runner.settled());
    const report = await inTurn(kernel, () =>
      withCommands(kernel, (commands) => importFhir({ ...kernel, commands, directories }, paths, { organization_id, source }, progress)),
    );
    await runner.settled();
    return report;
  } catch (error) {
    if (error instanceof UnreadableBundle) throw new OperationFailed(error.message);
    throw error;
  } finally {
    if (alone) await runner.stop();
  }
};
