import { createHash } from 'node:crypto';
import { compare } from '#contracts/rules/compare';
import type { Json, RawResource } from './fhir-file.ts';

/** In a fixed order of fields: the same content has the same hash wherever it is written. */
const canonical = (value: Json): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => compare(a, b)))
      : inner,
  );

/** Of all that a resource says; when it was stored and in which version says nothing of the patient. */
export const digestOf = ({ meta: _meta, ...content }: RawResource): string =>
  createHash('sha256').update(canonical(content)).digest('hex').slice(0, 32);
