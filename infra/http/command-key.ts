import { randomUUID } from 'node:crypto';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { v5 as uuidv5 } from 'uuid';
import { CommandId } from '#contracts/wire/command';
import { canonicalJson } from '../event-store/canonical-json.ts';
import { InvalidInput } from './problems.ts';
import { header, type HttpRequest } from './request.ts';

/** The command_id of a request: its header Idempotency-Key, made up where there is none. @throws InvalidInput for anything but a UUID */
export const commandKeyOf = (request: HttpRequest): string => {
  if (request.headers['idempotency-key'] === undefined) return randomUUID();
  const key = CommandId.safeParse(header(request, 'idempotency-key'));
  if (!key.success) throw new InvalidInput({ 'Idempotency-Key': ['Must be a UUID'] }, { 'Idempotency-Key': 'UUID' });
  return key.data.toLowerCase();
};

/** Nothing but a slow hash may tell whether a password was guessed: they are compared elsewhere. */
const secrets = new Set(['password', 'old_password', 'new_password']);

/** What a request with an Idempotency-Key says, the same whatever the order of its fields. @throws InvalidInput for JSON that cannot be kept */
export const sentWith = (request: HttpRequest): string | undefined => {
  if (request.headers['idempotency-key'] === undefined) return undefined;
  const { method, url, body } = request;
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  const open = isObject ? Object.fromEntries(Object.entries(body).filter(([field]) => !secrets.has(field))) : body;
  try {
    return canonicalJson({ method, path: url.split('?', 1)[0], body: open });
  } catch {
    throw new InvalidInput({ body: ['Is nested too deeply, or holds a number that is too large'] });
  }
};

/** Parameter decorator: the request's command_id. */
export const CommandKey = createParamDecorator((_: unknown, context: ExecutionContext) =>
  commandKeyOf(context.switchToHttp().getRequest<HttpRequest>()),
);

/** The id of a thing that a command creates: the same each time the command is repeated, so that the repetition is recognised. */
export const createdId = (commandKey: string, what: string): string => uuidv5(what, commandKey);
