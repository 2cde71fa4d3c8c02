import { Exchange, Stop } from '@blueprintjs/icons';
import { type ReactNode, useState } from 'react';
import { besideText } from '#contracts/wire/beside';
import { replacedText } from '#contracts/treatments/corrected-periods';
import { timesText } from '#contracts/treatments/given';
import type { IntakeView } from '#contracts/treatments/intake-views';
import { Beside } from '#web/record/beside/beside.tsx';
import { dayShown, type Precision } from '#contracts/wire/precision';
import { useListedItems } from '#web/record/item/use-listed-items.tsx';
import { usePatient } from '#web/record/patient/patients.data.ts';
import { longDate, showDate, todayIn } from '#web/lib/dates.ts';
import { http } from '#web/lib/http.ts';
import { markRow } from '#web/lib/returning.ts';
import { correctionKey } from '#web/lib/seen.ts';
import { Corrected } from '#web/ui/corrected.tsx';
import { EarlierItems } from '#web/record/section/earlier-items.tsx';
import { type Column, ItemList } from '#web/record/section/item-list.tsx';
import type { RowAction } from '#web/ui/row-actions.tsx';
import { LongDate } from '#web/ui/long-date.tsx';
import { contentOf, correctionOf } from './intake-content.ts';
import { typedIntakeErrors } from './intake-errors.ts';
import { questionsAbout } from './intake-questions.ts';
import { StopDialog } from './stop.dialog.tsx';
import { toast } from '#web/ui/toasts.tsx';

interface Props {
  patientId: string;
  readOnly: boolean;
  /** Leaves out what has ended. */
  active?: boolean;
  /** Told how many rows are over and still stand there. */
  onOver?: (count: number) => void;
}

/** A row of the list: a treatment, or one of its dosage periods below it. */
interface Row extends IntakeView {
  /** Undefined for the treatment itself. */
  stretch?: IntakeView['nested_items'][number];
}

/** What was taken when, from the start on; a treatment with one dosage has nothing below it. */
const periodsOf = (intake: IntakeView): Row[] =>
  intake.nested_items.length < 2
    ? []
    : intake.nested_items.map((stretch, index) => ({ ...intake, id: `${intake.id} ${index}`, draft: false, stretch }));

/** The treatment that a row belongs to. */
const idOf = ({ id }: Row): string => id.split(' ')[0]!;

/** Its dosage is that of the clinic's day: not where the treatment is over, or has not begun. */
const isNow = ({ stretch, ...intake }: Row): boolean =>
  stretch !== undefined &&
  intake.nested_items[intake.current] === stretch &&
  intake.order === stretch.as_ordered &&
  intake.active &&
  !intake.planned;

/** Its days have not begun. */
const isAhead = ({ stretch, nested_items, current, planned }: Row): boolean =>
  planned || (stretch !== undefined && nested_items.indexOf(stretch) > current);

const isPart = (precision: Precision | undefined): boolean => precision === 'year' || precision === 'month';

/** A day as much of it as was said. */
const Day = ({ of, precision }: { of: string; precision: Precision | undefined }) => (
  <time dateTime={of} title={isPart(precision) ? '' : longDate(of)}>
    {dayShown(of, precision)} <LongDate date={of} precision={precision} isLine />
  </time>
);

/** How much was said of the start of a row: a later period begins with a change, on a day. */
const startPrecision = ({ stretch, time_from, time_from_precision }: Row): Precision | undefined =>
  stretch === undefined || stretch.time_from === time_from ? time_from_precision : undefined;

/** Where a row begins, in words; '' where nobody knows. */
const startShown = (row: Row): string => {
  const { time_from } = row.stretch ?? row;
  return time_from === null ? '' : dayShown(time_from, startPrecision(row));
};

/** The other doses of a row that stands for several. */
const earlierOf = ({ earlier_given = [], ...row }: Row): Row[] =>
  earlier_given.map((dose) => ({ ...row, ...dose, ends: dose.time_to, dosage_text: dose.dose_text }));

/** '06/02/2025 08:15', with the dose where that of the row is another one. */
const doseText = (row: Row, { until_text, dosage_text = '' }: Row): string =>
  [until_text.replace(/^given /, ''), dosage_text === (row.dosage_text ?? '') ? '' : dosage_text || 'dose not stated']
    .filter(Boolean)
    .join(', ');

/** What its source says beside it, its notes first: of several doses that of the last one. */
const besideOf = ({ beside, origin, notes, given_count = 1 }: Row): string | undefined => {
  const text = [origin === 'fhir' && notes !== '' ? `Note: ${notes}` : '', besideText(beside)].filter(Boolean).join('; ') || undefined;
  return text !== undefined && given_count > 1 ? `last dose: ${text}` : text;
};

const Order = ({ row }: { row: Row }): ReactNode => {
  const shown = row.stretch ?? row.nested_items[row.current];
  const before = shown ? replacedText(row.name, shown) : '';
  return (
    <>
      {(row.stretch ?? row).order || (row.dosage_text ?? '')}
      {before !== '' && shown?.corrected_from && (
        <Corrected
          id={correctionKey(idOf(row), shown.time_from ?? '', shown.corrected_from.at)}
          of={`${row.name}, ${startShown({ ...row, stretch: shown })}`}
        >
          {before}
        </Corrected>
      )}
    </>
  );
};

