import { messages } from '#contracts/rules/messages';
import { Choice } from '#web/ui/readings.tsx';
import fieldStyles from '#web/ui/field-row.module.css';

/** 'Must be different than 0', with the answer that it was reported so. @param isWrong it keeps the form from being saved now */
export const NotZero = ({ isWrong, onReported }: { isWrong: boolean; onReported: () => void }) => (
  <span className={isWrong ? fieldStyles.error : fieldStyles.doubt}>
    {messages.notZero} <Choice text="Zero as reported" onPick={onReported} />
  </span>
);

/** Stands for the upper limit where there is none. */
export const NoUpperLimit = ({ isChosen, onChange }: { isChosen: boolean; onChange: (isChosen: boolean) => void }) =>
  isChosen ? (
    <span>
      no upper limit <Choice text="Undo" onPick={() => onChange(false)} />
    </span>
  ) : (
    <Choice text="No upper limit" onPick={() => onChange(true)} />
  );
