import { Button, Checkbox } from '@blueprintjs/core';
import { Tick } from '@blueprintjs/icons';
import { type ReactNode, useState } from 'react';
import { v4 as newId } from 'uuid';
import type { AcceptedDoubt } from '#contracts/items/accepted-doubts';
import type { Origin } from '#contracts/wire/origin';
import { http } from '#web/lib/http.ts';
import type { ItemCalls } from '#web/record/form/item-calls.ts';
import { unfinished } from '#web/record/form/unfinished.ts';
import { showCount } from '#web/lib/numbers.ts';
import { type FieldErrors, Problem } from '#web/lib/problem.ts';
import { markRow } from '#web/lib/returning.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { reasonError, ReasonField } from '#web/ui/reason-field.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { useReturnFocus } from '#web/ui/use-return-focus.ts';
import fieldStyles from '#web/ui/field-row.module.css';
import styles from './confirm-drafts.module.css';

/** What a draft says of itself, whatever its kind. */
interface Draft {
  id: string;
  version: number;
  patient_id: string;
  draft: boolean;
  origin: Origin;
}

export interface DraftOptions<T extends Draft> {
  patientId: string;
  /** The address of its kind: '/api/intakes'. */
  path: string;
  calls: ItemCalls;
  titleOf: (item: T) => string;
  /** What it says, as far as its title does not: what a person answers for. */
  linesOf?: (item: T) => readonly ReactNode[];
  /** What its form would send. */
  payloadOf: (item: T) => object;
  /** What its form would mark before saving: with it the draft cannot be confirmed yet. */
  errorsOf: (item: T) => FieldErrors;
  /** Opens its form. */
  onEdit: (item: T) => void;
  /** What its form would ask before saving. */
  doubtsOf: (item: T) => Promise<readonly AcceptedDoubt[]> | readonly AcceptedDoubt[];
  /** Reads the list again. */
  refresh: (position: string) => Promise<unknown>;
}

interface Listed<T> {
  item: T;
  doubts: readonly AcceptedDoubt[];
  /** What its form has to be filled in with first; '' for nothing. */
  lacks: string;
  error?: string;
  isChosen: boolean;
}

const REASON = 'Draft confirmed';
const PAGE = 200;

/** Typed by a person: what was read from a report is checked on its page (ruling 23), and an external record is not ours. */
export const isTypedDraft = ({ draft, origin }: Pick<Draft, 'draft' | 'origin'>): boolean => draft && origin === 'manual';

const refusal = (cause: unknown): string => {
  if (!(cause instanceof Problem)) return 'It could not be confirmed';
  if (cause.code === 'stale') return 'Somebody else has changed it meanwhile: look at it again';
  return unfinished(cause.fields) || cause.message;
};

/** Makes typed drafts part of the record: one at once, or all of a kind after they were listed (ruling 50). */
export const useConfirmDrafts = <T extends Draft>(options: DraftOptions<T>) => {
  const { patientId, path, calls, titleOf, linesOf, payloadOf, errorsOf, onEdit, doubtsOf, refresh } = options;
  const [listed, setListed] = useState<readonly Listed<T>[]>();

  const send = async ({ item, doubts }: Listed<T>, comment: string): Promise<{ position?: string; error?: string }> => {
    try {
      const accepted = doubts.length > 0 ? { accepted: doubts } : {};
      return await calls.save(patientId, item, { ...payloadOf(item), draft: false, comment, ...accepted }, newId());
    } catch (cause) {
      return { error: refusal(cause) };
    }
  };
  /** As it is now, to be looked at again. */
  const readAgain = (item: T): Promise<T> => http.get<T>(`${path}/${item.id}`, { quiet: true }).catch(() => item);

  const look = async (item: T): Promise<Listed<T>> => {
    const lacks = unfinished(errorsOf(item));
    const doubts = lacks === '' ? await doubtsOf(item) : [];
    return { item, doubts, lacks, isChosen: lacks === '' && doubts.length === 0 };
  };

  const done = async (items: readonly T[], position: string) => {
    await calls.caughtUp(patientId, position);
    await refresh(position);
    const [first] = items;
    if (!first) return;
    toast.show(`${items.length === 1 ? titleOf(first) : showCount(items.length, 'draft')} confirmed`, 'success');
    markRow(first.id);
  };

  /** Answers what is left of the list, with why. */
  const run = async (all: readonly Listed<T>[], comment: string): Promise<void> => {
    const left: Listed<T>[] = [];
    const confirmed: T[] = [];
    let last: string | undefined;
    for (const each of all) {
      const { position, error } = each.isChosen ? await send(each, comment) : {};
      if (error !== undefined) left.push({ ...(await look(await readAgain(each.item))), error });
      else if (position === undefined) left.push(each);
      else {
        confirmed.push(each.item);
        last = position;
      }
    }
    setListed(left.some(({ error }) => error !== undefined) ? left : undefined);
    if (last !== undefined) await done(confirmed, last);
  };

  const confirm = async (item: T) => {
    const only = await look(item);
    if (only.isChosen) await run([only], REASON);
    else setListed([{ ...only, isChosen: only.lacks === '' }]);
  };

  const confirmAll = async () => {
    const found: T[] = [];
    for (let skip = 0; ; skip += PAGE) {
      const query = new URLSearchParams({ patient_id: patientId, skip: String(skip), take: String(PAGE) });
      const page = await http.get<{ items: T[]; overall_count: number; unchecked?: number }>(`${path}?${query}`);
      found.push(...page.items.filter(isTypedDraft));
      if (skip + PAGE >= page.overall_count || found.length >= (page.unchecked ?? 0)) break;
    }
    setListed(await Promise.all(found.map(look)));
  };

  const dialog = listed && (
    <ConfirmDrafts
      listed={listed}
      titleOf={titleOf}
      linesOf={linesOf}
      onChange={setListed}
      onEdit={onEdit}
      onConfirm={(comment) => run(listed, comment)}
      onClose={() => setListed(undefined)}
    />
  );
  /** Above the list, where there are drafts on its page. */
  const tools = (items: readonly T[] = []): ReactNode =>
    items.filter(isTypedDraft).length > 0 ? (
      <div className={styles.tools}>
        <Button size="small" icon={<Tick />} text="Confirm all drafts" onClick={() => void confirmAll()} />
      </div>
    ) : null;
  return { confirm: (item: T) => void confirm(item), dialog, tools };
};

