import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { type ItemKind, itemKinds } from '#contracts/items/item-kinds';
import { todayIn } from '#web/lib/dates.ts';
import { NewComment } from '#web/record/comments/new-comment.tsx';
import { useCommenting } from '#web/record/comments/use-commenting.tsx';
import { itemCalls } from '#web/record/form/item-calls.ts';
import { useHasHistory, useIsAggregated } from '#web/record/patient/all-clinics.ts';
import { usePatient } from '#web/record/patient/patients.data.ts';
import type { ListedItem } from '#web/record/section/item-list.tsx';
import { useListPage } from '#web/ui/list-page.ts';
import { editAddress, itemActions } from '#web/ui/row-actions.tsx';
import { type DraftOptions, isTypedDraft, useConfirmDrafts } from './confirm-drafts.tsx';
import { useItemPage } from './item-reads.ts';
import { questionsOf } from '#contracts/items/open-questions';
import { birthOf } from '#contracts/wire/birth';
import type { BirthPrecision } from '#contracts/wire/precision';
import { useAnswering } from './answer.dialog.tsx';
import { useItemDialogs } from './use-item-dialogs.tsx';

/** What a question about a draft is asked by, of the person. */
interface Person {
  /** The clinic's local day. */
  today: string;
  date_of_birth?: string;
  date_of_birth_precision?: BirthPrecision | undefined;
  sex?: string;
}

interface Item extends ListedItem {
  version: number;
  patient_id: string;
  file_id?: string | undefined;
  page_id?: string | undefined;
}

interface Options<T extends Item> extends Pick<DraftOptions<T>, 'linesOf' | 'payloadOf' | 'errorsOf'> {
  patientId: string;
  readOnly: boolean;
  /** Leaves out what is over. */
  active?: boolean;
  /** What tells an item from others, in the titles of its history and of comments on it. */
  titleOf: (item: T) => string;
  /** What is about to be removed; default its title. */
  removalOf?: (item: T) => string;
  /** What is about to be confirmed; default its title. */
  draftOf?: (item: T) => string;
  doubtsOf: (item: T, person: Person) => ReturnType<DraftOptions<T>['doubtsOf']>;
}

/** The patient's items of a kind as their list needs them: a page of them, what can be done with each, and the dialogs of that. */
export const useListedItems = <T extends Item>(kind: ItemKind, options: Options<T>) => {
  const { patientId, readOnly, active = false, titleOf, removalOf = titleOf, draftOf = titleOf, doubtsOf } = options;
  const { list, titles, audit } = itemKinds[kind];
  const calls = itemCalls(kind);
  const page = useListPage(list);
  const live = useItemPage<T>(kind, patientId, { skip: page.skip, take: page.take, active });
  const [, navigate] = useLocation();
  const commenting = useCommenting(patientId);
  const patient = usePatient(patientId);
  const isAll = useIsAggregated();
  const hasHistory = useHasHistory();

  const go = (address: string) => navigate(address, { state: window.history.state });
  const edit = (item: T) => go(editAddress(patientId, kind, item));
  const comment = (item: T) => commenting.open({ type: audit, id: item.id, of: titleOf(item) });
  const refresh = async (position: string) => {
    await calls.caughtUp(patientId, position);
    await live.refresh(position);
  };
  const { openHistory, openRemoval, gone, dialogs } = useItemDialogs<T>(kind, {
    titleOf,
    removalOf,
    remove: calls.remove,
    onRemoved: (position) => void refresh(position),
  });
  const drafts = useConfirmDrafts<T>({
    ...options,
    path: `/api/${kind}`,
    calls,
    titleOf: draftOf,
    doubtsOf: (item) => {
      const { data: person } = patient;
      const { time_zone, sex } = person ?? {};
      return doubtsOf(item, {
        today: todayIn(time_zone),
        ...(person ? birthOf(person) : {}),
        ...(sex === undefined ? {} : { sex }),
      });
    },
    onEdit: edit,
    refresh: live.refresh,
  });

  const answering = useAnswering<T>({ titleOf, accept: calls.accept, onAnswered: (position) => void refresh(position) });

  return {
    live,
    go,
    edit,
    refresh,
    /** The form of what may be changed here, the history of everything else. */
    open: (item: T) => (!readOnly && item.origin !== 'fhir' ? edit(item) : hasHistory(item) ? openHistory(item) : undefined),
    newComment: (item: T, of = titleOf(item)): ReactNode => (
      <NewComment count={commenting.waiting(audit, item.id)} of={of} onOpen={() => comment(item)} />
    ),
    /** Spread on the list. */
    list: {
      what: titles.toLowerCase(),
      live,
      page,
      gone,
      tools: readOnly ? null : drafts.tools(live.data?.items),
    },
    actions: (item: T) =>
      itemActions(item, {
        readOnly,
        ...(isTypedDraft(item) ? { onConfirm: () => drafts.confirm(item) } : {}),
        ...(isAll || questionsOf(item).length === 0 ? {} : { onAnswer: () => answering.open(item) }),
        onComment: isAll ? undefined : () => comment(item),
        onHistory: hasHistory(item) ? () => openHistory(item) : undefined,
        onEdit: () => edit(item),
        onRemove: () => openRemoval(item),
      }),
    /** Whichever is open: to be rendered once. */
    dialogs: (
      <>
        {commenting.dialog}
        {dialogs}
        {drafts.dialog}
        {answering.dialog}
      </>
    ),
  };
};
