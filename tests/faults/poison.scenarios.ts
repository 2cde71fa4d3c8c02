import { join } from 'node:path';
import { SqliteMessaging } from '#infra/messaging/sqlite/sqlite-messaging';
import { SqliteReadStore } from '#infra/read-store/sqlite/sqlite-read-store';
import { projections } from '#projections/projections';
import { patients } from '#projections/records/patients.projection';
import type { AnyProjection } from '#projections/runner/projection';
import { ProjectionRunner } from '#projections/runner/runner';
import { copyOfFolder, history } from './history.ts';
import { closeFolder, openFolder } from './parts.ts';
import { type Scenario, type Trial, until } from './trial.ts';
import { checkDocuments, wholeLog } from './verify.ts';

/** The second event of one patient cannot be folded, as long as it is poisonous. */
const poisonEvent = async (trial: Trial): Promise<void> => {
  const { found } = trial;
  const kernel = await openFolder(await copyOfFolder(trial, (await history(trial)).today.data));
  const documents = await SqliteReadStore.open({ file: join(await trial.folder(), 'documents.sqlite') });
  const victim = (await wholeLog(kernel)).find(({ type }) => type === 'PatientCorrected')!.stream.slice('patient-'.length);
  let isPoisonous = true;
  const poisoned: AnyProjection = {
    ...patients,
    apply: {
      ...patients.apply,
      PatientCorrected: (...[doc, event, meta]: Parameters<(typeof patients)['apply']['PatientCorrected']>) => {
        if (isPoisonous && event.data.patient_id === victim) throw new RangeError('poison');
        return patients.apply.PatientCorrected(doc, event, meta);
      },
    },
  };
  const all = projections.map((projection) => (projection === patients ? poisoned : projection));
  const runner = new ProjectionRunner({ log: kernel.log, store: documents, projections: all });
  await runner.start();
  await runner.settled();
  const parked = await runner.parked('patients');
  if (parked.length !== 1 || parked[0]!.key !== victim)
    found.unnamed.push(`a poison event parks ${JSON.stringify(parked.map(({ key }) => key))}`);
  if (!/^RangeError at /.test(parked[0]?.error ?? '')) found.unnamed.push(`a parked key does not say why: ${parked[0]?.error}`);
  for (const projection of all) {
    if (projection !== poisoned) await checkDocuments({ ...kernel, documents }, [projection], 'beside a poison event', found);
  }
  const before = await documents.find(`patients@${patients.version}+1`, { take: 0 });
  if (await runner.retry('patients', victim)) found.unnamed.push('a poison event counts as folded while it still cannot be');
  isPoisonous = false;
  if (!(await runner.retry('patients', victim))) found.lost.push('a poison event cannot be folded once its fault is gone');
  await checkDocuments({ ...kernel, documents }, all, 'after the poison was taken out', found);
  if ((await documents.find(`patients@${patients.version}+1`, { take: 0 })).overall_count > before.overall_count + 1)
    found.doubled.push('a retry made documents');
  await runner.stop();
  await documents.close();
  await closeFolder(kernel);
};

/** One job cannot be done; those behind it and beside it can. */
const poisonJob = async (trial: Trial): Promise<void> => {
  const { found } = trial;
  const messaging = await SqliteMessaging.open({ file: join(await trial.folder(), 'messages.sqlite') });
  const done: string[] = [];
  let isPoisonous = true;
  await messaging.consume({
    topic: 'jobs',
    group: 'g',
    concurrency: 2,
    attempts: 3,
    backoff: () => 1,
    handle: async ({ id }) => {
      if (isPoisonous && id === 'poison') throw new RangeError('poison');
      done.push(id);
    },
  });
  const ids = ['before', 'poison', 'behind', 'beside'];
  await messaging.publish(ids.map((id) => ({ topic: 'jobs', id, key: id === 'beside' ? 'another' : 'one', body: {} })));
  await until('the others are done', async () => (await messaging.depth('jobs', 'g')) === 0);
  if (done.filter((id) => id !== 'beside').join() !== 'before,behind' || !done.includes('beside'))
    found.lost.push(`beside a poison job were done: ${done.join(', ')}`);
  const [letter, ...more] = await messaging.deadLetters('jobs', 'g');
  if (letter?.id !== 'poison' || !/^RangeError at /.test(letter.error) || more.length > 0)
    found.unnamed.push(`a poison job is set aside as ${JSON.stringify(letter)}`);
  isPoisonous = false;
  await messaging.retry('jobs', 'g', 'poison');
  await until('the job is done', async () => (await messaging.depth('jobs', 'g')) === 0);
  if (!done.includes('poison')) found.lost.push('a poison job cannot be done once its fault is gone');
  if (new Set(done).size !== done.length) found.doubled.push(`beside a poison job were done: ${done.join(', ')}`);
  await messaging.close();
};

/** What cannot be done holds up nothing else. */
export const poison: Scenario[] = [
  { name: 'a poison event parks its own document alone, says why, and is folded once it can be', run: poisonEvent },
  { name: 'a poison job is set aside alone, and done once it can be', run: poisonJob },
];
