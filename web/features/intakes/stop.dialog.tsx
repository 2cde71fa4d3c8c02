import { useState } from 'react';
import { dayNumber } from '#contracts/rules/calendar-days';
import { messages } from '#contracts/rules/messages';
import type { IntakeView } from '#contracts/treatments/intake-views';
import { isLocalDateTime } from '#contracts/wire/primitives';
import { stopError, stopped } from './stop-treatment.ts';
import { useCommandId } from '#web/lib/command-id.ts';
import { showDate } from '#web/lib/dates.ts';
import { Problem } from '#web/lib/problem.ts';
import { rememberReason } from '#web/lib/reasons.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { reasonError, ReasonField } from '#web/ui/reason-field.tsx';
import { useReturnFocus } from '#web/ui/use-return-focus.ts';
import { contentOf, correctionOf } from './intake-content.ts';
import { itemCalls } from '#web/record/form/item-calls.ts';
import styles from './intakes.module.css';
import fieldStyles from '#web/ui/field-row.module.css';

const changeText = (from: string | null, today: string): string => {
  if (from === null) return 'a change of dosage without a date';
  const isInForce = dayNumber(from) <= dayNumber(today);
  return `the change of dosage ${isInForce ? 'in force since' : 'planned from'} ${showDate(from)}`;
};

interface Props {
  intake: IntakeView;
  /** The clinic's day, 'YYYY-MM-DD'. */
  today: string;
  /** Reads the treatment again after somebody else changed it. */
  readAgain: (id: string) => Promise<IntakeView>;
  onClose: () => void;
  onStopped: (position: string) => void;
}

/** Ends a treatment on a day, which is its last one: today unless another one is typed (ruling 50). */
export function StopDialog({ intake: opened, today, readAgain, onClose, onStopped }: Props) {
  useReturnFocus();
  const [intake, setIntake] = useState(opened);
  const [day, setDay] = useState(`${today}T00:00:00`);
  const [comment, setComment] = useState('');
  const [isLeft, setIsLeft] = useState(false);
  const [isFutureMeant, setIsFutureMeant] = useState(false);
  const [isWorking, setIsWorking] = useState(false);
  const [error, setError] = useState<string>();
  const commandId = useCommandId();

  const content = correctionOf(contentOf(intake));
  const isDate = isLocalDateTime(day);
  const wrongDay = isDate ? stopError(content, day) : day === '' ? messages.required : messages.date;
  const isFuture = isDate && dayNumber(day) > dayNumber(today);
  const kept = isDate && !wrongDay ? stopped(content, day).dosage_changes : content.dosage_changes;
  const wrongReason = reasonError(comment);
  const takenBack = content.dosage_changes.filter((change) => !kept.includes(change));

  const stop = async () => {
    if (isFuture && !isFutureMeant) {
      setIsFutureMeant(true);
      return;
    }
    setIsWorking(true);
    setError(undefined);
    const payload = { ...stopped(content, day), draft: false, stopped: true, comment: comment.trim() };
    try {
      const { position } = await itemCalls('intakes').save(intake.patient_id, intake, payload, commandId([intake.version, payload]));
      rememberReason(comment.trim());
      onStopped(position);
    } catch (cause) {
      if (cause instanceof Problem && cause.code === 'stale') {
        const now = await readAgain(intake.id).catch(() => undefined);
        if (now) setIntake(now);
        setError(now ? 'Somebody else has changed it meanwhile. Above stands what it says now.' : 'It was removed meanwhile.');
      } else {
        const texts = cause instanceof Problem ? Object.values(cause.fields).flat().join(', ') || cause.message : undefined;
        setError(texts ?? 'It could not be stopped');
      }
      setIsWorking(false);
    }
  };

  return (
    <ConfirmDialog
      isOpen
      startsInside
      title="Stop treatment"
      confirm="Stop treatment"
      isWorking={isWorking}
      disabled={wrongDay !== undefined || wrongReason !== undefined}
      error={error}
      onConfirm={() => void stop()}
      onCancel={onClose}
    >
      <div className={styles.stop}>
        <p>
          {intake.name}, {intake.order}
        </p>
        <DateField
          label="Last day"
          required
          autoFocus
          value={day}
          today={today}
          error={wrongDay}
          hint={isFuture && isFutureMeant ? <span className={fieldStyles.doubt}>This day lies in the future. Stop then?</span> : undefined}
          onChange={(value) => {
            setDay(value);
            setIsFutureMeant(false);
          }}
        />
        {takenBack.length > 0 && (
          <p className="bp6-text-muted">
            What comes after {showDate(day)} is taken back: {takenBack.map(({ change_date }) => changeText(change_date, today)).join('; ')}.
          </p>
        )}
        <ReasonField
          value={comment}
          onChange={setComment}
          help="Why this is stopped"
          onBlur={() => setIsLeft(true)}
          error={isLeft ? wrongReason : undefined}
        />
      </div>
    </ConfirmDialog>
  );
}
