import type { CommentCommand } from '#contracts/comments';
import type { DiagnosisCommand } from '#contracts/diagnoses';
import type { Actor } from '#infra/access/actor';
import { CommentsHandler, HandleComment } from '../../records/comments/comments.handlers.ts';
import { diagnosis as decider } from '../../records/diagnoses/diagnoses.decider.ts';
import type { Kernel } from '../kernel.ts';
import { clinic, demoId } from './clinic.ts';
import { comments, type DemoDiagnosis, diagnoses } from './diagnoses.ts';

const as = (username: string): Actor => ({ kind: 'system', part: 'seed', on_behalf_of: demoId(`user/${username}`) });
const midnight = (day: string): string => `${day}T00:00:00`;

/**
 * The diagnoses of the synthetic clinic's patients and what a patient wrote about them, through the deciders that serve everybody: they were
 * made in former years, whatever the catalogue lists by now.
 */
export const bringDiagnoses = async (kernel: Kernel): Promise<void> => {
  for (const [index, diagnosis] of diagnoses.entries()) await bring(kernel, diagnosis, `diagnosis/${index}`);
  await bringComments(kernel);
};

const bring = async ({ streams }: Kernel, diagnosis: DemoDiagnosis, name: string): Promise<void> => {
  const { patient, disease, from, to, draft = false, assistant, corrected, removed } = diagnosis;
  const [diagnosis_id, patient_id] = [demoId(name), demoId(`patient/${patient}`)];
  const scope = { organization_id: clinic.organization_id, patient_id };
  const tell = (command: DiagnosisCommand) =>
    streams.transact(decider, `diagnosis-${diagnosis_id}`, command, as(assistant ? 'assistant' : 'doctor'), scope);
  const content = { disease, time_from: midnight(from), time_to: to === undefined ? null : midnight(to), draft };
  const first = { ...content, disease: corrected?.disease ?? disease, time_from: midnight(corrected?.from ?? from) };
  let { version } = await tell({
    type: 'RecordDiagnosis',
    command_id: demoId(`${name}/command`),
    data: { diagnosis_id, patient_id, ...first, comment: 'New entry' },
  });
  if (corrected) {
    const data = { diagnosis_id, version, ...content, comment: corrected.reason };
    ({ version } = await tell({ type: 'CorrectDiagnosis', command_id: demoId(`${name}/correction`), data }));
  }
  if (removed === undefined) return;
  const data = { diagnosis_id, version, comment: removed };
  await tell({ type: 'RemoveDiagnosis', command_id: demoId(`${name}/removal`), data });
};

const bringComments = async ({ streams, access, log }: Kernel): Promise<void> => {
  const handler = new CommentsHandler(streams, access, log);
  const tell = (command: CommentCommand, username: string) => handler.execute(new HandleComment(command, as(username)));
  for (const [index, { patient, diagnosis, words, read = false }] of comments.entries()) {
    const name = `comment/${index}`;
    const comment_id = demoId(name);
    const about = { diagnose_id: demoId(`diagnosis/${diagnosis}`), patient_id: demoId(`patient/${patient}`) };
    const data = { comment_id, ...about, by_patient: true, comment: words };
    await tell({ type: 'WriteComment', command_id: demoId(`${name}/command`), data }, 'patient');
    if (read) await tell({ type: 'MarkAsRead', command_id: demoId(`${name}/read`), data: { comment_id, by_patient: false } }, 'doctor');
  }
};
