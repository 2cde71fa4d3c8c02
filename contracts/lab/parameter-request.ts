import { z } from 'zod';
import { messages } from '../rules/messages.ts';
import { Id, Text } from '../wire/primitives.ts';
import { holdsValues } from './requested-names.ts';

/** The payload of request_parameter: the id of what was found on a page, or the words of what is asked for. */
export const LabParameterRequest = z
  .object({ id: Id.optional(), alias: Text.optional() })
  .refine(({ id, alias }) => id !== undefined || (alias ?? '') !== '', { path: ['alias'], message: messages.required })
  .refine(({ alias = '' }) => !holdsValues(alias), { path: ['alias'], message: messages.parameterWithValues });
export type LabParameterRequest = z.infer<typeof LabParameterRequest>;
