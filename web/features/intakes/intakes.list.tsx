import './intakes.css';
import { Button } from '@blueprintjs/core';
import { Exchange, Plus, Stop } from '@blueprintjs/icons';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { replacedText } from '#contracts/corrected-periods';
import type { IntakeView } from '#contracts/intake-views';
import { NewComment } from '#web/features/comments/new-comment.tsx';
import { useItemDialogs } from '#web/features/history/use-item-dialogs.tsx';
import { isTypedDraft, useConfirmDrafts } from '#web/features/items/confirm-drafts.tsx';
import { usePatient } from '#web/features/patients/patients.data.ts';
import { longDate, showDate, todayIn } from '#web/lib/dates.ts';
import { http } from '#web/lib/http.ts';
import { markRow } from '#web/lib/returning.ts';
import { correctionKey } from '#web/lib/seen.ts';
import { Corrected } from '#web/ui/corrected.tsx';
import { type Column, ItemList, type ListedItem } from '#web/ui/item-list.tsx';
import { useListPage } from '#web/ui/list-page.ts';
import { editAddress, itemActions, type RowAction } from '#web/ui/row-actions.tsx';
import { LongDate } from '#web/ui/long-date.tsx';
import { contentOf, correctionOf } from './intake-content.ts';
import { typedIntakeErrors } from './intake-errors.ts';
import { questionsAbout } from './intake-questions.ts';
import { intakeCalls, TREATMENT, useIntakes } from './intakes.data.ts';
import { StopDialog } from './stop.dialog.tsx';
import { toast } from '#web/ui/toasts.tsx';

interface Props {
  patientId: string;
  readOnly: boolean;
  /** Leaves out what has ended. */
  active?: boolean;
  onComment?: (item: IntakeView) => void;
  /** How many comments on it wait for this doctor. */
  newComments?: (item: IntakeView) => number;
}

/** A row of the list: a treatment, or one of its dosage periods below it. */
interface Row extends ListedItem {
  intake: IntakeView;
  /** Undefined for the treatment itself. */
  period?: IntakeView['nested_items'][number];
}

const rowOf = (intake: IntakeView): Row => ({
  id: intake.id,
  draft: intake.draft,
  origin: intake.origin,
  organization_id: intake.organization_id,
  organization_name: intake.organization_name,
  last_edited_by: intake.last_edited_by,
  last_edited_by_name: intake.last_edited_by_name,
  intake,
});

/** What was taken when, from the start on; a treatment with one dosage has nothing below it. */
const periodsOf = ({ intake }: Row): Row[] =>
  intake.nested_items.length < 2
    ? []
    : intake.nested_items.map((period, index) => ({ ...rowOf(intake), id: `${intake.id} ${index}`, draft: false, period }));

/** Its dosage is that of the clinic's day: not where the treatment is over, or has not begun. */
const isNow = (intake: IntakeView, period: Row['period']): boolean =>
  period !== undefined && intake.nested_items[intake.current] === period && intake.order === period.as_ordered && intake.active;

const Day = ({ of }: { of: string }) => (
  <time dateTime={of} title={longDate(of)}>
    {showDate(of)} <LongDate date={of} />
  </time>
);

const Order = ({ row: { intake, period } }: { row: Row }): ReactNode => {
  const shown = period ?? intake.nested_items[intake.current];
  const before = shown ? replacedText(intake.name, shown) : '';
  return (
    <span className="intake-order">
      {(period ?? intake).order || (intake.dosage_text ?? '')}
      {before !== '' && shown?.corrected_from && (
        <Corrected
          id={correctionKey(intake.id, shown.time_from ?? '', shown.corrected_from.at)}
          of={nameOf({ ...rowOf(intake), period: shown })}
        >
          {before}
        </Corrected>
      )}
    </span>
  );
};

const COLUMNS: readonly Column<Row>[] = [
  {
    title: 'Medication',
    place: 'what',
    cell: ({ intake, period }) => (period ? <span className="muted">{isNow(intake, period) ? 'now' : ''}</span> : intake.name),
  },
  { title: 'Order as prescribed', place: 'value', cell: (row) => <Order row={row} /> },
  {
    title: 'From',
    place: 'when',
    cell: ({ intake, period }) => {
      const from = (period ?? intake).time_from;
      return from === null ? '' : <Day of={from} />;
    },
  },
  {
    title: 'To',
    place: 'where',
    cell: ({ intake, period }) => {
      const to = period ? period.time_to : intake.ends;
      return to === null ? 'ongoing' : <Day of={to} />;
    },
  },
];

const nameOf = ({ intake, period }: Row): string => `${intake.name}, ${showDate((period ?? intake).time_from ?? '')}`;

