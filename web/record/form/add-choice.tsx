import { Button, Menu, MenuItem } from '@blueprintjs/core';
import { Popup } from '#web/ui/popup.tsx';
import { classes } from '#web/ui/table.tsx';
import styles from './add-choice.module.css';

interface Props {
  /** Nothing was taken from an earlier item. */
  isNew: boolean;
  onNew: () => void;
  /** Earlier items of the patient, newest first; none disables the choice. */
  earlier: readonly { id: string; text: string; onPick: () => void }[];
  className?: string | undefined;
}

/** Starting afresh, or from an item the patient has already. */
export function AddChoice({ isNew, onNew, earlier, className }: Props) {
  return (
    <div className={classes(styles.choice, className)}>
      <Button text="Add new" active={isNew} onClick={onNew} />
      <Popup
        placement="bottom-start"
        disabled={earlier.length === 0}
        content={
          <Menu>
            {earlier.map(({ id, text, onPick }) => (
              <MenuItem key={id} text={text} onClick={onPick} />
            ))}
          </Menu>
        }
      >
        <Button text="Add from previous" disabled={earlier.length === 0} />
      </Popup>
    </div>
  );
}
