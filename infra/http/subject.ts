import { auditedStream } from '#contracts/items/history';
import type { Place, Subject } from '#contracts/policy';
import { Id } from '#contracts/wire/primitives';
import type { HttpRequest } from './request.ts';

/** What a request is about; undefined where it does not say, or says what cannot be an id: the route's schema has the words for that. */
export const subjectOf = (
  request: HttpRequest,
  subject: Exclude<Subject, { invitation: Place }>,
): { patient_id: string; mayBeNew?: boolean } | { user_id: string } | { stream: string; mayBeGone?: boolean } | undefined => {
  const id = idAt(request, 'patient' in subject ? subject.patient : 'account' in subject ? subject.account : subject.id);
  if (id === undefined) return undefined;
  if ('patient' in subject) return { patient_id: id, mayBeNew: subject.new ?? false };
  if ('account' in subject) return { user_id: id };
  if ('stream' in subject) return { stream: `${subject.stream}-${id}`, mayBeGone: subject.gone ?? false };
  const stream = auditedStream(valueAt(request, subject.audited), id);
  return stream === undefined ? undefined : { stream, mayBeGone: true };
};

/** How an address names an invitation. */
export const invitationOf = (request: HttpRequest, { invitation }: { invitation: Place }): string => String(valueAt(request, invitation));

const valueAt = (request: HttpRequest, place: Place): unknown => {
  const [where, name] = place.split('.') as ['params' | 'query' | 'body', string];
  const values = request[where];
  return typeof values === 'object' && values !== null && Object.hasOwn(values, name) ? Reflect.get(values, name) : undefined;
};

const idAt = (request: HttpRequest, place: Place): string | undefined => Id.safeParse(valueAt(request, place)).data;
