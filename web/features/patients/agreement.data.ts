import { http, Problem } from '#web/lib/http.ts';
import { refusalText } from '#web/lib/refusal-text.ts';
import { saveFile } from '#web/lib/save-file.ts';

/** Uploads what a patient signed, once there is a place for it; nothing is filed before a command names the id that is answered. */
export const uploadAgreement = async (
  patient_id: string,
  file: File,
  options: { signal: AbortSignal; onWaiting: (isWaiting: boolean) => void },
): Promise<string> => {
  const form = new FormData();
  form.append('agreement', file, file.name);
  const path = `/api/files/agreement/${patient_id}`;
  const { id } = await http.upload<{ id: string }>(path, form, () => undefined, { ...options, quiet: true });
  return id;
};

/** Saves the agreement on file. Answers the cause where it could not be, undefined where it was. */
export const downloadAgreement = async (patient: { id: string; first_name: string; last_name: string }): Promise<string | undefined> => {
  try {
    const file = await http.blob(`/api/files/agreement/${patient.id}`, { quiet: true });
    saveFile([patient.first_name, patient.last_name, 'hipaa.pdf'].filter(Boolean).join('_'), file);
    return undefined;
  } catch (cause) {
    const isNone = cause instanceof Problem && cause.status === 404;
    return isNone ? 'No file is on record.' : refusalText(cause);
  }
};
