import { hash, verify } from '@node-rs/argon2';

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
