import { Checkbox } from '@blueprintjs/core';
import { Edit, EyeOpen, Trash } from '@blueprintjs/icons';
import type { LabParameterView } from '#contracts/lab/lab-parameters';
import { RowActions } from '#web/ui/row-actions.tsx';
import { Table } from '#web/ui/table.tsx';
import { ParameterName } from './parameter-name.tsx';
import { normalizationOf, rangeInWords, yesNo } from './words.ts';
import styles from './lab-parameters.module.css';
import table from '#web/ui/table.module.css';

interface Selection {
  isChosen: (id: string) => boolean;
  toggle: (parameters: readonly LabParameterView[], isChosen: boolean) => void;
}

interface Props {
  parameters: readonly LabParameterView[];
  /** Not there where nothing can be merged. */
  selection: Selection | undefined;
  /** What opening a row does. */
  word: 'Edit' | 'View';
  onOpen: (parameter: LabParameterView) => void;
  /** Not there where nothing can be removed. */
  onRemove: ((parameter: LabParameterView) => void) | undefined;
}

const rangesOf = ({ usual_ranges }: LabParameterView): string => usual_ranges.map(rangeInWords).join('; ');

/** One row per lab parameter; the whole row opens. */
export function LabParametersTable({ parameters, selection, word, onOpen, onRemove }: Props) {
  const actionsOf = (row: LabParameterView) => [
    { text: word, icon: word === 'View' ? <EyeOpen /> : <Edit />, onClick: () => onOpen(row) },
    ...(onRemove ? [{ text: 'Remove', icon: <Trash />, onClick: () => onRemove(row) }] : []),
  ];
  const isAll = parameters.every(({ id }) => selection?.isChosen(id));
  const isSome = parameters.some(({ id }) => selection?.isChosen(id));
  const choosing = selection && [
    {
      className: styles.check,
      title: (
        <Checkbox
          className={styles.box}
          aria-label="Select all on this page"
          title="Select all on this page"
          checked={isAll}
          indeterminate={isSome && !isAll}
          onChange={() => selection.toggle(parameters, !isAll)}
        />
      ),
      cell: (row: LabParameterView) => (
        <Checkbox
          className={styles.box}
          aria-label={`Select ${row.primary_alias} for merging`}
          checked={selection.isChosen(row.id)}
          onChange={(event) => selection.toggle([row], event.currentTarget.checked)}
        />
      ),
    },
  ];
  return (
    <Table
      className={styles.table}
      rows={parameters}
      keyOf={({ id }) => id}
      row={(row) => ({ id: row.id, onOpen: () => onOpen(row) })}
      columns={[
        ...(choosing ?? []),
        { title: 'Name', className: styles.name, cell: (row) => <ParameterName parameter={row} /> },
        { title: 'LOINC', className: styles.code, cell: ({ code }) => code ?? '' },
        { title: 'Unit', className: styles.unit, cell: ({ unit }) => unit },
        { title: 'Usual ranges', className: styles.ranges, cell: (row) => <span title={rangesOf(row)}>{rangesOf(row)}</span> },
        { title: 'Default', className: styles.flag, cell: ({ is_default }) => yesNo(is_default) },
        { title: 'Ignored', className: styles.flag, cell: ({ ignored_during_validation }) => yesNo(ignored_during_validation) },
        { title: 'Normalization', className: styles.normalization, cell: normalizationOf },
        {
          title: 'Management',
          className: table.controls,
          cell: (row) => <RowActions of={row.primary_alias} actions={actionsOf(row)} />,
        },
      ]}
    />
  );
}
