import { Button } from '@blueprintjs/core';
import type { MouseEvent } from 'react';
import { showCount } from '#web/lib/numbers.ts';
import { ReasonField, reasonError } from '#web/ui/reason-field.tsx';
import type { FieldErrors } from '#web/lib/problem.ts';
import type { AnyItemForm, SaveKind } from './use-item-form.ts';
import { NotSaved } from './not-saved.tsx';
import { unfinished } from './unfinished.ts';
import fieldStyles from '#web/ui/field-row.module.css';
import { classes } from '#web/ui/table.tsx';
import styles from './item-footer.module.css';

interface Props {
  state: AnyItemForm;
  isNew: boolean;
  /** What a form offers beside 'Save': a change of dosage has neither draft nor another. */
  kinds?: readonly SaveKind[];
  onSave: (kind: SaveKind) => void;
  onCancel: () => void;
  onRemove?: (() => void) | undefined;
}

const ALL: readonly SaveKind[] = ['save', 'draft', 'another'];

/** Stays in view: the reason, what still needs attention, and the buttons. */
export function ItemFooter({ state, isNew, kinds = ALL, onSave, onCancel, onRemove }: Props) {
  const { errors, warnings, isWorking, conflict, failure } = state;
  const marked = Object.keys(errors.seen).length;
  const open = unfinished(errors.all);
  const isUntouched = !isNew && !state.isDirty;
  const isBlocked = isWorking || conflict !== undefined;
  // what saving asks for does not disable it
  const isIncomplete = (lacks: FieldErrors) => Object.keys(lacks).some((field) => field !== 'comment' && !state.asksFor?.includes(field));
  const whole = errors.seen['parameters']?.join(', ');
  // what only the server knows may belong to no field that there is: it is said here too
  const told = Object.keys(errors.seen).filter((field) => !(field in errors.all));
  const why = told.length === 0 ? '' : `: ${told.flatMap((field) => errors.seen[field] ?? []).join('; ')}`;
  // the second of two quick clicks answers no question that the first one raised
  const saves = (kind: SaveKind) => (event: MouseEvent) => {
    if (event.detail < 2) onSave(kind);
  };
  return (
    <footer className={classes(styles.footer, isNew && styles.isNew)}>
      {warnings.length > 0 && (
        <p className={`${fieldStyles.doubt} ${styles.says}`} role="alert">
          {showCount(warnings.length, 'question')} above. Save again if it is right.
        </p>
      )}
      <div className={styles.state}>
        {failure ? (
          <NotSaved
            problem={failure}
            onAnew={() => {
              state.anew();
              onSave('save');
            }}
          />
        ) : (
          <p className={`${fieldStyles.error} ${styles.says}`} role="alert">
            {whole ?? (marked > 0 ? `${showCount(marked, 'field needs', 'fields need')} attention${why}` : '')}
          </p>
        )}
        {/* why Save is disabled */}
        <p className={`bp6-text-muted ${styles.says}`}>
          {conflict?.current ? 'Choose above what shall stand.' : isUntouched ? 'Nothing was changed yet.' : open}
        </p>
      </div>
      <div className={fieldStyles.buttons}>
        <div>
          {!isNew && onRemove && <Button text="Remove" intent="danger" variant="minimal" disabled={isBlocked} onClick={onRemove} />}
        </div>
        <ReasonField
          className={styles.reason}
          value={state.comment}
          onChange={state.setComment}
          onBlur={() => state.leaveField('comment')}
          error={errors.seen['comment'] ?? (isNew || state.comment.trim() !== '' ? reasonError(state.comment) : undefined)}
          {...(isNew ? { help: 'How this came in' } : {})}
        />
        <div className={styles.right}>
          <Button text="Cancel" title="Esc" onClick={onCancel} disabled={isWorking} />
          {kinds.includes('draft') && (
            <Button text="Save draft" onClick={saves('draft')} disabled={isBlocked || isIncomplete(errors.draft)} />
          )}
          {kinds.includes('another') && (
            <Button
              text="Save and add another"
              title="Ctrl Shift Enter"
              onClick={saves('another')}
              disabled={isBlocked || isIncomplete(errors.all)}
            />
          )}
          <Button
            intent="primary"
            text={warnings.length > 0 ? 'Save anyway' : 'Save'}
            title="Ctrl Enter"
            onClick={saves('save')}
            disabled={isBlocked || isIncomplete(errors.all) || isUntouched}
          />
        </div>
      </div>
    </footer>
  );
}
