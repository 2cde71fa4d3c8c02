import { Button } from '@blueprintjs/core';
import { showDate } from '#web/lib/dates.ts';
import { DateField } from '#web/ui/date-field.tsx';
import { useState } from 'react';
import type { TypedChange } from './intake-content.ts';
import type { IntakeFormState } from './intake-form.state.ts';
import { orderLines } from './intake-words.ts';
import { RegimenFields } from './regimen-fields.tsx';
import styles from './intakes.module.css';

/** The changes of dosage that followed: each may be corrected, or taken back. */
export function LaterChanges({ state, today }: { state: IntakeFormState; today: string }) {
  const { content, errors, isWorking } = state;
  const [open, setOpen] = useState<number>();
  if (content.changes.length === 0) return null;
  const set = (at: number, changes: Partial<TypedChange>) =>
    state.change(
      (before) => ({ changes: before.changes.map((each, index) => (index === at ? { ...each, ...changes } : each)) }),
      ['dosage_changes'],
    );
  return (
    <section className={styles.later}>
      <h3>Later changes of dosage</h3>
      <ol className={styles.list}>
        {content.changes.map((each, index) => {
          const at = `dosage_changes.${index}.`;
          const isMarked = Object.keys(errors.seen).some((field) => field.startsWith(at));
          const name = each.change_date === null ? `change ${index + 1}` : showDate(each.change_date);
          return (
            <li key={index}>
              <div className={styles.change}>
                <span>
                  from {name}: {orderLines(each, content, content.medication).join(', ')}
                </span>
                <Button
                  size="small"
                  variant="minimal"
                  text={open === index ? 'Close' : 'Correct'}
                  aria-label={`Correct the change of ${name}`}
                  onClick={() => setOpen(open === index ? undefined : index)}
                />
                <Button
                  size="small"
                  variant="minimal"
                  text="Take back"
                  aria-label={`Take back the change of ${name}`}
                  disabled={isWorking}
                  onClick={() => {
                    setOpen(undefined);
                    state.change((before) => ({ changes: before.changes.filter((_, other) => other !== index) }), ['dosage_changes']);
                  }}
                />
              </div>
              {(open === index || isMarked) && (
                <div className={styles.changeFields}>
                  <DateField
                    label="Date of change"
                    required
                    value={each.change_date ?? ''}
                    error={errors.seen[`${at}change_date`]}
                    today={today}
                    disabled={isWorking}
                    onChange={(value) => set(index, { change_date: value === '' ? null : value })}
                    onBlur={() => state.leaveField(`${at}change_date`)}
                  />
                  <RegimenFields
                    medication={content.medication}
                    regimen={each}
                    schedule={content}
                    isTapering={false}
                    errors={errors.seen}
                    disabled={isWorking}
                    at={at}
                    onLeave={state.leaveField}
                    onChange={(changes) => set(index, changes)}
                  />
                </div>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
