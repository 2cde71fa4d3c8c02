import { Button, ProgressBar } from '@blueprintjs/core';
import { isLocalDateTime } from '#contracts/wire/primitives';
import { linesNotRead } from '#contracts/reports/report-progress';
import { type PageView, rowsToSave } from '#contracts/reports/reports';
import { showDate } from '#web/lib/dates.ts';
import { showCount } from '#web/lib/numbers.ts';
import { ReasonField, reasonError } from '#web/ui/reason-field.tsx';
import { isLearned, type RowDraft, rowErrors, validatedRows } from './row-draft.ts';
import type { PageFormState } from './page.state.ts';
import { canValidate } from './statuses.ts';
import { isOtherPerson } from './other-person.tsx';
import styles from './page.module.css';

/** As the documents' button says it: 'MORGAN, Ava'. */
export const listName = (patient: { first_name: string; last_name: string }): string =>
  [patient.last_name.toUpperCase(), patient.first_name].filter(Boolean).join(', ');

const isWrong = (row: RowDraft): boolean => Object.keys(rowErrors(row)).length > 0;

/** Why the page cannot be validated yet, the first thing first; empty where it can. */
export const missing = (page: PageView, { content, patient, birth, isPicked, conflict }: PageFormState): string[] => {
  const wrong = content.rows.filter(isWrong).length;
  return [
    !canValidate(page.status) && 'This page was not read',
    conflict && 'choose what shall stand',
    !patient && 'choose the patient',
    // registered after the page was read, perhaps: nobody is taken by a name that two may have (ruling 27)
    patient?.similar_name &&
      !isPicked &&
      `choose the patient: another one has ${patient.same_name_and_birth_date ? 'the same name and birth date' : 'a similar name'}`,
    !isLocalDateTime(birth) && !(birth === '' && patient?.date_of_birth_precision) && 'enter the date of birth',
    !isLocalDateTime(content.collected) && 'enter the date collected',
    isOtherPerson(page, patient, birth) && !content.isOther && 'confirm the patient',
    wrong > 0 && `correct ${showCount(wrong, 'row')}`,
    page.validation && reasonError(content.comment) && 'say why it is changed',
  ].filter((text): text is string => typeof text === 'string');
};

interface Props {
  page: PageView;
  state: PageFormState;
  /** How many values are in the record already. */
  already: number;
  /** How many rows and dates nobody has looked at yet. */
  doubtful: number;
  /** How many lines look like results and are no row. */
  unread: number;
  onSave: () => void;
}

/** Stays in view: what validating does with each row (ruling 26), what is still missing, and the button that says it. */
export function PageFooter({ page, state, already, doubtful, unread, onSave }: Props) {
  const { content, patient, errors, failure, isSaving, isDirty } = state;
  // what cannot be understood yet is no row without a value
  const right = content.rows.filter((row) => !isWrong(row));
  const { saved, awaiting, empty, ignored } = rowsToSave(validatedRows(right));
  const wrong = content.rows.length - right.length;
  const total = validatedRows(right).length + wrong;
  const learned = content.rows.filter(isLearned).length;
  const lacks = missing(page, state);
  const isUnchanged = page.validation !== null && !isDirty;
  const counts = [
    `Save ${saved.length} of ${total}`,
    awaiting.length > 0 && `${awaiting.length} not in the catalogue`,
    learned > 0 && `${learned} in the catalogue now`,
    ignored > 0 && `${ignored} ignored`,
    wrong > 0 && `${wrong} to correct`,
    empty.length > 0 && `${empty.length} without a value`,
    doubtful > 0 && `${doubtful} doubtful`,
    already > 0 && `${already} already recorded`,
    unread > 0 && linesNotRead(unread),
  ].filter(Boolean);
  const label =
    patient && isLocalDateTime(content.collected)
      ? `Save ${showCount(saved.length, 'result')} for ${listName(patient)}, collected ${showDate(content.collected)}`
      : 'Validate Page';
  return (
    <footer className={styles.footer}>
      {isSaving && <ProgressBar intent="primary" />}
      <p role="status">{counts.join('; ')}</p>
      <div className={styles.line}>
        {page.validation && isDirty && (
          <ReasonField
            value={content.comment}
            onChange={(comment) => state.change((now) => ({ ...now, comment }))}
            error={errors['comment']}
          />
        )}
        <div className={styles.end}>
          {failure !== undefined ? (
            <p role="alert" tabIndex={-1}>
              Not saved: {failure}. Nothing that was typed is lost.
            </p>
          ) : isUnchanged ? (
            <p>Nothing was changed</p>
          ) : (
            lacks.length > 0 && <p className={styles.lacks}>Please {lacks.join(', ')}</p>
          )}
          <Button
            intent="primary"
            text={label}
            title="Ctrl Enter"
            disabled={lacks.length > 0 || isSaving || isUnchanged}
            onClick={onSave}
          />
        </div>
      </div>
    </footer>
  );
}
