import { Checkbox, Radio, RadioGroup } from '@blueprintjs/core';
import type { LabMergePreview, MergeUnit } from '#contracts/lab/lab-merges';
import type { LabParameterView } from '#contracts/lab/lab-parameters';
import { showCount } from '#web/lib/numbers.ts';
import type { Decisions, UnitChoice } from './merge.state.ts';
import styles from './merge.module.css';

interface Props {
  preview: LabMergePreview;
  chosen: readonly LabParameterView[];
  decisions: Decisions;
  onDecide: (decisions: Decisions) => void;
}

const countOf = ({ values, patients }: { values: number; patients: number }): string =>
  values === 0 ? 'no values yet' : `${showCount(values, 'value')} of ${showCount(patients, 'patient')}`;

/** How many values of how many patients change their line, unit by unit, and what has to be decided first. */
export function MergePreview({ preview, chosen, decisions, onDecide }: Props) {
  const kept = preview.parameters.find(({ id }) => id === preview.kept_id);
  const others = preview.parameters.filter(({ id }) => id !== preview.kept_id);
  const pagesOf = (id: string): number => chosen.find((one) => one.id === id)?.pages ?? 0;
  const decide = (code: string, choice: UnitChoice) => onDecide({ ...decisions, units: new Map([...decisions.units, [code, choice]]) });
  const toggle = (code: string) => {
    const doubts = new Set(decisions.doubts);
    if (!doubts.delete(code)) doubts.add(code);
    onDecide({ ...decisions, doubts });
  };
  return (
    <>
      <p>
        <strong>{kept?.primary_alias}</strong> is kept: {kept && countOf(kept)}.
      </p>
      {others.map((other) => (
        <div key={other.id} className={styles.other}>
          <p>
            <strong>{other.primary_alias}</strong>: {countOf(other)}
            {pagesOf(other.id) > 0 && `; rows on ${showCount(pagesOf(other.id), 'page')} wait for it and become results`}
          </p>
          <ul>
            {other.units.map((unit) => (
              <li key={unit.unit}>
                <UnitOf
                  unit={unit}
                  of={other.primary_alias}
                  kept={kept?.primary_alias ?? ''}
                  choice={unit.own_line === undefined ? undefined : decisions.units.get(unit.own_line)}
                  onDecide={(choice) => unit.own_line !== undefined && decide(unit.own_line, choice)}
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
      {preview.doubts.length > 0 && (
        <fieldset className={styles.doubts}>
          <legend>Confirm the reasons against merging</legend>
          {preview.doubts.map(({ code, text }) => (
            <Checkbox key={code} label={text} checked={decisions.doubts.has(code)} onChange={() => toggle(code)} />
          ))}
        </fieldset>
      )}
    </>
  );
}

interface UnitProps {
  unit: MergeUnit;
  of: string;
  kept: string;
  choice: UnitChoice | undefined;
  onDecide: (choice: UnitChoice) => void;
}

/** What becomes of the values in one unit; of one that does not fit somebody has to say it. */
function UnitOf({ unit, of, kept, choice, onDecide }: UnitProps) {
  const named = unit.unit === '' ? 'no unit' : unit.unit;
  const counted = `${named}: ${countOf(unit)}`;
  if (unit.fits) return <>{`${counted}, moved to the line of ${kept}`}</>;
  return (
    <RadioGroup
      label={`${counted}. What becomes of them?`}
      aria-label={`Values of ${of} in ${named}`}
      selectedValue={choice ?? ''}
      onChange={(event) => onDecide(event.currentTarget.value as UnitChoice)}
    >
      {unit.conversion && (
        <Radio value="convert">
          Show in {unit.conversion.to}
          <span className={styles.examples}>{unit.conversion.examples.map(({ from, to }) => `${from} = ${to}`).join(', ')}</span>
        </Radio>
      )}
      <Radio value="own-line" label="Keep as a line of its own" />
    </RadioGroup>
  );
}
