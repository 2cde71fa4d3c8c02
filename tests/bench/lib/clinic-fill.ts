import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { readSettings } from '#infra/config/configuration';
import { clinic, demoId, users } from '#services/cli/demo/clinic';
import { openKernel } from '#services/cli/kernel';
import { seedFirstStart } from '#services/cli/seed';
import { ClinicEvents, type Story } from './clinic-events.ts';

const SHARED_MEMORY = '/dev/shm';
const IN_FLIGHT = 64;

/**
 * A data folder with the log of a clinic: the product's own first start, then patients and what happens around them until there are so
 * many events, sealed by the log itself. While it is filled the keys lie in memory, where there is such a place: each new key is one
 * sync otherwise.
 */
export const fillClinic = (data: string, events: number, onProgress: (events: number) => void): Promise<void> =>
  fillWith(data, lives(events), onProgress);

/** Patient by patient, until there are so many events. */
function* lives(events: number): Generator<Story> {
  const source = new ClinicEvents(
    clinic.organization_id,
    users.map(({ username }) => demoId(`user/${username}`)),
  );
  for (let told = 0; ;) {
    for (const story of source.patient()) {
      if (told >= events) return;
      told += story.events.length;
      yield story;
    }
  }
}

/** The same of stories that somebody else tells. */
export const fillWith = async (data: string, stories: Iterable<Story>, onProgress: (events: number) => void): Promise<void> => {
  await mkdir(data, { recursive: true, mode: 0o700 });
  const memory = existsSync(SHARED_MEMORY) ? await mkdtemp(join(SHARED_MEMORY, 'anamnesis-bench-')) : undefined;
  const gone = () => void (memory && rm(memory, { recursive: true, force: true }));
  process.once('exit', gone);
  try {
    const kernel = await openKernel(readSettings({ ANAMNESIS_DATA: data, ANAMNESIS_DEMO: 'on' }), (error) => {
      throw error;
    });
    await seedFirstStart(kernel, () => undefined);
    await kernel.close();
    if (memory !== undefined) await moved(join(data, 'keys'), memory);
    await append(data, stories, onProgress);
  } finally {
    if (memory !== undefined) {
      await rm(join(data, 'keys'), { force: true, recursive: true });
      await cp(memory, join(data, 'keys'), { recursive: true });
      await rm(memory, { recursive: true, force: true });
    }
    process.off('exit', gone);
  }
};

const moved = async (folder: string, to: string): Promise<void> => {
  await cp(folder, to, { recursive: true });
  await rm(folder, { recursive: true });
  await symlink(to, folder);
};

const append = async (data: string, stories: Iterable<Story>, onProgress: (events: number) => void): Promise<void> => {
  const kernel = await openKernel(readSettings({ ANAMNESIS_DATA: data }), (error) => {
    throw error;
  });
  const actor = { user_id: demoId('user/doctor'), role: 'Doctor' };
  const tell = ({ stream, events: told, scope }: Story) =>
    kernel.log.append(stream, told, 'no-stream', { command_id: randomUUID(), actor, ...scope });
  try {
    let present = Number(await kernel.events.head());
    let said = present;
    let waiting: Promise<unknown>[] = [];
    for (const story of stories) {
      present += story.events.length;
      waiting.push(tell(story));
      if (waiting.length < IN_FLIGHT) continue;
      await Promise.all(waiting);
      waiting = [];
      if (present - said >= 100_000) onProgress((said = present));
    }
    await Promise.all(waiting);
  } finally {
    await kernel.close();
  }
};
