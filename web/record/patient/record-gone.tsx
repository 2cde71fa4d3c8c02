import { Button } from '@blueprintjs/core';
import { Refresh } from '@blueprintjs/icons';
import type { Problem } from '#web/lib/http.ts';
import { Empty } from '#web/ui/faces.tsx';

/** Whether the patient was removed, or is shared no more: then nothing that was read before stays on the screen. */
export const isGone = ({ error }: { error?: Problem | undefined }): boolean => error?.status === 404 || error?.status === 403;

interface Props {
  error: Problem | undefined;
  onRetry: () => void;
}

/** Nothing of the record is asked for any more until somebody looks again. */
export const RecordGone = ({ error, onRetry }: Props) => (
  <Empty
    title="This record cannot be shown"
    text={error?.status === 403 ? error.message : 'It was removed, or it is not shared with you: consent may have been revoked.'}
  >
    <Button text="Look again" icon={<Refresh />} onClick={onRetry} />
  </Empty>
);
