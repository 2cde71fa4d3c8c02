import { Button } from '@blueprintjs/core';
import { showCount } from '#web/lib/numbers.ts';
import { ReasonField } from '#web/ui/reason-field.tsx';
import type { LabFormState, SaveKind } from './lab-form.state.ts';

interface Props {
  state: LabFormState;
  isNew: boolean;
  onSave: (kind: SaveKind) => void;
  onCancel: () => void;
  onRemove: () => void;
}

/** Stays in view: the reason, what still needs attention, and the buttons. */
export function FormFooter({ state, isNew, onSave, onCancel, onRemove }: Props) {
  const { errors, warnings, isWorking, form, conflict } = state;
  const marked = Object.keys(errors.seen).length;
  const open = Object.keys(errors.all).length;
  const isBlocked = isWorking || conflict !== undefined;
  return (
    <footer className="lab-footer">
      {warnings.length > 0 && (
        <p className="doubt lab-footer-says" role="alert">
          {showCount(warnings.length, 'question')} above. Save again if it is right.
        </p>
      )}
      <p className="form-error lab-footer-says" role="alert">
        {state.failure
          ? `Not saved: ${state.failure}. Nothing that was typed is lost.`
          : (errors.seen['parameters']?.join(', ') ?? (marked > 0 ? `${showCount(marked, 'field needs', 'fields need')} attention` : ''))}
      </p>
      <div className="form-footer">
        <div>{!isNew && <Button text="Remove" intent="danger" variant="minimal" disabled={isBlocked} onClick={onRemove} />}</div>
        <ReasonField
          value={form.comment}
          onChange={(comment) => state.change({ comment })}
          onBlur={() => state.leaveField('comment')}
          error={errors.seen['comment']}
          {...(isNew ? { help: 'How this came in' } : {})}
        />
        <div className="footer-right">
          <Button text="Cancel" title="Esc" onClick={onCancel} disabled={isWorking} />
          <Button text="Save draft" onClick={() => onSave('draft')} disabled={isBlocked || Object.keys(errors.draft).length > 0} />
          <Button text="Save and add another" title="Ctrl Shift Enter" onClick={() => onSave('another')} disabled={isBlocked || open > 0} />
          <Button
            intent="primary"
            text={warnings.length > 0 ? 'Save anyway' : 'Save'}
            title="Ctrl Enter"
            onClick={() => onSave('save')}
            disabled={isBlocked || open > 0 || (!isNew && !state.isDirty)}
          />
        </div>
      </div>
    </footer>
  );
}
