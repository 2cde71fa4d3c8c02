import multipart from '@fastify/multipart';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** The largest file that is taken in at all; what is smaller and still too large gets its error on its own report. */
const LARGEST_FILE = 100 * 1024 * 1024;
const MOST_FILES = 20;

/** Lets forms carry files. To be called before listening. */
export const acceptUploads = async (app: NestFastifyApplication): Promise<void> => {
  await app.register(multipart, { limits: { fileSize: LARGEST_FILE, files: MOST_FILES, fields: 10 } });
};
