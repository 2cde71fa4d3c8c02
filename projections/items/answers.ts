import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Reader } from '../runner/reader.ts';
import { cacheOf, type Source } from './cache.ts';

const NOT_MODIFIED = 304;

interface Reply {
  header(name: string, value: string): unknown;
  code(status: number): unknown;
}

/** What an answer needs of the request: whether the asker has it already, and where to say what it is. */
export interface Exchange {
  known: string | undefined;
  reply: Reply;
}

/** The `Exchange` of a route whose answer is kept; the route answers what `answered` gives it. */
export const CurrentExchange = createParamDecorator((_: unknown, context: ExecutionContext): Exchange => {
  const http = context.switchToHttp();
  const { headers } = http.getRequest<{ headers: Record<string, string | undefined> }>();
  return { known: headers['if-none-match'], reply: http.getResponse<Reply>() };
});

interface Asked {
  /** Names the answer, whose it is, and all that it depends on besides the sources. */
  question: string;
  sources: readonly Source[];
  /** False: what is answered may lack a change that the asker knows of. Then it says so, and is not kept. */
  isFresh: boolean;
}

/**
 * The answer as JSON, made once for as long as its sources stay as they are, with an ETag; nothing, with 304, where `If-None-Match` names
 * it. Access is settled before.
 */
export const answered = async (reader: Reader, { known, reply }: Exchange, asked: Asked, make: () => Promise<object>): Promise<Buffer> => {
  reply.header('content-type', 'application/json; charset=utf-8');
  if (!asked.isFresh) return bytes({ ...(await make()), stale: true });
  const { value, tag } = await cacheOf(reader).of(asked.question, asked.sources, async () => {
    const body = bytes(await make());
    return { value: body, weight: body.length };
  });
  const etag = `"${tag}"`;
  reply.header('etag', etag);
  if (known !== etag) return value;
  reply.code(NOT_MODIFIED);
  return Buffer.alloc(0);
};

const bytes = (answer: object): Buffer => Buffer.from(JSON.stringify(answer));
