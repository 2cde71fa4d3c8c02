import { WriteConflict } from '../read-store.ts';
import type { Fault } from './writer-messages.ts';

/** What of an error can be sent to another thread. */
export const faultIn = (error: unknown): Fault => {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { message, stack, code, errcode } = error as Error & { code?: unknown; errcode?: unknown };
  return { name: error.constructor.name, message, ...(stack !== undefined && { stack }), code, errcode };
};

const CLASSES: Record<string, new (message: string) => Error> = { WriteConflict, TypeError };

/** The error as it was thrown there, with the place where it was. */
export const errorOf = ({ name, message, stack, code, errcode }: Fault): Error => {
  const error = new (CLASSES[name] ?? Error)(message);
  if (stack !== undefined) error.stack = stack;
  return Object.assign(error, code !== undefined && { code }, errcode !== undefined && { errcode });
};
