import './intakes.css';
import { Button } from '@blueprintjs/core';
import { Exchange, Plus } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import type { IntakeView } from '#contracts/intake-views';
import { NewComment } from '#web/features/comments/new-comment.tsx';
import { useItemDialogs } from '#web/features/history/use-item-dialogs.tsx';
import { longDate, showDate } from '#web/lib/dates.ts';
import { type Column, ItemList, type ListedItem } from '#web/ui/item-list.tsx';
import { useListPage } from '#web/ui/list-page.ts';
import { editAddress, itemActions, type RowAction } from '#web/ui/row-actions.tsx';
import { intakeCalls, TREATMENT, useIntakes } from './intakes.data.ts';

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

/** What was taken when, the latest first; a treatment with one dosage has nothing below it. */
const periodsOf = ({ intake }: Row): Row[] =>
  intake.nested_items.length < 2
    ? []
    : intake.nested_items.map((period, index) => ({ ...rowOf(intake), id: `${intake.id} ${index}`, draft: false, period })).reverse();

const Day = ({ of }: { of: string }) => (
  <time dateTime={of} title={longDate(of)}>
    {showDate(of)}
  </time>
);

const Order = ({ row: { intake, period } }: { row: Row }): ReactNode => {
  if (period) return period.order;
  const before = intake.corrected_from;
  return (
    <span className="intake-order">
      {intake.order || (intake.dosage_text ?? '')}
      {before && before.order !== intake.order && (
        <span className="intake-corrected">
          corrected from <s>{before.order}</s>
        </span>
      )}
    </span>
  );
};

const COLUMNS: readonly Column<Row>[] = [
  {
    title: 'Medication',
    place: 'what',
    cell: ({ intake, period }) =>
      period ? <span className="muted">{intake.nested_items[intake.current] === period ? 'now' : ''}</span> : intake.name,
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
  const state = window.history.state as unknown;
  const open = (intake: IntakeView) => navigate(editAddress(patientId, TREATMENT.path, intake), { state });
  const add = () => navigate(`/patients/${patientId}/intakes/add`, { state });

  const actionsOf = ({ intake, period }: Row): RowAction[] => {
    if (period) return [];
    const actions = itemActions(intake, {
      readOnly,
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
    return [...actions.slice(0, at), change, ...actions.slice(at)];
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
        {...(active ? { emptyTitle: 'There are no active treatments' } : {})}
        {...(readOnly ? {} : { addNew: <Button text="Add new" icon={<Plus />} onClick={add} />, onOpen: openable(open) })}
      />
      {dialogs}
    </>
  );
}

/** Selecting a row opens the treatment; an external one is only looked at. */
const openable =
  (open: (intake: IntakeView) => void) =>
  ({ intake }: Row) => {
    if (intake.origin !== 'fhir') open(intake);
  };
