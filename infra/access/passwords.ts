import * as argon2 from '@node-rs/argon2';
import { parse } from 'uuid';
import type { UserActor } from '../event-store/actor.ts';
import { Turns } from '../event-store/turns.ts';

// argon2id (the library's default), at the cost that OWASP recommends: 19 MiB, two passes, one lane.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hash functions that are slow on purpose; each call takes one of the few threads of the process for such work. */
export const slow = { hash: argon2.hash, hashRaw: argon2.hashRaw, verify: argon2.verify };

const turns = new Turns();

/** Work with slow hashes for somebody who is signed in: of many requests at once one after the other, so that nobody else waits for them. */
export const inTurn = <T>({ user_id }: Pick<UserActor, 'user_id'>, work: () => Promise<T>): Promise<T> => turns.of(user_id, work);

/** Argon2id in PHC form, with a salt of its own. */
export const hashPassword = (password: string): Promise<string> => slow.hash(password, COST);

let nobody: Promise<string> | undefined;

/** Whether the password is right. Without a hash (no such user) it takes as long and is never right. */
export const passwordMatches = async (password_hash: string | undefined, password: string): Promise<boolean> => {
  nobody ??= hashPassword('nobody has this password');
  const right = await slow.verify(password_hash ?? (await nobody), password);
  return password_hash !== undefined && right;
};

/** The actor with the password among what it sent: slowly hashed, so that its fingerprint helps nobody who guesses. The command's key is the salt. */
export const withPassword = async (actor: UserActor, password: string, command_id: string): Promise<UserActor> => {
  if (actor.sent === undefined) return actor;
  const hashed = await slow.hashRaw(password, { ...COST, salt: Buffer.from(parse(command_id)) });
  return { ...actor, sent: `${actor.sent}\n${hashed.toString('base64')}` };
};