interface Props<T> {
  listed: readonly Listed<T>[];
  titleOf: (item: T) => string;
  linesOf: DraftOptions<T & Draft>['linesOf'] | undefined;
  onChange: (listed: readonly Listed<T>[]) => void;
  onEdit: (item: T) => void;
  onConfirm: (comment: string) => Promise<void>;
  onClose: () => void;
}

function ConfirmDrafts<T extends Draft>({ listed, titleOf, linesOf, onChange, onEdit, onConfirm, onClose }: Props<T>) {
  useReturnFocus();
  const [comment, setComment] = useState(REASON);
  const [isWorking, setIsWorking] = useState(false);
  const chosen = listed.filter(({ isChosen }) => isChosen).length;
  const canConfirm = listed.some(({ lacks }) => lacks === '');
  const confirm = async () => {
    if (reasonError(comment) !== undefined) return;
    setIsWorking(true);
    await onConfirm(comment.trim());
    setIsWorking(false);
  };
  return (
    <ConfirmDialog
      isOpen
      title={!canConfirm ? 'Nothing can be confirmed yet' : listed.length === 1 ? 'Confirm this draft?' : 'Confirm drafts'}
      confirm={canConfirm ? `Confirm ${showCount(chosen, 'draft')}` : undefined}
      cancel={canConfirm ? 'Cancel' : 'Close'}
      intent="primary"
      isWorking={isWorking}
      disabled={chosen === 0}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <ul className={styles.listed}>
        {listed.map(({ item, doubts, lacks, error, isChosen }, index) => (
          <li key={item.id}>
            {canConfirm ? (
              <Checkbox
                checked={isChosen}
                disabled={isWorking || lacks !== ''}
                label={titleOf(item)}
                {...(lacks === '' ? {} : { 'aria-describedby': `${item.id}-lacks` })}
                onChange={() => onChange(listed.map((each, at) => (at === index ? { ...each, isChosen: !isChosen } : each)))}
              />
            ) : (
              titleOf(item)
            )}
            {linesOf && (
              <ul>
                {linesOf(item).map((line, at) => (
                  <li key={at}>{line}</li>
                ))}
              </ul>
            )}
            {lacks !== '' && (
              <p id={`${item.id}-lacks`} className="bp6-text-muted">
                {lacks}{' '}
                <Button
                  size="small"
                  variant="minimal"
                  intent="primary"
                  text="Complete it"
                  aria-label={`Complete ${titleOf(item)}`}
                  onClick={() => onEdit(item)}
                />
              </p>
            )}
            {doubts.map(({ text }) => (
              <p key={text} className={fieldStyles.doubt}>
                {text}
              </p>
            ))}
            {error !== undefined && error !== lacks && (
              <p className={fieldStyles.error} role="alert">
                {error}
              </p>
            )}
          </li>
        ))}
      </ul>
      {canConfirm && <ReasonField value={comment} onChange={setComment} help="Why they are confirmed" error={reasonError(comment)} />}
    </ConfirmDialog>
  );
}
