import { useCallback, useEffect, useRef, useState } from 'react';
import { type AcceptedDoubt, doubtOf } from '#contracts/items/accepted-doubts';
import type { Accepted } from '#contracts/wire/command';
import type { ItemKind } from '#contracts/items/item-kinds';
import { useCommandId } from '#web/lib/command-id.ts';
import { Problem } from '#web/lib/http.ts';
import { itemCalls, type Target } from './item-calls.ts';
import { useIsLookedFor, useOffer, useTyped } from '#web/lib/use-typed.ts';
import type { FieldErrors } from '#web/lib/problem.ts';
import { rememberReason } from '#web/lib/reasons.ts';
import type { Difference } from '#web/ui/conflict.tsx';
import { reasonError } from '#web/ui/reason-field.tsx';
import { typedHere } from './typed-here.ts';

export type SaveKind = 'save' | 'draft' | 'another';
export type Outcome = { kind: 'saved'; accepted: Accepted } | { kind: 'refused' } | { kind: 'asked' };

/** A question that is asked once before saving. `key` tells it from others, `field` says where it stands. */
export interface ItemWarning {
  key: string;
  field: string;
  text: string;
  /** As the event keeps it, once it was answered. */
  doubt: AcceptedDoubt;
}

/** A question about an item, or about one of the values that are sent. */
export const askedOf = (
  warning: Parameters<typeof doubtOf>[0] & { key: string },
  entries: readonly { entry_id: string }[] = [],
): ItemWarning => {
  const doubt = doubtOf(warning, entries);
  return { key: warning.key, field: doubt.entry_id ?? doubt.field, text: warning.message, doubt };
};

/** Errors of the columns of one row, by column, joined. */
export const cellErrors = <C extends string>(entryId: string, columns: readonly C[], seen: FieldErrors): Partial<Record<C, string>> =>
  Object.fromEntries(
    columns.flatMap((column) => {
      const texts = seen[`${entryId}.${column}`];
      return texts ? [[column, texts.join(', ')]] : [];
    }),
  ) as Partial<Record<C, string>>;

export interface ItemFormOptions<Content> {
  kind: ItemKind;
  /** Names the form where typed content is kept, unless it is that of the kind. */
  form?: string;
  patient: { id: string };
  /** As it was when the form was opened; null for a new item. */
  existing: (Target & { draft: boolean; content: Content }) | null;
  empty: Content;
  /** Errors by field, in the documents' words; a draft may lack what the kind allows. */
  validate: (content: Content, kind: SaveKind) => FieldErrors;
  warnings?: (content: Content) => readonly ItemWarning[];
  /** Reads what the questions follow from and others may have changed, each time before they are asked. */
  look?: (content: Content) => Promise<unknown>;
  /** What was asked while typing, and answered in the field: how '1,000' is read. */
  answers?: (content: Content) => readonly AcceptedDoubt[];
  /** The content as it is sent. */
  sent: (content: Content, isDraft: boolean) => object;
  /** Sends it, where it is not saved as an item of its kind. */
  save?: (target: Target | null, payload: ItemPayload, commandId: string) => Promise<Accepted>;
  /** The state that a stale answer brings, in the form's shape; null where the item was removed. */
  stored: (current: unknown) => Content | null;
  differences: (mine: Content, theirs: Content) => Difference[];
  merge: (mine: Content, theirs: Content, taken: ReadonlySet<string>) => Content;
  /** Brings the content into shape after each change, such as an empty row at the end. */
  settle?: (content: Content) => Content;
  /** What counts as typed and is kept, such as the rows that are not empty. */
  typed?: (content: Content) => Content;
  /** The server's fields under the names that the form has for them. */
  serverErrors?: (errors: FieldErrors, content: Content) => FieldErrors;
}

/** What is sent beside the content: `accepted` only where something was asked. */
export interface ItemPayload {
  draft: boolean;
  comment: string;
  accepted?: AcceptedDoubt[];
}

