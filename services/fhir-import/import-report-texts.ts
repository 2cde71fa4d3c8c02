import { createHash } from 'node:crypto';
import { type Beside, withBeside } from '#contracts/wire/beside';
import { besideIn } from './beside.ts';
import type { ReportForm } from '#contracts/items/external-reports';
import { fileOfForm } from '#contracts/stored-files';
import { type ExternalSource, isOlderVersion, isSameContent } from '#contracts/wire/coding';
import { Refusal as DomainRefusal } from '#infra/event-store/decider';
import { KeyDestroyed } from '#infra/keys/keys';
import { externalReport, reasonToIgnore } from '../records/external-reports/external-reports.decider.ts';
import { HandleExternalReport } from '../records/external-reports/external-reports.handlers.ts';
import { UNORDERED, WITHDRAWN } from './current-item.ts';
import { commentOn, IMPORTER, importCommand, type ImportContext, importedId, OF_ANOTHER_PATIENT, stateOf } from './context.ts';
import type { Placed } from './directories.ts';
import { isTurnedDown, reasonToLeave, type Refusal, refusalOf, withdrawalOf } from './refusal.ts';
import { shortened } from './resources/fhir-text.ts';
import { textOf } from './resources/resource.ts';
import { skip, withdraw } from './resources/skipped.ts';
import { hasOwnText, unreadText } from './own-text.ts';
import { isUnknownStatus, readReport } from './translators/report.ts';
import type { ReadForm } from './translators/report-form.ts';
import { type Found, sourceOf, type Unit } from './unit.ts';
import { withdrawItem } from './withdraw.ts';

/** What became of what a report says besides its results; 'none' where it says nothing and nothing of it stands. */
export interface OwnText {
  became: 'imported' | 'withdrawn' | 'unchanged' | 'skipped' | 'superseded' | 'none';
  /** Why it was not taken. */
  reason?: string;
}

/** Why a version of a report is not taken. */
export const refusalOfReport = (found: Found): Refusal | undefined => {
  const status = textOf(found.resource, 'status');
  const refusal = refusalOf(found) ?? (status === 'cancelled' ? withdraw('cancelled') : undefined);
  return refusal ?? (isUnknownStatus(status) ? skip('a status that is not known') : undefined);
};

/** Names of results that a report lists: contained ones, and members of panels that are in the unit, too. */
export const resultsOf = ({ reference }: Found, listed: ReadonlyMap<string, readonly string[]>): string[] => {
  const results = new Set(listed.get(reference));
  for (const name of results) for (const member of listed.get(name) ?? []) results.add(member);
  return [...results].filter((name) => name !== '' && name !== reference);
};

interface Stored {
  form: ReportForm;
  bytes: Buffer | undefined;
}

/** Why what the record has of an earlier version stays, although this one lacks it. */
const SILENT = 'the record keeps the earlier version: this one says nothing besides its results, and nothing says which is newer';

/** Each form under the id of its file, which follows from report and content: the same file again is the same. */
const withIds = (context: ImportContext, report_id: string, forms: readonly ReadForm[]): Stored[] =>
  forms.map(({ form, bytes }) => {
    const digest = bytes && createHash('sha256').update(bytes).digest('hex');
    return { form: digest === undefined ? form : { ...form, file_id: importedId(context, `${report_id} form ${digest}`) }, bytes };
  });

/** What a doubt of `reach.ts` begins with, by the type that it is about; an order is of any other. */
const DOUBTED = new Map([
  ['Encounter', 'its visit'],
  ['Specimen', 'its specimen'],
]);
const ORDER = 'its order';

/** Doubts that a remark names, about what the file does not have: nothing of it says that they are settled. @param present types of what the report depends on and the file has */
const openDoubts = (remark: string, present: readonly string[]): string[] => {
  const settled = new Set(present.map((type) => DOUBTED.get(type) ?? ORDER));
  const open = [...DOUBTED.values(), ORDER].filter((what) => !settled.has(what));
  return remark.split('; ').filter((one) => open.some((what) => one.startsWith(what)));
};

/** What the answer of the import says that a report without words of its own has and is not stored. Its kind is said by its results. */
const partsLeft = (beside: Beside): string[] =>
  (beside ?? []).flatMap(({ element }) => (element === 'category' ? [] : [`${element} (of a report that says nothing else)`]));

