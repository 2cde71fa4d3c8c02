import { Button, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { Cross, Plus } from '@blueprintjs/icons';
import { MOST_RANGES } from '#contracts/lab/usual-ranges';
import type { FieldErrors } from '#web/lib/problem.ts';
import { LABELS, type TypedRange, typedRange } from './lab-parameter.form.ts';
import fieldStyles from '#web/ui/field-row.module.css';
import styles from './lab-parameter.module.css';

interface Props {
  ranges: readonly TypedRange[];
  errors: FieldErrors;
  readOnly: boolean;
  onChange: (ranges: readonly TypedRange[]) => void;
  onLeave: (field: `usual_ranges.${string}`) => void;
}

const COLUMNS = ['age_from', 'age_below', 'min', 'max', 'source'] as const;
const SEXES = [
  { value: '', label: 'Both' },
  { value: 'Female', label: 'Female' },
  { value: 'Male', label: 'Male' },
  { value: 'Other', label: 'Other' },
];

/** Usual ranges by sex and age with their source, which forms offer. */
export function RangeFields({ ranges, errors, readOnly, onChange, onLeave }: Props) {
  const set = (index: number, changes: Partial<TypedRange>) =>
    onChange(ranges.map((range, at) => (at === index ? { ...range, ...changes } : range)));
  const errorOf = (index: number, field: string) => errors[`usual_ranges.${index}.${field}`]?.join(', ');
  return (
    <fieldset className={styles.lines}>
      <legend className={fieldStyles.label}>Usual ranges</legend>
      <p className={fieldStyles.help}>Forms offer them. Without ages a range is of adults; ages are written 18 y, 6 mo, 2 wk or 28 d.</p>
      {ranges.length > 0 && (
        <div className={styles.range} aria-hidden>
          {['Sex', ...COLUMNS.map((field) => LABELS[field])].map((label) => (
            <span key={label} className="bp6-text-muted">
              {label}
            </span>
          ))}
        </div>
      )}
      {ranges.map((range, index) => {
        const wrong = COLUMNS.find((field) => errorOf(index, field) !== undefined);
        return (
          <div key={range.key} className={styles.range}>
            <HTMLSelect
              aria-label={`Sex of range ${index + 1}`}
              disabled={readOnly}
              value={range.sex}
              options={SEXES}
              onChange={(event) => set(index, { sex: event.target.value as TypedRange['sex'] })}
            />
            {COLUMNS.map((field) => (
              <InputGroup
                key={field}
                aria-label={`${LABELS[field]} of range ${index + 1}`}
                aria-invalid={errorOf(index, field) !== undefined || undefined}
                data-field={field}
                placeholder={readOnly ? '' : LABELS[field]}
                inputMode={field === 'min' || field === 'max' ? 'decimal' : 'text'}
                maxLength={200}
                autoComplete="off"
                readOnly={readOnly}
                title={field === 'source' ? range.source : ''}
                value={range[field]}
                onValueChange={(text) => set(index, { [field]: text })}
                onBlur={() => onLeave(`usual_ranges.${index}.${field}`)}
              />
            ))}
            {!readOnly && (
              <Button
                variant="minimal"
                icon={<Cross />}
                aria-label={`Remove range ${index + 1}`}
                title="Remove"
                onClick={() => onChange(ranges.filter(({ key }) => key !== range.key))}
              />
            )}
            {wrong && (
              <div className={fieldStyles.error}>
                {LABELS[wrong]}: {errorOf(index, wrong)}
              </div>
            )}
          </div>
        );
      })}
      {ranges.length === 0 && readOnly && <p className="bp6-text-muted">None</p>}
      {!readOnly && ranges.length < MOST_RANGES && (
        <Button size="small" icon={<Plus />} text="Add range" onClick={() => onChange([...ranges, typedRange()])} />
      )}
    </fieldset>
  );
}