interface Conflict<Content> {
  version: number;
  current: Content | null;
  /** Labels of the parts that were taken over because nothing was typed in them. */
  taken: readonly string[];
}

interface Typed<Content> {
  content: Content;
  comment: string;
  /** What it was typed on; not kept by earlier releases, and not of a new item. */
  base?: Content;
}

const NEW_ENTRY = 'New entry';
const itself = <T>(value: T): T => value;

/** What is typed in the form of a medical item, what is wrong with it, and the way to save it. Nothing typed is lost by an error. */
export const useItemForm = <Content extends object>(options: ItemFormOptions<Content>) => {
  const { kind: itemKind, form = itemKind, patient, existing, settle = itself, typed = itself } = options;
  const calls = itemCalls(itemKind);
  const { save = (...sent: Parameters<NonNullable<typeof options.save>>) => calls.save(patient.id, ...sent) } = options;
  /** What the form was opened with, or what it saved last and stays open on: nothing of it is typed. */
  const [initial, setInitial] = useState(() => ({ content: existing?.content ?? options.empty, comment: existing ? '' : NEW_ENTRY }));
  const place = useTyped<Typed<Content>>({ form, patient: patient.id, item: existing?.id ?? 'add' });
  const { find, keep, done, take, saved } = place;
  // chosen from the list of what was kept: it opens with it, instead of offering it
  const [resumed] = useState(() => {
    if (place.isWanted) take();
    return place.isWanted ? place.restored : undefined;
  });
  const begun = resumed?.content ?? initial;
  const [offered, setKept] = useState(resumed ? undefined : place.restored);
  const kept = useOffer(offered);
  const isLookedFor = useIsLookedFor();
  /** The form opened before it was known what is kept: it asks once more. */
  const wasEarly = useRef(!isLookedFor);
  const [content, setContent] = useState<Content>(() => settle(begun.content));
  const [comment, setComment] = useState(begun.comment);
  const [version, setVersion] = useState(resumed?.version ?? existing?.version ?? 0);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [server, setServer] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<Problem>();
  const [conflict, setConflict] = useState<Conflict<Content>>();
  /** The stored version that what was kept was typed on, where it is known. */
  const baseOf = (found: { content: Typed<Content>; version: number | undefined }): Content | null =>
    found.content.base ?? (existing && found.version === existing.version ? existing.content : null);
  /** The stored version that what is typed began from. */
  const [base, setBase] = useState<Content | null>(resumed ? baseOf(resumed) : (existing?.content ?? null));
  const [warnings, setWarnings] = useState<readonly ItemWarning[]>([]);
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set());
  const [isWorking, setIsWorking] = useState(false);
  const commandId = useCommandId();
  /** What was accepted with the last try: sending the same again says the same. */
  const tried = useRef<{ sent: string; accepted: AcceptedDoubt[] } | undefined>(undefined);

  const now = JSON.stringify([typed(content), comment]);
  const isLooking = useRef(false);
  const latest = useRef(now);
  /** What was saved last: the form that shows it until it closes does not keep it as typed again. */
  const lastSaved = useRef<string>(undefined);
  useEffect(() => {
    latest.current = now;
  }, [now]);
  const isDirty = now !== JSON.stringify([typed(initial.content), initial.comment]);
  useEffect(() => {
    const [keptContent, keptComment] = JSON.parse(now) as [Content, string];
    if (isDirty && now === lastSaved.current) return;
    if (isDirty) keep({ content: keptContent, comment: keptComment, ...(base ? { base } : {}) }, version);
    else if (!kept) {
      // what was typed here and undone goes first
      done();
      const late = isLookedFor && wasEarly.current ? find() : undefined;
      if (late) setKept(late);
    }
    if (isLookedFor) wasEarly.current = false;
  }, [isDirty, now, base, version, find, keep, done, kept, isLookedFor]);

  /** Errors by field, with those of the reason in 'comment'. */
  const errorsOf = (kind: SaveKind, reason: string): FieldErrors => {
    const wrong = reasonError(reason);
    return { ...options.validate(content, kind), ...(wrong === undefined ? {} : { comment: [wrong] }) };
  };
  const all = errorsOf('save', comment);
  const seen: FieldErrors = { ...Object.fromEntries(Object.entries(all).filter(([field]) => left.has(field))), ...server };

  /** Changes fields. `touched` names the paths whose errors of the server are answered, where they are not the fields' names. */
  const change = useCallback(
    (changes: Partial<Content> | ((before: Content) => Partial<Content>), touched?: readonly string[]) => {
      setContent((before) => settle({ ...before, ...(typeof changes === 'function' ? changes(before) : changes) }));
      setWarnings([]);
      setServer((errors) => {
        const names = touched ?? (typeof changes === 'function' ? [] : Object.keys(changes));
        const isTouched = (field: string) => names.some((name) => field === name || field.startsWith(`${name}.`));
        return Object.fromEntries(Object.entries(errors).filter(([field]) => !isTouched(field)));
      });
    },
    [settle],
  );

  /** Takes over what only the other person changed; what both changed is asked. */
  const meet = (body: unknown) => {
    const stale = body as { version: number; current?: { removed?: boolean } | null };
    const current = stale.current?.removed ? null : options.stored(stale.current);
    if (!current || !base) return setConflict({ version: stale.version, current, taken: [] });
    const found = options.differences(content, current);
    const own = typedHere(found, options.differences(content, base));
    const over = found.filter(({ field }) => !own.has(field));
    const fields = new Set(over.map(({ field }) => field));
    setContent((before) => settle(options.merge(before, current, fields)));
    setBase(options.merge(base, current, fields));
    setConflict({ version: stale.version, current, taken: over.map(({ label }) => label) });
  };

  const acceptedIn = (sent: string, kind: SaveKind): AcceptedDoubt[] => {
    if (tried.current?.sent !== sent) {
      const before = existing?.content;
      // what was stored already was answered for when it was stored
      const stored = before ? new Set((options.answers?.(before) ?? []).map((one) => JSON.stringify(one))) : new Set<string>();
      const known = new Set(before && !existing.draft ? options.warnings?.(before).map(({ key }) => key) : []);
      const asked = kind === 'draft' ? [] : (options.warnings?.(content) ?? []).filter(({ key }) => !known.has(key));
      const typedAnswers = (options.answers?.(content) ?? []).filter((one) => !stored.has(JSON.stringify(one)));
      tried.current = { sent, accepted: [...asked.map(({ doubt }) => doubt), ...typedAnswers] };
    }
    return tried.current.accepted;
  };

  /** Saves, or says why not: errors are marked, warnings are asked once, a stale version is laid beside what was typed. */
  const submit = async (kind: SaveKind, reason = comment): Promise<Outcome> => {
    const errors = errorsOf(kind, reason);
    setLeft(new Set([...left, ...Object.keys(errors)]));
    if (Object.keys(errors).length > 0) return { kind: 'refused' };
    if (isLooking.current) return { kind: 'asked' };
    if (kind !== 'draft' && options.look) {
      isLooking.current = true;
      await options.look(content).catch(() => undefined);
      isLooking.current = false;
      // what was typed meanwhile is not what was to be saved
      if (latest.current !== now) return { kind: 'asked' };
    }
    if (kind !== 'draft' && options.warnings) {
      // what was stored already has been answered for
      const stored = existing && !existing.draft ? options.warnings(existing.content) : [];
      const known = new Set([...answered, ...stored.map(({ key }) => key)]);
      const asked = options.warnings(content).filter(({ key }) => !known.has(key));
      setAnswered(new Set([...answered, ...asked.map(({ key }) => key)]));
      setWarnings(asked);
      if (asked.length > 0) return { kind: 'asked' };
    }
    setIsWorking(true);
    setFailure(undefined);
    setServer({});
    try {
      const target = existing && { id: existing.id, version };
      const sent = { content: typed(content), draft: kind === 'draft', comment: reason.trim() };
      const doubts = acceptedIn(JSON.stringify([target, sent]), kind);
      const payload = doubts.length === 0 ? sent : { ...sent, accepted: doubts };
      // a form makes one new item, whichever tab it is saved in
      const { content: said, ...rest } = payload;
      const body = { ...options.sent(said, rest.draft), ...rest };
      const accepted = await save(target, body, target ? commandId([target, payload]) : place.key());
      if (existing) rememberReason(payload.comment);
      saved();
      lastSaved.current = now;
      setKept(undefined);
      await calls.caughtUp(patient.id, accepted.position);
      // a form that is left stays as it is until then; a draft stays open, and what is typed from now on is a change of what was just stored
      if (existing && kind === 'draft') {
        setInitial({ content, comment: '' });
        setComment('');
        setVersion(accepted.version);
        setBase(content);
        setLeft(new Set());
        setIsWorking(false);
      }
      return { kind: 'saved', accepted };
    } catch (cause) {
      setIsWorking(false);
      if (!(cause instanceof Problem)) throw cause;
      if (cause.code === 'stale') meet(cause.body);
      else if (cause.hasFields) setServer(options.serverErrors?.(cause.fields, typed(content)) ?? cause.fields);
      else setFailure(cause);
      return { kind: 'refused' };
    }
  };

  const found = conflict?.current ? options.differences(content, conflict.current) : [];

  return {
    content,
    comment,
    version,
    errors: { all, seen, draft: errorsOf('draft', comment) },
    warnings,
    failure,
    conflict,
    differences: found,
    /** Of these, what was typed in here; undefined where it is not known what the form began with. */
    typedHere: base ? typedHere(found, options.differences(content, base)) : undefined,
    isWorking,
    isDirty,
    /** Typed here earlier and never accepted: offered, never sent by itself. */
    kept,
    change,
    setComment: (text: string) => {
      setComment(text);
      setServer((errors) => Object.fromEntries(Object.entries(errors).filter(([field]) => field !== 'comment')));
    },
    leaveField: (field: string) => setLeft((before) => new Set(before).add(field)),
    submit,
    /** The person chose what shall stand: `taken` names the parts of the stored version. */
    resolve: (taken: ReadonlySet<string>) => {
      const current = conflict?.current;
      if (!current) return;
      setContent((before) => settle(options.merge(before, current, taken)));
      setVersion(conflict.version);
      setBase(current);
      setConflict(undefined);
    },
    restore: () => {
      if (!kept) return;
      setContent(settle(kept.content.content));
      setComment(kept.content.comment);
      setVersion(kept.version ?? version);
      setBase(baseOf(kept));
      setKept(undefined);
      take();
    },
    discard: done,
    /** Throws away what is offered. */
    refuse: () => {
      place.refuse();
      setKept(undefined);
    },
    /** Something else was saved from this form before: what stands here is to be saved too. */
    anew: () => {
      lastSaved.current = undefined;
      place.anew();
      keep({ content: typed(content), comment, ...(base ? { base } : {}) }, version);
      setFailure(undefined);
    },
  };
};

export type ItemFormState<Content extends object> = ReturnType<typeof useItemForm<Content>>;

/** What the frame around the fields needs to know of a form, whatever its content. */
export type AnyItemForm = Omit<ItemFormState<object>, 'content' | 'change' | 'conflict' | 'kept'> & {
  conflict: { current: object | null; taken: readonly string[] } | undefined;
  /** Fields besides the comment whose lack does not disable saving: saving lists them, marked with `data-asks`. */
  asksFor?: readonly string[];
  kept: { at: number } | undefined;
};