/** Takes a report's version, or withdraws what stands of an earlier one. */
const takeReport = async (
  context: ImportContext,
  patient_id: string,
  found: Found,
  elsewhere: Placed | undefined,
  { references, reach }: Pick<Unit, 'references' | 'reach'>,
  results: readonly string[],
): Promise<OwnText> => {
  const { tally, refused } = context;
  const { reference, reached, resource } = found;
  const source = sourceOf(found, context.source);
  const report_id = importedId(context, `${patient_id} report ${reference}`);
  const stream = `external_report-${report_id}`;
  const state = (await stateOf(context, externalReport, stream)) ?? externalReport.initial;
  const held = state.status === 'standing' ? state.content : undefined;
  const standing = held?.source ?? elsewhere?.source;
  if (standing && isOlderVersion(source, standing)) return { became: 'unchanged' };

  const withdrawAll = async (by: ExternalSource, comment: string): Promise<void> => {
    const own = { place: 'report', item_id: report_id, patient_id, entry_ids: [], collected: null, draft: false, source } as const;
    if (held) await withdrawItem(context, { ...own, entry_ids: [report_id], source: held.source }, by, comment);
    if (elsewhere) await withdrawItem(context, elsewhere, by, comment);
  };

  const takenOut = (reason: string): OwnText => {
    tally.part(reference, `its conclusion or file is taken out: ${reason}`);
    return { became: 'withdrawn' };
  };

  const refusal = refusalOfReport(found);
  if (refusal) {
    const by = withdrawalOf(found, refusal, context.source);
    if (refusal.withdraws) refused.set(reference, by);
    if (!standing) return { became: hasOwnText(resource, references) ? 'skipped' : 'none', reason: refusal.reason };
    // what cannot be understood says nothing of the earlier version
    const left = refusal.withdraws
      ? reasonToLeave(refusal, source, standing, reach)
      : `the record keeps the earlier version: ${refusal.reason}`;
    if (left !== undefined) return { became: 'skipped', reason: left };
    await withdrawAll(by, commentOn(refusal.reason));
    return takenOut(refusal.reason);
  }
  const near = besideIn(context, found, references);
  const { parts } = near;
  const isSame = held !== undefined && isSameContent(source, held.source);
  const [unread, isSilent] = [unreadText(resource), !hasOwnText(resource, references)];
  if (isSilent && !isSame) tally.notTaken('DiagnosticReport', partsLeft(parts));
  if (held && !isSame && (unread !== undefined || (isSilent && !isOlderVersion(held.source, source)))) {
    if (elsewhere) await withdrawItem(context, elsewhere, source, OF_ANOTHER_PATIENT);
    if (unread !== undefined) return { became: 'skipped', reason: `the record keeps the earlier version: ${unread}` };
    tally.part(reference, SILENT);
    return { became: 'unchanged' };
  }
  if (isSilent && !isSame) {
    if (!standing) return unread === undefined ? { became: 'none' } : { became: 'skipped', reason: unread };
    const reason = 'its newer version says nothing besides its results';
    await withdrawAll(source, commentOn(reason));
    return takenOut(reason);
  }
  const notTaken = async (): Promise<OwnText> => {
    if (!elsewhere) return { became: 'superseded', reason: WITHDRAWN };
    await withdrawItem(context, elsewhere, source, OF_ANOTHER_PATIENT);
    return { became: 'imported' };
  };
  const turnedDown = refused.get(reference);
  if (turnedDown && !held && isTurnedDown(turnedDown, source, reached)) return notTaken();

  // the same version in another file may lack the panels whose members it lists
  const all = isSame ? [...new Set([...held.results, ...results])] : results;
  const { without: missing, forms: read, draft: isDraft = false, beside: _parts, ...words } = readReport(resource, parts, all);
  const without = unread === undefined ? missing : [unread, ...missing];
  const isUnordered =
    found.isUnordered === true ||
    (held !== undefined && (isSame ? held.remark?.includes(UNORDERED) === true : !isOlderVersion(held.source, source)));
  const open = isSame && held.draft ? openDoubts(held.remark ?? '', reached.dependsOn) : [];
  const doubts = [...new Set([...reached.doubts.map((doubt) => doubt.reason), ...open])];
  const draft = isDraft || doubts.length > 0;
  const remark = shortened([...doubts, ...(isUnordered ? [UNORDERED] : []), ...without].join('; '), 400);
  const forms = withIds(context, report_id, read);
  const beside = withBeside(isSame ? held.beside : undefined, near);
  const data = {
    report_id,
    patient_id,
    source,
    ...words,
    ...(beside ? { beside } : {}),
    ...(draft ? { draft } : {}),
    ...(remark === '' ? {} : { remark }),
    forms: forms.map(({ form }) => form),
    confirmed_by: [...reached.confirmedBy],
  };
  const ignored = reasonToIgnore(state, data);
  if (ignored === 'taken back') return notTaken();
  if (ignored === undefined) {
    for (const { form, bytes } of forms) {
      if (form.file_id !== undefined && bytes) await context.sealedFiles.put(fileOfForm(form.file_id), bytes, `patient:${patient_id}`);
    }
    const command = await importCommand(context, 'TakeExternalReport', stream, [source], data);
    await context.commands.execute(new HandleExternalReport(command, IMPORTER));
  }
  if (elsewhere) await withdrawItem(context, elsewhere, source, OF_ANOTHER_PATIENT);
  const named = forms.flatMap(({ form: { title = 'a file', remark: why } }) => (why === undefined ? [] : [`${title}: ${why}`]));
  const unordered = isUnordered && ignored === undefined ? [UNORDERED] : [];
  for (const reason of [...without, ...doubts, ...unordered, ...named]) tally.part(reference, reason);
  return { became: ignored === undefined || elsewhere ? 'imported' : 'unchanged' };
};

/** What a report says besides its results. @param patient undefined where nobody can tell whose it is, for this `reason` */
export const importReportText = async (
  context: ImportContext,
  { patient_id, reason }: { patient_id: string | undefined; reason: string },
  found: Found,
  elsewhere: Placed | undefined,
  unit: Pick<Unit, 'references' | 'reach'>,
  results: readonly string[],
): Promise<OwnText> => {
  if (patient_id === undefined) return hasOwnText(found.resource, unit.references) ? { became: 'skipped', reason } : { became: 'none' };
  try {
    return await takeReport(context, patient_id, found, elsewhere, unit, results);
  } catch (error) {
    if (error instanceof KeyDestroyed) return { became: 'skipped', reason: 'its record is erased' };
    if (!(error instanceof DomainRefusal)) throw error;
    return { became: 'skipped', reason: error.message };
  }
};
