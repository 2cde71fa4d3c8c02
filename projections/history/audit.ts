import type { AcceptedDoubt } from '#contracts/items/accepted-doubts';
import { erasureTypes } from '#contracts/people/erasures';
import { importCodes } from '#contracts/wire/open-questions';
import type { AuditEntry, AuditType } from '#contracts/items/history';
import type { EventActor } from '#contracts/wire/envelope';
import type { Opened } from '#infra/event-store/event-log';
import { diagnosisHistory } from './diagnosis.history.ts';
import { examinationHistory } from './examination.history.ts';
import { intakeHistory } from './intake.history.ts';
import { began, type Change, type ItemHistory, withoutRead } from './item-history.ts';
import { labResultHistory } from './lab-result.history.ts';
import { patientHistory } from './patient.history.ts';
import { reportHistory } from './report.history.ts';

export const histories = {
  diagnose: diagnosisHistory,
  examination: examinationHistory,
  labresult: labResultHistory,
  intake: intakeHistory,
  patient: patientHistory,
  report: reportHistory,
} as const satisfies Record<AuditType, ItemHistory<any, any>>;

/** The person behind an event: who did it, or for whom a part of the system did. */
export const personOf = (actor: EventActor): string | undefined => ('user_id' in actor ? actor.user_id : actor.on_behalf_of);

/** Parts of the system that are no reading of a page. */
const administration: ReadonlySet<string> = new Set(['seed', 'cli', 'erasures', 'reactions']);

const nameOf = (actor: EventActor, names: ReadonlyMap<string, string>): string => {
  const person = personOf(actor);
  if (person !== undefined) return names.get(person) ?? 'Unknown user';
  const part = 'system' in actor ? actor.system : '';
  if (part === 'fhir-import') return 'External record';
  return administration.has(part) ? 'System' : 'OCR';
};

/**
 * An item's events told one by one, the oldest first, and what the item says as its reader knows it. Of an erased event, and of the
 * erasure, only who and when are told; one that is not what was recorded is said to be so and tells nothing.
 * Told to a patient, what happened while the item was hidden is folded into the next thing shown: nothing is said of values and reasons
 * that were never shown (ruling 24). Of a removed item a patient is told the removal alone (decision 0045).
 * @param names first and last names by user id
 */
export const auditOf = (
  type: AuditType,
  events: readonly Opened[],
  names: ReadonlyMap<string, string>,
  forPatient = false,
): { entries: AuditEntry[]; facts: Change[]; isHiddenFromPatient: boolean } => {
  const history = histories[type] as unknown as ItemHistory<unknown, { type: string; data: object }>;
  // As the item is, and as its reader was told that it is: they differ where events are not told
  let state = history.initial;
  let known = history.initial;
  let begins = false;
  const entries = events.flatMap((opened): AuditEntry[] => {
    const { meta } = opened;
    const common = {
      audit_id: meta.event_id,
      event_type: opened.kind === 'opened' ? opened.event.type : opened.type,
      version: meta.revision,
      created_by: nameOf(meta.actor, names),
      created_by_id: personOf(meta.actor) ?? null,
      created_at: meta.recorded_at,
    };
    if (opened.kind === 'erased') return [{ ...common, action: 'Erased', action_code: 'erased', changes: [], sources: [], erased: true }];
    if (opened.kind === 'forged')
      return [{ ...common, action: 'Not what was recorded', action_code: 'not-as-recorded', changes: [], sources: [] }];
    if (erasureTypes.includes(opened.event.type)) {
      const said =
        opened.event.type === 'ErasureOrdered'
          ? ({ action: 'Erasure ordered', action_code: 'erasure-ordered' } as const)
          : ({ action: 'Erased', action_code: 'erased' } as const);
      return [{ ...common, ...said, changes: [], sources: [], erased: true }];
    }
    const before = state;
    state = history.tell(state, opened.event).state;
    if (forPatient && history.isHiddenFromPatient(state)) {
      begins ||= before === history.initial;
      known = history.unseen?.(known, state) ?? known;
      return [];
    }
    const { state: next, action, action_code, changes, sources = [], comment } = history.tell(known, opened.event);
    known = next;
    const told = begins ? began('manual') : { action, action_code };
    begins = false;
    const { accepted } = opened.event.data as { accepted?: AcceptedDoubt[] };
    const answered = forPatient ? accepted?.filter(({ code }) => !(importCodes as readonly string[]).includes(code)) : accepted;
    return [
      {
        ...common,
        ...told,
        changes: forPatient ? withoutRead(changes) : changes,
        sources,
        ...(comment === undefined ? {} : { comment }),
        ...(answered === undefined || answered.length === 0 ? {} : { accepted: answered }),
      },
    ];
  });
  const isHiddenFromPatient = history.isHiddenFromPatient(state);
  const removals = forPatient ? entries.filter(({ action_code }) => action_code === 'removed') : [];
  if (removals.length > 0) return { entries: removals, facts: [], isHiddenFromPatient };
  const facts = known === history.initial ? [] : (history.facts?.(known) ?? []);
  return { entries, facts, isHiddenFromPatient };
};
