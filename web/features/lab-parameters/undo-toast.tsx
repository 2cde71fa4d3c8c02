import { Button } from '@blueprintjs/core';
import { v4 as newId } from 'uuid';
import { refusalText } from '#web/lib/refusal-text.ts';
import { toast } from '#web/ui/toasts.tsx';

/**
 * Says what was done, with a button that takes it back.
 * @param undo says what it did
 * @returns the same as the button, for a key; once
 */
export const sayWithUndo = (said: string, undo: () => Promise<string>): (() => Promise<void>) => {
  const key = newId();
  let isUndone = false;
  const takeBack = async () => {
    if (isUndone) return;
    isUndone = true;
    try {
      toast.show(await undo(), 'success', { key });
    } catch (cause) {
      isUndone = false;
      toast.show(refusalText(cause), 'warning', { key });
    }
  };
  toast.show(
    <>
      {said} <Button size="small" variant="outlined" text="Undo" onClick={() => void takeBack()} />
    </>,
    'success',
    { key },
  );
  return takeBack;
};
