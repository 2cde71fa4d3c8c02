import type { Problem } from '#web/lib/http.ts';
import { Empty } from '#web/ui/faces.tsx';

/** Whether the patient was removed, or is shared no more: then nothing that was read before stays on the screen. */
export const isGone = ({ error }: { error?: Problem | undefined }): boolean => error?.status === 404;

export const RecordGone = () => (
  <Empty title="This record cannot be shown" text="It was removed, or it is not shared with you: consent may have been revoked." />
);
