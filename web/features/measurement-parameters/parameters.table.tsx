import { Button } from '@blueprintjs/core';
import { isKey } from '#web/lib/keys.ts';
import { Edit, EyeOpen } from '@blueprintjs/icons';
import type { ManagedMeasurementParameter, MeasurementParameterView } from '#contracts/measurement-parameters';
import { showNumber } from '#web/lib/numbers.ts';
import { useRow } from '#web/lib/returning.ts';
import { showUnit } from '#contracts/measurement-units';
import { type OfficeMode } from '#web/record/catalogue/office-parameter.dialog.tsx';
import { walkable } from '#web/ui/walkable.ts';

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
  return (
    <div className="table-frame">
      <table ref={walkable} className="data-table office-table">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Unit or # per interval</th>
            <th scope="col" className="number">
              Upper limit of normal
            </th>
            <th scope="col">Definitions</th>
            <th scope="col">Normalization</th>
            <th scope="col" className="number">
              Used in (office templates/examinations)
            </th>
            <th scope="col" className="office-actions">
              Management
            </th>
          </tr>
        </thead>
        <tbody>
          {parameters.map((row) => (
            <ParameterRow key={row.id} row={row} mode={mode} onOpen={() => onOpen(row)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ParameterRow({ row, mode, onOpen }: { row: Row; mode: OfficeMode; onOpen: () => void }) {
  const word = WORDS[mode] ?? 'Edit';
  const { isMarked, ...marks } = useRow(row.id);
  return (
    <tr
      {...marks}
      className={isMarked ? 'opens is-marked' : 'opens'}
      tabIndex={0}
      onClick={onOpen}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget || !isKey(event, 'openRow')) return;
        event.preventDefault();
        onOpen();
      }}
    >
      <td>{row.name}</td>
      <td>{showUnit(row.description)}</td>
      <td className="number">{limitOf(row)}</td>
      <td className="office-options" title={definitionsOf(row)}>
        {definitionsOf(row)}
      </td>
      <td>{row.normalization_type}</td>
      <td className="number">{usedIn(row)}</td>
      <td className="office-actions">
        <Button
          size="small"
          variant="minimal"
          icon={mode === 'view' ? <EyeOpen /> : <Edit />}
          text={mode === 'review' ? word : undefined}
          aria-label={`${word} ${row.name}`}
          title={word}
          tabIndex={-1}
          onClick={(event) => {
            event.stopPropagation();
            onOpen();
          }}
        />
      </td>
    </tr>
  );
}
