import { Button } from '@blueprintjs/core';
import { Edit, EyeOpen } from '@blueprintjs/icons';
import type { ManagedMeasurementParameter, MeasurementParameterView } from '#contracts/examinations/measurement-parameters';
import { NORMALIZATIONS } from '#web/lib/normalization-names.ts';
import { showNumber } from '#web/lib/numbers.ts';
import { showUnit } from '#contracts/examinations/measurement-units';
import { type OfficeMode } from '#web/record/catalogue/office-parameter.dialog.tsx';
import { Table } from '#web/ui/table.tsx';
import styles from './parameters.module.css';
import table from '#web/ui/table.module.css';

type Row = MeasurementParameterView | ManagedMeasurementParameter;

interface Props {
  parameters: readonly Row[];
  /** What opening a row does: update, review or view. */
  mode: OfficeMode;
  onOpen: (parameter: Row) => void;
}

const WORDS: Readonly<Partial<Record<OfficeMode, string>>> = { update: 'Edit', review: 'Review', view: 'View' };

/** Weight, height and Bmi are compared with what their formula says; no normalization with nothing. */
const limitOf = ({ normalization_type, scale_divider }: Row): string =>
  normalization_type === 'Arithmetic' || normalization_type === 'Logarithmic' ? showNumber(String(scale_divider)) : '';

const definitionsOf = ({ options_config }: Row): string =>
  options_config.map((one) => `${one.label_text} (${one.predefined_value})`).join(', ');

const usedIn = (row: Row): string => ('used_in' in row ? `${row.used_in.templates} / ${row.used_in.examinations}` : '');

/** One row per office parameter; the whole row opens. */
export function ParametersTable({ parameters, mode, onOpen }: Props) {
  const word = WORDS[mode] ?? 'Edit';
  return (
    <Table
      className={styles.table}
      rows={parameters}
      keyOf={({ id }) => id}
      row={(row) => ({ id: row.id, onOpen: () => onOpen(row) })}
      columns={[
        { title: 'Name', cell: ({ name }) => name },
        { title: 'Unit or # per interval', cell: ({ description }) => showUnit(description) },
        { title: 'Upper limit of normal', className: table.number, cell: limitOf },
        {
          title: 'Definitions',
          className: styles.options,
          cell: (row) => <span title={definitionsOf(row)}>{definitionsOf(row)}</span>,
        },
        { title: 'Normalization', cell: ({ normalization_type }) => NORMALIZATIONS[normalization_type] },
        { title: 'Used in (office templates/examinations)', className: table.number, cell: usedIn },
        {
          title: 'Management',
          className: table.controls,
          cell: (row) => (
            <Button
              size="small"
              variant="minimal"
              icon={mode === 'view' ? <EyeOpen /> : <Edit />}
              text={mode === 'review' ? word : undefined}
              aria-label={`${word} ${row.name}`}
              title={word}
              tabIndex={-1}
              onClick={() => onOpen(row)}
            />
          ),
        },
      ]}
    />
  );
}
