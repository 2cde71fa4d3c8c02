import { auditedStream } from '#contracts/items/history';
import type { Place, Subject } from '#contracts/policy';
import { isId } from '#contracts/wire/primitives';
import { InvalidInput } from './problems.ts';
import type { HttpRequest } from './request.ts';

/** What a request is about; undefined where it does not say, or says what cannot be an id: the route's schema has the words for that. */
export const subjectOf = (
  request: HttpRequest,
  subject: Exclude<Subject, { invitation: Place }>,
):
  | { patient_id: string; mayBeNew?: boolean; isAcross?: boolean }
  | { user_id: string }
  | { stream: string; mayBeGone?: boolean }
  | undefined => {
  const id = idAt(request, 'patient' in subject ? subject.patient : 'account' in subject ? subject.account : subject.id);
  if (id === undefined) return undefined;
  if ('patient' in subject) {
    const isAcross = subject.across === true && valueAt(request, `query.${ALL_CLINICS}`) === 'true';
    return { patient_id: id, mayBeNew: subject.new ?? false, isAcross };
  }
  if ('account' in subject) return { user_id: id };
  if ('stream' in subject) return { stream: `${subject.stream}-${id}`, mayBeGone: subject.gone ?? false };
  const stream = auditedStream(valueAt(request, subject.audited), id);
  return stream === undefined ? undefined : { stream, mayBeGone: true };
};

const ALL_CLINICS = 'all_clinics';

/** A call that is about one record, or that changes one, never takes the flag, whatever its schema makes of it. @throws InvalidInput */
export const refuseAllClinics = (request: HttpRequest, subject: Subject | undefined): void => {
  if (subject && 'patient' in subject && subject.across) return;
  const isAsked = [`query.${ALL_CLINICS}`, `body.${ALL_CLINICS}`].some((place) => valueAt(request, place as Place) !== undefined);
  if (isAsked) throw new InvalidInput({ [ALL_CLINICS]: ['Only calls that read a record can be asked of all clinics'] });
};

/** How an address names an invitation. */
export const invitationOf = (request: HttpRequest, { invitation }: { invitation: Place }): string => String(valueAt(request, invitation));

const valueAt = (request: HttpRequest, place: Place): unknown => {
  const [where, name] = place.split('.') as ['params' | 'query' | 'body', string];
  const values = request[where];
  return typeof values === 'object' && values !== null && Object.hasOwn(values, name) ? Reflect.get(values, name) : undefined;
};

const idAt = (request: HttpRequest, place: Place): string | undefined => {
  const value = valueAt(request, place);
  return isId(value) ? value.toLowerCase() : undefined;
};
