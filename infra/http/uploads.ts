import type { IncomingMessage } from 'node:http';
import multipart from '@fastify/multipart';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { finalize, merge, Observable, take } from 'rxjs';
import { type Call, calls } from '#contracts/api';
import { Busy } from './problems.ts';

/** The largest file that is taken in at all; what is smaller and still too large gets its error on its own report. */
const LARGEST_FILE = 100 * 1024 * 1024;
const MOST_FILES = 20;
/** Forms that are taken in at the same time, by everybody together. */
const PLACES = 2;
/** Bytes that a form brings in that many milliseconds at the least. */
const [SLOWEST, PERIOD] = [64 * 1024, 60_000];

/** Lets forms carry files. To be called before listening. */
export const acceptUploads = async (app: NestFastifyApplication): Promise<void> => {
  await app.register(multipart, { limits: { fileSize: LARGEST_FILE, files: MOST_FILES, fields: 10 } });
};

/** A file of a form as Fastify's plugin gives it. */
export interface FilePart {
  fieldname: string;
  mimetype: string;
  /** Says `limit` where it goes beyond it; then nothing more comes of it. */
  file: AsyncIterable<Uint8Array> & { once(event: 'limit', listener: () => void): unknown; destroy(error: Error): unknown };
}

/** Answered 413. */
class FileTooLarge extends Error {
  readonly statusCode = 413;
}

/** The bytes of a file as they come. @throws an error with the status 413 as soon as they go beyond the limit */
export async function* bytesOfPart({ file }: FilePart): AsyncGenerator<Uint8Array, void, undefined> {
  file.once('limit', () => file.destroy(new FileTooLarge()));
  yield* file;
}

/** The same at once, for small files. */
export const wholePart = async (part: FilePart): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytesOfPart(part)) chunks.push(chunk);
  return Buffer.concat(chunks);
};

interface FormRequest {
  method: string;
  routeOptions: { url?: string };
  isMultipart(): boolean;
  raw: IncomingMessage;
}

/**
 * Accepts two forms with files at a time over all routes, as files cost memory, threads and disk. A third is refused before its body is read,
 * and its client sends it again. Callers who may not use the route are refused before that.
 */
@Injectable()
export class UploadPlaces implements NestInterceptor {
  private taken = 0;

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FormRequest>();
    if (!takesForm(request) || !request.isMultipart()) return next.handle();
    if (this.taken >= PLACES) {
      discard(request.raw);
      throw new Busy('uploads-busy', 'Other files are being uploaded: please wait for a place', 2);
    }
    this.taken += 1;
    const watch = setInterval(endIfSlow(request.raw), PERIOD).unref();
    const leave = () => {
      this.taken -= 1;
      clearInterval(watch);
      discard(request.raw);
    };
    return merge(next.handle(), brokenOff(request.raw)).pipe(take(1), finalize(leave));
  }
}

const byRoute: Readonly<Record<string, Call>> = calls;

const takesForm = ({ method, routeOptions }: FormRequest): boolean => byRoute[`${method} ${routeOptions.url ?? ''}`]?.form !== undefined;

/** Answered 400, if anybody still listens. */
class BrokenOff extends Error {
  readonly statusCode = 400;
}

/** Fails where a connection ends before its form: who begins to read one that has ended already would wait for ever. */
const brokenOff = (body: IncomingMessage): Observable<never> =>
  new Observable((subscriber) => {
    const onClose = () => {
      if (!body.complete && !body.readableEnded) subscriber.error(new BrokenOff());
    };
    if (body.destroyed) onClose();
    body.once('close', onClose);
    return () => body.off('close', onClose);
  });

/** Reads and drops the rest of a refused body, since a browser reads no answer before it has sent everything. */
const discard = (body: IncomingMessage): void => {
  if (body.readableEnded || body.destroyed) return;
  body.unpipe();
  body.resume();
};

/** Ends a connection on which hardly anything comes, which would keep its place. */
const endIfSlow = (body: IncomingMessage): (() => void) => {
  let before = body.socket.bytesRead;
  return () => {
    const { bytesRead } = body.socket;
    if (!body.complete && bytesRead - before < SLOWEST) body.destroy();
    before = bytesRead;
  };
};
