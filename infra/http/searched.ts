import { z } from 'zod';
import { InvalidInput } from './problems.ts';

/** What the header `X-Search` asks for: names and numbers stand in no address. Base64url of a JSON object. @throws InvalidInput where it is none */
export const searchedIn = <T extends z.ZodType>(schema: T, header: string): z.infer<T> => {
  try {
    return schema.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(header, 'base64url'))));
  } catch {
    throw new InvalidInput({ 'X-Search': ['Field should be in a proper format'] }, { 'X-Search': 'base64url of a JSON object' });
  }
};

const refused = z
  .string()
  .optional()
  .refine((value) => value === undefined, 'Please send this in the header X-Search')
  .describe('Refused here: goes into the header X-Search');

/** Fields of a search that no address takes, for logs and histories keep addresses: 400 says where they belong. */
export const notInAddress = <F extends string>(...fields: readonly F[]) =>
  Object.fromEntries(fields.map((field) => [field, refused])) as Record<F, typeof refused>;
