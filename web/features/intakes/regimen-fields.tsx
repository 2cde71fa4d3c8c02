import { Button } from '@blueprintjs/core';
import { Cross, Plus } from '@blueprintjs/icons';
import { useRef } from 'react';
import type { Medication } from '#contracts/treatments/intakes';
import type { Schedule } from '#contracts/treatments/schedules';
import type { FieldErrors } from '#web/lib/problem.ts';
import { CountField } from './count-field.tsx';
import { DoseField, FormField, FrequencyFields } from './dose-fields.tsx';
import { endLine, orderLines } from './intake-words.ts';
import type { TypedDose, TypedRegimen, TypedStep } from './typed-dose.ts';
import styles from './intakes.module.css';
import fieldStyles from '#web/ui/field-row.module.css';

interface Props {
  medication: Medication | null;
  regimen: TypedRegimen;
  schedule: Schedule;
  isTapering: boolean;
  errors: FieldErrors;
  disabled: boolean;
  /** The clinic's local day, where the end of the treatment is said with its order. */
  today?: string;
  /** What the fields' names begin with in errors: 'dosage_changes.0.'. */
  at?: string;
  onLeave: (field: string) => void;
  onChange: (changes: Partial<TypedRegimen>) => void;
}

/** Dose, form and frequency, in a tapering step by step, and the order as it will be read with its average. */
export function RegimenFields(props: Props) {
  const { medication, regimen, schedule, isTapering, errors, disabled, today, at = '', onLeave, onChange } = props;
  const box = useRef<HTMLDivElement>(null);
  const shared = { medication, errors, disabled, at, onLeave };
  const setStep = (at_: number, step: TypedStep) =>
    onChange({ steps: regimen.steps.map((before, index) => (index === at_ ? step : before)) });
  const setDose = (at_: number, which: number, dose: TypedDose) => {
    const step = regimen.steps[at_];
    if (step) setStep(at_, { ...step, doses: step.doses.map((before, index) => (index === which ? dose : before)) });
  };
  const addStep = () => {
    const last = regimen.steps.at(-1);
    if (!last) return;
    const doses = last.doses.map(({ nonproprietary_name, unit }) => ({ nonproprietary_name, unit, dose: '' }));
    const before = regimen.steps.at(-2)?.days ?? 7;
    const ended = regimen.steps.map((step) => (step.days === null ? { ...step, days: before } : step));
    onChange({ steps: [...ended, { days: last.days, doses }] });
    // drawn first
    setTimeout(() => [...(box.current?.querySelectorAll<HTMLElement>('[data-step]') ?? [])].at(-1)?.querySelector('input')?.focus(), 0);
  };
  const orders = orderLines(regimen, schedule, medication).filter((line) => line !== '');
  // the last step of a tapering says 'until discontinued' itself
  const isSaid = today === undefined || orders.length === 0 || (orders.length > 1 && schedule.until_discontinued);
  const ends = isSaid ? '' : endLine(schedule, today);
  const lines = orders.length === 1 && ends !== '' ? [`${orders[0]}, ${ends}`] : [...orders, ...(ends === '' ? [] : [ends])];
  const whole = errors[`${at}dosages`];
  const firstOf = (step: number) => regimen.steps.slice(0, step).reduce((sum, { doses }) => sum + doses.length, 0);
  return (
    <div ref={box}>
      {isTapering && (
        <div className={fieldStyles.line}>
          <FormField {...shared} regimen={regimen} onChange={onChange} />
        </div>
      )}
      {regimen.steps.map((step, index) => {
        const first = firstOf(index);
        const isOpen = index === regimen.steps.length - 1 && schedule.until_discontinued;
        return (
          <div key={index} {...(isTapering ? { className: styles.step, 'data-step': index + 1 } : {})}>
            <div>
              {step.doses.map((typed, which) => (
                <div key={typed.nonproprietary_name} className={fieldStyles.line}>
                  <DoseField
                    {...shared}
                    typed={typed}
                    index={first + which}
                    isTotal={regimen.form === 'total dose'}
                    of={[step.doses.length > 1 ? typed.nonproprietary_name : '', isTapering ? `step ${index + 1}` : '']}
                    onChange={(dose) => setDose(index, which, dose)}
                  />
                  {which === 0 && !isTapering && <FormField {...shared} regimen={regimen} onChange={onChange} />}
                </div>
              ))}
            </div>
            {isTapering && isOpen && <p className="bp6-text-muted">until discontinued</p>}
            {isTapering && !isOpen && (
              <CountField
                label={`Days of step ${index + 1}`}
                value={step.days}
                error={errors[`${at}dosages.${first}.days`]}
                disabled={disabled}
                onChange={(days) => setStep(index, { ...step, days })}
                onBlur={() => onLeave(`${at}dosages.${first}.days`)}
              />
            )}
            {isTapering && (
              <Button
                variant="minimal"
                icon={<Cross />}
                aria-label={`Remove step ${index + 1}`}
                title="Remove this step"
                disabled={disabled || regimen.steps.length < 3}
                onClick={() => onChange({ steps: regimen.steps.filter((_, other) => other !== index) })}
              />
            )}
          </div>
        );
      })}
      {isTapering && (
        <Button size="small" icon={<Plus />} text="Add step" className={styles.addStep} disabled={disabled} onClick={addStep} />
      )}
      {whole && <p className={fieldStyles.error}>{whole.join(', ')}</p>}
      <FrequencyFields {...shared} regimen={regimen} onChange={onChange} />
      {lines.length > 0 && (
        <output className={styles.order} aria-label="The order as it will be read">
          {lines.map((line, index) => (
            <span key={index}>{line}</span>
          ))}
        </output>
      )}
    </div>
  );
}
