import { randomUUID } from 'node:crypto';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { v5 as uuidv5 } from 'uuid';
import { CommandId } from '#contracts/command';
import { InvalidInput } from './problems.ts';
import { header, type HttpRequest } from './request.ts';

/** The command_id of a request: its header Idempotency-Key, made up where there is none. @throws InvalidInput for anything but a UUID */
export const commandKeyOf = (request: HttpRequest): string => {
  if (request.headers['idempotency-key'] === undefined) return randomUUID();
  const key = CommandId.safeParse(header(request, 'idempotency-key'));
  if (!key.success) throw new InvalidInput({ 'Idempotency-Key': ['Must be a UUID'] });
  return key.data.toLowerCase();
};

/** Parameter decorator: the request's command_id. */
export const CommandKey = createParamDecorator((_: unknown, context: ExecutionContext) =>
  commandKeyOf(context.switchToHttp().getRequest<HttpRequest>()),
);

/** The id of a thing that a command creates: the same each time the command is repeated, so that the repetition is recognised. */
export const createdId = (commandKey: string, what: string): string => uuidv5(what, commandKey);