const COLUMNS: readonly Column<Row>[] = [
  {
    title: 'Medication',
    place: 'what',
    cell: (row) => {
      const when = isNow(row) ? 'now' : isAhead(row) ? 'planned' : '';
      return (
        <>
          {!row.stretch && row.name} {when && <span className="bp6-text-muted">{when}</span>}
        </>
      );
    },
  },
  {
    title: 'Order or given dose',
    place: 'value',
    cell: (row) => (
      <>
        <Order row={row} />
        {!row.stretch && <Beside text={besideOf(row)} />}
      </>
    ),
  },
  {
    title: 'From',
    place: 'when',
    cell: (row) => {
      const from = (row.stretch ?? row).time_from;
      if (row.given && from !== null) return <time dateTime={from}>{dayShown(from, row.time_from_precision)}</time>;
      return from === null ? '' : <Day of={from} precision={startPrecision(row)} />;
    },
  },
  {
    title: 'To',
    place: 'where',
    cell: ({ stretch, ends, until_text, ...row }) => {
      if (row.given) return [timesText({ ...row, time_to: ends }, row.given_count ?? 1), row.given_amounts].filter(Boolean).join(': ');
      const { time_to, time_to_precision } = row;
      if (stretch?.time_to === null) return 'ongoing';
      if (stretch) return <Day of={stretch.time_to!} precision={stretch.time_to === time_to ? time_to_precision : undefined} />;
      // its day with its name, if that is all that is said
      return ends !== null && until_text === showDate(ends) ? <Day of={ends} precision={undefined} /> : until_text;
    },
  },
];

/** It is still there because it was active when the list was read. A given dose that nobody checked is never over. */
const isOver = ({ active, stretch, given, draft }: Row): boolean => !active && !stretch && !(given && draft);

const nameOf = (row: Row): string => `${row.name}, ${startShown(row)}`;

/** The patient's treatments, ongoing first, each with the order as prescribed; what came before a change of dosage lies below it. */
export function IntakeList({ patientId, readOnly, active = false, onOver }: Props) {
  const patient = usePatient(patientId);
  const [stopping, setStopping] = useState<IntakeView>();
  const listed = useListedItems<IntakeView>('intakes', {
    patientId,
    readOnly,
    active,
    titleOf: ({ name, given, until_text }) => (given ? `${name}, ${until_text}` : name),
    removalOf: ({ name, order }) => `${name}, ${order}`,
    draftOf: ({ name, order }) => [name, order].filter(Boolean).join(', '),
    linesOf: ({ time_from, time_from_precision, until_text, given }) => [
      given
        ? until_text
        : `from ${time_from === null ? 'an unknown day' : dayShown(time_from, time_from_precision)}, ${/^\d/.test(until_text) ? 'to ' : ''}${until_text}`,
    ],
    payloadOf: (item) => correctionOf(contentOf(item)),
    errorsOf: (item) => typedIntakeErrors(contentOf(item), false),
    doubtsOf: (item) => (patient.data ? questionsAbout(contentOf(item), patient.data).map(({ doubt }) => doubt) : []),
  });

  const actionsOf = (intake: Row): RowAction[] => {
    if (intake.stretch) return [];
    const actions = listed.actions(intake);
    if (readOnly || intake.origin === 'fhir' || intake.draft) return actions;
    const change = {
      text: 'Change dosage',
      icon: <Exchange />,
      onClick: () => listed.go(`/patients/${patientId}/intakes/${intake.id}/change-dosage`),
    };
    const at = actions.findIndex(({ text }) => text === 'Remove');
    const stop = { text: 'Stop', icon: <Stop />, onClick: () => setStopping(intake) };
    return [...actions.slice(0, at), change, ...(intake.active ? [stop] : []), ...actions.slice(at)];
  };

  const stopped = async ({ id, name }: IntakeView, position: string) => {
    await listed.refresh(position);
    setStopping(undefined);
    toast.show(`${name} stopped`, 'success');
    markRow(id);
  };

  const columns = COLUMNS.map((column, index): Column<Row> => {
    if (active && column.title === 'To')
      return { ...column, cell: (row) => (isOver(row) && /^\d/.test(row.until_text) ? <>stopped {column.cell(row)}</> : column.cell(row)) };
    if (index > 0) return column;
    const withComments = (row: Row) => (
      <>
        {column.cell(row)}
        {!row.stretch && listed.newComment(row, nameOf(row))}
        <EarlierItems
          items={earlierOf(row)}
          count={row.given_count && row.given_count - 1}
          textOf={(dose) => doseText(row, dose)}
          nameOf={({ name, until_text }) => `${name}, ${until_text}`}
          onOpen={listed.open}
          newComment={(dose) => listed.newComment(dose)}
        />
      </>
    );
    return { ...column, cell: withComments };
  });
  return (
    <>
      <ItemList
        {...listed.list}
        columns={columns}
        nameOf={nameOf}
        actions={actionsOf}
        nested={periodsOf}
        {...(active ? { emptyTitle: 'There are no active treatments', isLeftOut: isOver, onLeftOut: onOver } : {})}
        onOpen={readOnly ? undefined : openable(listed.edit)}
      />
      {listed.dialogs}
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
const openable = (open: (intake: IntakeView) => void) => (row: Row) => {
  if (row.origin !== 'fhir') open({ ...row, id: idOf(row) });
};
