import { Button, InputGroup } from '@blueprintjs/core';
import { Cross, Plus } from '@blueprintjs/icons';
import type { MeasurementParameterView, MeasurementUsage } from '#contracts/examinations/measurement-parameters';
import { showCount } from '#web/lib/numbers.ts';
import type { FieldErrors } from '#web/lib/problem.ts';
import { emptyDefinition, type TypedDefinition } from './office-parameter.form.ts';
import styles from './office-parameter.module.css';
import fieldStyles from '#web/ui/field-row.module.css';

/** An office parameter, with how often it is used where that was asked for. */
export type UsedParameter = MeasurementParameterView & { used_in?: MeasurementUsage };

interface Props {
  options: readonly TypedDefinition[];
  /** Not there for a new one. */
  parameter: UsedParameter | undefined;
  errors: FieldErrors;
  readOnly: boolean;
  onChange: (options: readonly TypedDefinition[]) => void;
  onLeave: (field: `options_config.${string}`) => void;
}

/** The choices a value is picked from; one that examinations use, or used, stays. */
export function Definitions({ options, parameter, errors, readOnly, onChange, onLeave }: Props) {
  const uses = (id: string): number => parameter?.used_in?.options[id] ?? 0;
  const isUsed = (id: string): boolean => uses(id) > 0 || (parameter?.used_options.includes(id) ?? false);
  const set = (index: number, changes: Partial<TypedDefinition>) =>
    onChange(options.map((option, at) => (at === index ? { ...option, ...changes } : option)));
  return (
    <fieldset className={styles.definitions}>
      <legend className={fieldStyles.label}>Definitions</legend>
      {options.map((option, index) => {
        const at = (field: string) => errors[`options_config.${index}.${field}`]?.join(', ');
        const name = option.label_text.trim() || `definition ${index + 1}`;
        const used = isUsed(option.option_id);
        return (
          <div key={option.option_id} className={styles.definition}>
            <InputGroup
              aria-label={`Value of ${name}`}
              aria-invalid={at('predefined_value') !== undefined || undefined}
              inputMode="decimal"
              placeholder="Value"
              autoComplete="off"
              readOnly={readOnly || used}
              value={option.predefined_value}
              onValueChange={(predefined_value) => set(index, { predefined_value })}
              onBlur={() => onLeave(`options_config.${index}.predefined_value`)}
            />
            <InputGroup
              aria-label={`Label of definition ${index + 1}`}
              aria-invalid={at('label_text') !== undefined || undefined}
              placeholder="Label"
              maxLength={200}
              autoComplete="off"
              readOnly={readOnly}
              value={option.label_text}
              onValueChange={(label_text) => set(index, { label_text })}
              onBlur={() => onLeave(`options_config.${index}.label_text`)}
            />
            <span className={`bp6-text-muted ${styles.used}`}>{used ? showCount(uses(option.option_id), 'use') : ''}</span>
            {!readOnly && (
              <Button
                variant="minimal"
                icon={<Cross />}
                aria-label={`Remove ${name}`}
                title={used ? 'Examinations use it: it stays' : 'Remove'}
                disabled={used}
                onClick={() => onChange(options.filter((_, other) => other !== index))}
              />
            )}
            {(at('predefined_value') ?? at('label_text')) && (
              <div className={fieldStyles.error}>{at('predefined_value') ?? at('label_text')}</div>
            )}
          </div>
        );
      })}
      {options.length === 0 && readOnly && <p className="bp6-text-muted">None</p>}
      {!readOnly && <Button size="small" icon={<Plus />} text="Add definition" onClick={() => onChange([...options, emptyDefinition()])} />}
    </fieldset>
  );
}
