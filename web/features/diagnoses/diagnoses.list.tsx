import { doubtOf } from '#contracts/items/accepted-doubts';
import type { DiagnosisView } from '#contracts/diagnoses/diagnoses';
import { isOfDay, isStatusMissing, visitsText, visitStatuses } from '#contracts/diagnoses/lasting';
import { diagnosisWarnings } from './diagnosis-warnings.ts';
import type { Precision } from '#contracts/wire/precision';
import { besideText } from '#contracts/wire/beside';
import { dateShown, type Offset, otherOffset } from '#contracts/wire/clock';
import { dayShown, shownAt } from '#contracts/wire/precision';
import { Beside } from '#web/record/beside/beside.tsx';
import { usePatient } from '#web/record/patient/patients.data.ts';
import { useListedItems } from '#web/record/item/use-listed-items.tsx';
import { longDate } from '#web/lib/dates.ts';
import { correctionKey } from '#web/lib/seen.ts';
import { Corrected } from '#web/ui/corrected.tsx';
import { EarlierItems } from '#web/record/section/earlier-items.tsx';
import { type Column, ItemList } from '#web/record/section/item-list.tsx';
import { LongDate } from '#web/ui/long-date.tsx';
import { contentErrors, contentOf, formOf } from './diagnosis-content.ts';
import styles from './diagnoses.module.css';

/** What its source says of it, and of its earlier visits. */
const statusesOf = (item: Omit<DiagnosisView, 'draft' | 'active'>): string[] => [
  ...(isStatusMissing(item) ? ['status not stated'] : []),
  ...visitStatuses([item, ...(item.earlier_visits ?? [])]),
];

interface Props {
  patientId: string;
  readOnly: boolean;
  /** Leaves out what is over. */
  active?: boolean;
  /** Told how many rows are over and still stand there. */
  onOver?: (count: number) => void;
}

interface DayProps {
  local: string;
  precision: Precision | undefined;
  offset: Offset | undefined;
  /** The clinic's. */
  zone: string | undefined;
}

const Day = ({ local, precision, offset, zone }: DayProps) => (
  <time dateTime={local} title={precision === undefined ? longDate(local) : ''}>
    {dateShown(local, precision, otherOffset(local, offset, zone))} <LongDate date={local} precision={precision} isLine />
  </time>
);

const nameOf = ({ disease_name, time_from, time_from_precision }: DiagnosisView): string =>
  time_from === null ? disease_name : `${disease_name}, ${dayShown(time_from, time_from_precision)}`;

/** A visit of a row that stands for several. */
const visitOf = (
  { earlier_visits: _visits, ...item }: DiagnosisView,
  { id, time_from, time_from_precision }: NonNullable<DiagnosisView['earlier_visits']>[number],
): DiagnosisView => ({ ...item, id, time_from, time_from_precision });

/** The patient's diagnoses as a list, ongoing first. */
export function DiagnosesList({ patientId, readOnly, active = false, onOver }: Props) {
  const zone = usePatient(patientId).data?.time_zone;
  const listed = useListedItems<DiagnosisView>('diagnoses', {
    patientId,
    readOnly,
    active,
    titleOf: nameOf,
    linesOf: ({ icd, time_to, time_to_precision, of_visit }) => [
      `${icd ?? 'no code'}, ${time_to !== null ? `to ${dayShown(time_to, time_to_precision)}` : of_visit ? 'at a visit' : 'ongoing'}`,
    ],
    payloadOf: (item) => formOf(contentOf(item)),
    errorsOf: (item) => contentErrors(contentOf(item)),
    doubtsOf: ({ time_from, time_to }, person) =>
      diagnosisWarnings({ time_from: time_from ?? '', time_to }, person).map((asked) => doubtOf(asked)),
  });

  const columns: readonly Column<DiagnosisView>[] = [
    {
      title: 'Diagnosis',
      place: 'what',
      cell: (item) => {
        const before = item.corrected_from;
        const replaced = before ? replacedText(item, before) : '';
        return (
          <>
            {item.icd !== null && <span className={`bp6-monospace-text ${styles.code}`}>{item.icd}</span>} {item.disease_name}
            {listed.newComment(item)}
            <Beside text={besideText(item.beside)} />
            <EarlierItems
              items={(item.earlier_visits ?? []).map((visit) => visitOf(item, visit))}
              textOf={({ time_from, time_from_precision }) =>
                time_from === null ? 'a day not stated' : dayShown(time_from, time_from_precision)
              }
              nameOf={nameOf}
              onOpen={listed.open}
              newComment={listed.newComment}
            />
            {before && replaced !== '' && (
              <Corrected id={correctionKey(item.id, 'diagnosis', before.at)} of={item.disease_name}>
                {replaced}
              </Corrected>
            )}
          </>
        );
      },
    },
    {
      title: 'From',
      place: 'when',
      cell: ({ time_from, time_from_precision, time_from_offset }) =>
        time_from === null ? (
          <span className="bp6-text-muted">not known</span>
        ) : (
          <Day local={time_from} precision={time_from_precision} offset={time_from_offset} zone={zone} />
        ),
    },
    {
      title: 'To',
      place: 'when',
      cell: ({ time_to, time_to_precision, time_to_offset, active: lasts, ...item }) =>
        time_to !== null ? (
          <Day local={time_to} precision={time_to_precision} offset={time_to_offset} zone={zone} />
        ) : item.of_visit ? (
          (item.earlier_visits ?? []).length > 0 ? (
            visitsText([item, ...(item.earlier_visits ?? [])])
          ) : (
            'at a visit'
          )
        ) : lasts ? (
          'ongoing'
        ) : (
          <span className="bp6-text-muted">ended</span>
        ),
    },
    {
      title: 'Status',
      place: 'value',
      cell: ({ draft, active: lasts, clinical_status, verification_status, ...item }) => (
        <>
          {draft ? (
            <span className="bp6-text-muted">not checked</span>
          ) : isOfDay(item) ? (
            <span className="bp6-text-muted">Of a visit</span>
          ) : lasts ? (
            'Active'
          ) : (
            <span className="bp6-text-muted">Over</span>
          )}
          {statusesOf({ ...item, clinical_status, verification_status }).map((status) => (
            <span key={status} className="bp6-text-muted">
              {' '}
              · {status}
            </span>
          ))}
        </>
      ),
    },
  ];

  return (
    <>
      <ItemList<DiagnosisView>
        {...listed.list}
        columns={columns}
        nameOf={nameOf}
        actions={listed.actions}
        onOpen={listed.open}
        {...(active ? { isLeftOut: (item) => !item.active && !(item.draft && item.of_visit), onLeftOut: onOver } : {})}
        {...(active && (listed.live.data?.hidden ?? 0) > 0 ? { emptyTitle: 'There are no active diagnoses' } : {})}
      />
      {listed.dialogs}
    </>
  );
}

/** What it said before it was corrected last, as far as it says otherwise now. */
const replacedText = (item: DiagnosisView, before: NonNullable<DiagnosisView['corrected_from']>): string =>
  [
    before.disease.text !== item.disease_name || before.disease.code !== item.disease.code
      ? [before.disease.code, before.disease.text].filter(Boolean).join(' ')
      : undefined,
    before.time_from !== item.time_from ? `start date ${before.time_from ? shownAt(before.time_from) : 'not known'}` : undefined,
    before.time_to !== item.time_to ? `stop date ${before.time_to ? shownAt(before.time_to) : 'ongoing'}` : undefined,
  ]
    .filter((text) => text !== undefined)
    .join(', ');
