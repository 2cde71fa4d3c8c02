import { hash, hashRaw, verify } from '@node-rs/argon2';
import { parse } from 'uuid';
import type { UserActor } from '../event-store/actor.ts';

// argon2id (the library's default), at the cost that OWASP recommends: 19 MiB, two passes, one lane.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Argon2id in PHC form, with a salt of its own. */
export const hashPassword = (password: string): Promise<string> => hash(password, COST);

let nobody: Promise<string> | undefined;

/** Whether the password is right. Without a hash (no such user) it takes as long and is never right. */
export const passwordMatches = async (password_hash: string | undefined, password: string): Promise<boolean> => {
  nobody ??= hashPassword('nobody has this password');
  const right = await verify(password_hash ?? (await nobody), password);
  return password_hash !== undefined && right;
};

/** The actor with the password among what it sent: slowly hashed, so that its fingerprint helps nobody who guesses. The command's key is the salt. */
export const withPassword = async (actor: UserActor, password: string, command_id: string): Promise<UserActor> => {
  if (actor.sent === undefined) return actor;
  const hashed = await hashRaw(password, { ...COST, salt: Buffer.from(parse(command_id)) });
  return { ...actor, sent: `${actor.sent}\n${hashed.toString('base64')}` };
};
