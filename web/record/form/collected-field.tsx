import { DateField } from '#web/ui/date-field.tsx';
import type { AnyItemForm } from './use-item-form.ts';
import fieldStyles from '#web/ui/field-row.module.css';

interface Props {
  value: string;
  onChange: (collected: string) => void;
  state: Pick<AnyItemForm, 'warnings' | 'errors' | 'leaveField' | 'isWorking'>;
  today: string;
  withTime?: boolean;
}

/** When what a form enters was collected, with what is wrong or asked about it. */
export const CollectedField = ({ value, onChange, state, today, withTime = false }: Props) => (
  <DateField
    label="Date collected"
    required
    withTime={withTime}
    value={value}
    onChange={onChange}
    onBlur={() => state.leaveField('collected')}
    error={state.errors.seen['collected']}
    today={today}
    disabled={state.isWorking}
    hint={state.warnings
      .filter(({ field }) => field === 'collected')
      .map(({ key, text }) => (
        <span key={key} className={fieldStyles.doubt}>
          {text}
        </span>
      ))}
  />
);
