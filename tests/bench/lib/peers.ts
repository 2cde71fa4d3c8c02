import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { say } from './report.ts';

// This file is run from its source, so its folder is the one that is in the repository.
const folder = resolve(import.meta.dirname, '../peers');

/** Something to compare with is not here and could not be brought here. */
export class PeerMissing extends Error {}

type Peer = 'minisearch' | 'sqlite' | 'postgresql' | 'charts';

/** Installs a peer's own packages under tests/bench/peers by their lock file where they are missing; answers the folder. @throws PeerMissing */
export const installPeer = (peer: Peer, name: string): string => {
  const home = join(folder, peer);
  if (!existsSync(join(home, 'node_modules', name))) {
    say(`Installing ${name} to compare with`);
    const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: home, stdio: ['ignore', 2, 2] });
    if (status !== 0) throw new PeerMissing(`${name} could not be installed: 'npm ci' in tests/bench/peers/${peer} failed`);
  }
  return home;
};

/** A package of a peer's own installation. @throws PeerMissing */
export const loadPeer = <T>(peer: Peer, name: string): T => {
  const home = installPeer(peer, name);
  try {
    return createRequire(join(home, 'package.json'))(name) as T;
  } catch (error) {
    throw new PeerMissing(`${name} does not start: ${(error as Error).message}`);
  }
};
