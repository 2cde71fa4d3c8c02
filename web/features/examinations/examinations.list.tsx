import { doubtOf } from '#contracts/items/accepted-doubts';
import { examinationWarnings } from './examination-warnings.ts';
import { examinationErrors, type ExaminationView, type MeasurementView } from '#contracts/examinations/examinations';
import { observed, type Quantity } from '#contracts/observations/observations';
import { collectedShown, exactnessOf } from '#contracts/wire/clock';
import { besideOfAll } from '#web/record/beside/beside-words.ts';
import { Beside } from '#web/record/beside/beside.tsx';
import { ReportLinks } from '#web/record/external-reports/external-reports.tsx';
import { useListedItems } from '#web/record/item/use-listed-items.tsx';
import { longDate } from '#web/lib/dates.ts';
import { readOfficeParameters } from '#web/record/catalogue/office-parameters.ts';
import { correctionKey } from '#web/lib/seen.ts';
import { showUnit } from '#contracts/examinations/measurement-units';
import { Corrected } from '#web/ui/corrected.tsx';
import { type Column, ItemList } from '#web/record/section/item-list.tsx';
import { Value } from '#web/ui/value.tsx';
import { LongDate } from '#web/ui/long-date.tsx';
import { readPreviousMeasurements } from './examinations.data.ts';
import styles from './examinations.module.css';

interface Props {
  patientId: string;
  readOnly: boolean;
}

const dayOf = ({ collected, ...item }: ExaminationView): string =>
  collected === null ? 'no date' : collectedShown({ ...item, collected }, exactnessOf({ ...item, collected }));
const nameOf = (item: ExaminationView): string => `examination, ${dayOf(item)}`;

/** The patient's examinations as a list, newest first: each with everything it measured. */
export function ExaminationsList({ patientId, readOnly }: Props) {
  const listed = useListedItems<ExaminationView>('examinations', {
    patientId,
    readOnly,
    titleOf: nameOf,
    linesOf: (item) => item.measurements.map((entry) => <Measured key={entry.entry_id} item={item} entry={entry} />),
    payloadOf: ({ collected, note_writer, measurements }) => ({ collected, note_writer, measurements }),
    errorsOf: ({ measurements }) => examinationErrors({ draft: false, measurements }),
    doubtsOf: async ({ collected, measurements }, person) => {
      const [before, parameters] = await Promise.all([
        readPreviousMeasurements(patientId),
        readOfficeParameters(measurements.flatMap(({ parameter_id }) => parameter_id ?? [])),
      ]);
      const facts = {
        ...person,
        previous: before.filter((last) => last.collected !== collected),
        parameters: new Map(parameters.map((parameter) => [parameter.id, parameter])),
      };
      return examinationWarnings({ collected: collected ?? '', measurements }, facts).map((asked) => doubtOf(asked, measurements));
    },
  });

  const columns: readonly Column<ExaminationView>[] = [
    {
      title: 'Date collected',
      place: 'when',
      cell: (item) => (
        <time dateTime={item.collected ?? ''} title={item.collected === null || item.collected_precision ? '' : longDate(item.collected)}>
          {dayOf(item)} <LongDate date={item.collected ?? ''} precision={item.collected_precision} isLine />
          {listed.newComment(item)}
        </time>
      ),
    },
    {
      title: 'Measurements',
      place: 'what',
      cell: (item) => (
        <ul className={styles.values}>
          {item.measurements.map((entry) => (
            <li key={entry.entry_id}>
              <Measured item={item} entry={entry} />
            </li>
          ))}
          {item.bmi && (
            <li title={`with the height ${item.bmi.height.value} ${item.bmi.height.unit} of ${collectedShown(item.bmi.height)}`}>
              <span className="bp6-text-muted">Bmi</span> <Value entry={{ value: item.bmi.value }} />
            </li>
          )}
          <BesideMeasured item={item} />
        </ul>
      ),
    },
    { title: 'Note writer', place: 'where', cell: ({ note_writer }) => note_writer },
  ];

  return (
    <>
      <ItemList<ExaminationView> {...listed.list} columns={columns} nameOf={nameOf} actions={listed.actions} onOpen={listed.open} />
      {listed.dialogs}
    </>
  );
}

/** Parts of the external record of the measurements, and the reports that list them. */
function BesideMeasured({ item: { measurements } }: { item: ExaminationView }) {
  const named = measurements.map(({ parameter_name: name, ...entry }) => ({ ...entry, name }));
  const beside = besideOfAll(named);
  const ids = [...new Set(named.flatMap(({ reports = [] }) => reports))];
  if (beside === undefined && ids.length === 0) return null;
  const valuesOf = (id: string) => {
    const listed = named.filter(({ reports = [] }) => reports.includes(id));
    return listed.length < named.length ? listed.map(({ name }) => name).join(', ') : undefined;
  };
  return (
    <li className={styles.beside}>
      <Beside text={beside} />
      <ReportLinks ids={ids} of={valuesOf} />
    </li>
  );
}

interface MeasuredProps {
  item: ExaminationView;
  entry: MeasurementView;
}

/** One value with its name and unit; a corrected one shows what it replaced until this user has seen it (ruling 34). */
function Measured({ item, entry }: MeasuredProps) {
  const before = entry.corrected_from;
  const quantity = (of: Quantity) => (
    <>
      {of.option_label === undefined ? <Value entry={of} /> : `${of.option_label} (${of.value})`}
      {of.value !== null && of.option_label === undefined && of.unit !== '' && ` ${showUnit(of.unit)}`}
    </>
  );
  return (
    <>
      <span className="bp6-text-muted">{entry.parameter_name}</span> <span className={styles.quantity}>{quantity(observed(entry))}</span>
      {before && (
        <Corrected id={correctionKey(item.id, entry.entry_id, before.at)} of={entry.parameter_name}>
          {quantity(before)}
        </Corrected>
      )}
    </>
  );
}
