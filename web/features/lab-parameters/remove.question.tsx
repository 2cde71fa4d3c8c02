import type { LabParameterView } from '#contracts/lab/lab-parameters';
import type { Accepted } from '#contracts/wire/command';
import { useCommandId } from '#web/lib/command-id.ts';
import { useEntryCalls } from '#web/record/catalogue/entry-dialog.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { useReturnFocus } from '#web/ui/use-return-focus.ts';
import { labParameterCalls } from './lab-parameters.data.ts';

interface Props {
  parameter: LabParameterView;
  onClose: () => void;
  onDone: (accepted: Accepted, said: string) => void;
}

/** Asks before a lab parameter is removed from its row; says there why it cannot be. */
export function RemoveQuestion({ parameter: { id, version, primary_alias }, onClose, onDone }: Props) {
  useReturnFocus(id);
  const { run, stale, shown } = useEntryCalls(onDone);
  const commandId = useCommandId();
  return (
    <ConfirmDialog
      isOpen
      confirm="Remove"
      isWorking={shown.isWorking}
      error={stale ? 'Somebody else has changed this since it was shown. Look at it again first.' : shown.failure}
      onCancel={onClose}
      onConfirm={() =>
        void run(`${primary_alias} was removed`, () => labParameterCalls.remove(id, version, commandId(['remove', version])))
      }
    >
      <p>
        <strong>{primary_alias}</strong>
      </p>
      <p>You are trying to remove medical data. This action is irreversible.</p>
    </ConfirmDialog>
  );
}
