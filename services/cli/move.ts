import { type Settings, WrongSettings } from '#infra/config/configuration';
import { OperationFailed } from './control.ts';
import { type ContentsMoved, moveContents } from './move-contents.ts';
import { movableFiles } from './move-files.ts';
import { whileStopped } from './move-folder.ts';
import { type FollowingMoved, prepareFollowing } from './move-following.ts';
import { movableKeys } from './move-keys.ts';
import { FOLLOWING, Place, placeOf, readMark } from './move-mark.ts';

/** What can be moved, in this order, and the settings that name its server. */
const PARTS = {
  keys: { setting: 'keys', variable: 'ANAMNESIS_KEYS' },
  files: { setting: 'files', variable: 'ANAMNESIS_FILES' },
  events: { setting: 'event_store', variable: 'ANAMNESIS_EVENT_STORE' },
  'read-models': { setting: 'read_store', variable: 'ANAMNESIS_READ_STORE' },
  jobs: { setting: 'messaging', variable: 'ANAMNESIS_MESSAGING' },
} as const satisfies Record<string, { setting: keyof Settings; variable: string }>;
type Part = keyof typeof PARTS;
const ALL = Object.keys(PARTS) as Part[];

/** Parts that the settings name a server for. */
export const partsOnServers = (settings: Settings): Part[] => ALL.filter((part) => settings[PARTS[part].setting] !== undefined);

/** What a move did; parts that were not to be moved are left out, as are events that were there already. */
export interface Moved extends FollowingMoved {
  to: Place;
  parts: readonly Part[];
  keys?: ContentsMoved;
  files?: ContentsMoved;
}

/** A place named on the command line. @throws OperationFailed */
export const placeNamed = (text: string): Place => {
  const { success, data } = Place.safeParse(text);
  if (!success) throw new OperationFailed("--to is 'servers' or 'folder'. The settings name the servers"); // it may be an address with a password
  return data;
};

/** @throws OperationFailed for a name that is no part, WrongSettings for a part without a server */
const partsNamed = (settings: Settings, only: string | undefined): ReadonlySet<Part> => {
  const parts = partsOnServers(settings);
  if (only === undefined) {
    if (parts.length > 0) return new Set(parts);
    throw new WrongSettings(`No setting names a server: ${ALL.map((part) => PARTS[part].variable).join(', ')}`);
  }
  const names = only.split(',');
  for (const name of names) {
    const part = ALL.find((one) => one === name);
    if (part === undefined) throw new OperationFailed(`--only names parts, with commas between them: ${ALL.join(', ')}; not '${name}'`);
    if (!parts.includes(part)) throw new WrongSettings(`--only ${part}: ${PARTS[part].variable} has to name the server`);
  }
  return new Set(names as Part[]);
};

/** Some moves that were broken off can only be finished: that is said before anything is moved. @throws OperationFailed */
const assertDirection = async (folder: string, parts: ReadonlySet<Part>, to: Place): Promise<void> => {
  const mark = await readMark(folder);
  const events = parts.has('events') && mark?.state === 'moving' && placeOf(mark.to) !== to;
  if (events) throw new OperationFailed(`A move from ${mark.from.address} to ${mark.to.address} was broken off: finish that one first`);
  for (const { claims } of [movableKeys, movableFiles]) {
    const isLeaving = parts.has(claims.what) && to === 'servers' && (await claims.readMark(folder))?.state === 'leaving';
    if (isLeaving) throw new OperationFailed(`A move to the folder was broken off. Finish it: ${claims.moveTo('folder')}`);
  }
};

/**
 * Moves an installation, or parts of it, between its data folder and the servers that the settings name, while no process runs on the folder. What is there
 * already stays. It may be broken off anywhere and called again.
 * @param only parts, with commas between them; default: all that the settings name servers for
 * @throws OperationFailed, WrongSettings, DataFolderInUse and the errors of the ports
 */
export const move = async (settings: Settings, to: Place, only: string | undefined, progress: (text: string) => void): Promise<Moved> => {
  const parts = partsNamed(settings, only);
  return whileStopped(settings.data, async (folder) => {
    await assertDirection(folder, parts, to);
    const chosen = new Set(FOLLOWING.filter((part) => parts.has(part)));
    const following = chosen.size > 0 ? await prepareFollowing({ folder, settings, to, parts: chosen, progress }) : undefined;
    const moved: Moved = { to, parts: [...parts] };
    if (parts.has('keys') || parts.has('files')) progress('Moving keys and files');
    if (parts.has('keys')) moved.keys = await moveContents(movableKeys, { data: folder, address: settings.keys! }, to, progress);
    if (parts.has('files')) moved.files = await moveContents(movableFiles, { data: folder, address: settings.files! }, to, progress);
    if (following) Object.assign(moved, await following.move());
    return moved;
  });
};

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** For the person at the terminal. */
export const movedSaid = ({ to, parts, keys, files, events, read_models, jobs }: Moved): string => {
  const place = to === 'servers' ? 'on the servers' : 'in the data folder';
  const damaged = [...(keys?.damaged ?? []), ...(files?.damaged ?? [])];
  return [
    `Now ${place}:`,
    ...(keys ? [`  ${counted(keys.count, 'key')}`] : []),
    ...(files ? [`  ${counted(files.count, 'file')}`] : []),
    ...(events
      ? [
          `  ${counted(events.log.events, 'event')} (${events.appended} of them now), read back, the same at both ends`,
          `    chain: ${events.log.chain_hash}; the log's id is now ${events.to.log_id}`,
        ]
      : []),
    ...(read_models ? [`  how far reactions came, and ${counted(read_models.letters, 'dead letter')} of theirs`] : []),
    ...(jobs ? [`  ${counted(jobs.waiting, 'waiting job')}, and ${counted(jobs.dead, 'dead letter')}`] : []),
    ...damaged.map((name) => `DAMAGED, and not moved: ${name}`),
    ...(damaged.length > 0 ? ['The place that they were moved from was left as it is. Empty it once nobody needs it any more'] : []),
    `Start ${to === 'servers' ? 'with' : 'without'} ${parts.map((part) => PARTS[part].variable).join(', ')}`,
    ...(events || read_models ? ['Read models are built at the next start; until then calls answer 503 with progress'] : []),
  ].join('\n');
};