/** The patient's treatments, ongoing first, each with the order as prescribed; what came before a change of dosage lies below it. */
export function IntakeList({ patientId, readOnly, active = false, onComment, newComments }: Props) {
  const [, navigate] = useLocation();
  const page = useListPage('intakes');
  const live = useIntakes(patientId, { skip: page.skip, take: page.take, active });
  const { openHistory, openRemoval, gone, dialogs } = useItemDialogs<IntakeView>(TREATMENT, {
    titleOf: ({ name }) => name,
    removalOf: ({ name, order }) => `${name}, ${order}`,
    remove: intakeCalls.remove,
    onRemoved: (position) => void removed(position),
  });
  const patient = usePatient(patientId);
  const [stopping, setStopping] = useState<IntakeView>();
  const drafts = useConfirmDrafts<IntakeView>({
    patientId,
    path: '/api/intakes',
    calls: intakeCalls,
    titleOf: ({ name, order }) => `${name}, ${order}`,
    payloadOf: (item) => correctionOf(contentOf(item)),
    errorsOf: (item) => typedIntakeErrors(contentOf(item), false),
    onEdit: (item) => open(item),
    doubtsOf: (item) => (patient.data ? questionsAbout(contentOf(item), patient.data).map(({ doubt }) => doubt) : []),
    refresh: live.refresh,
  });
  const state = window.history.state as unknown;
  const open = (intake: IntakeView) => navigate(editAddress(patientId, TREATMENT.path, intake), { state });
  const add = () => navigate(`/patients/${patientId}/intakes/add`, { state });

  const actionsOf = ({ intake, period }: Row): RowAction[] => {
    if (period) return [];
    const actions = itemActions(intake, {
      readOnly,
      ...(isTypedDraft(intake) ? { onConfirm: () => drafts.confirm(intake) } : {}),
      onEdit: () => open(intake),
      onHistory: () => openHistory(intake),
      onRemove: () => openRemoval(intake),
      ...(onComment ? { onComment: () => onComment(intake) } : {}),
    });
    if (readOnly || intake.origin === 'fhir' || intake.draft) return actions;
    const change = {
      text: 'Change dosage',
      icon: <Exchange />,
      onClick: () => navigate(`/patients/${patientId}/intakes/${intake.id}/change-dosage`, { state }),
    };
    const at = actions.findIndex(({ text }) => text === 'Remove');
    const stop = { text: 'Stop', icon: <Stop />, onClick: () => setStopping(intake) };
    return [...actions.slice(0, at), change, ...(intake.active ? [stop] : []), ...actions.slice(at)];
  };

  const stopped = async ({ id, name }: IntakeView, position: string) => {
    await intakeCalls.caughtUp(patientId, position);
    await live.refresh(position);
    setStopping(undefined);
    toast.show(`${name} stopped`, 'success');
    markRow(id);
  };

  const removed = async (position: string) => {
    await intakeCalls.caughtUp(patientId, position);
    await live.refresh(position);
  };
  const rows = live.data && { ...live.data, items: live.data.items.map(rowOf) };
  const { data: _, ...rest } = live;
  const columns = COLUMNS.map((column, index): Column<Row> => {
    if (index > 0 || !onComment || !newComments) return column;
    const withComments = (row: Row) => (
      <>
        {column.cell(row)}
        {!row.period && <NewComment count={newComments(row.intake)} of={nameOf(row)} onOpen={() => onComment(row.intake)} />}
      </>
    );
    return { ...column, cell: withComments };
  });
  return (
    <>
      <ItemList
        what="treatments"
        live={{ ...rest, ...(rows ? { data: rows } : {}) }}
        page={page}
        columns={columns}
        nameOf={nameOf}
        actions={actionsOf}
        nested={periodsOf}
        gone={gone}
        tools={readOnly ? null : drafts.tools(live.data?.items)}
        {...(active ? { emptyTitle: 'There are no active treatments' } : {})}
        {...(readOnly ? {} : { addNew: <Button text="Add new" icon={<Plus />} onClick={add} />, onOpen: openable(open) })}
      />
      {dialogs}
      {drafts.dialog}
      {stopping && (
        <StopDialog
          intake={stopping}
          today={todayIn(patient.data?.time_zone)}
          readAgain={(id) => http.get<IntakeView>(`/api/intakes/${id}`, { quiet: true })}
          onClose={() => setStopping(undefined)}
          onStopped={(position) => void stopped(stopping, position)}
        />
      )}
    </>
  );
}

/** Selecting a row opens the treatment; an external one is only looked at. */
const openable =
  (open: (intake: IntakeView) => void) =>
  ({ intake }: Row) => {
    if (intake.origin !== 'fhir') open(intake);
  };
