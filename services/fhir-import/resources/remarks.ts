import type { AboutFile, Json, RawResource } from './fhir-file.ts';
import { nameOf, plain, shortened } from './fhir-text.ts';
import { CodeableConcept, textOf } from './resource.ts';

/** Words about a file as a whole, for the person who imports it. */
export interface Remark {
  /** Kinds in the order in which they are shown: that the file is not all, messages of its server that may mean that, and other messages. */
  kind: 'part' | 'warning' | 'message';
  text: string;
}

const objectsIn = (value: Json | undefined): RawResource[] =>
  Array.isArray(value) ? value.filter((one): one is RawResource => typeof one === 'object' && one !== null && !Array.isArray(one)) : [];
const objectIn = (value: Json | undefined): RawResource | undefined => objectsIn([value ?? null])[0];

const hasLink = (document: RawResource, ...relations: string[]): boolean =>
  objectsIn(document['link']).some((link) => relations.includes(textOf(link, 'relation') ?? '') && (textOf(link, 'url') ?? '') !== '');

const typeOf = (entry: RawResource): string | undefined => textOf(objectIn(entry['resource']), 'resourceType');

/**
 * The type of resources that a search was for: 'Observation' of 'https://a.example/fhir/Observation?patient=1'. Undefined for any, and where no
 * entry has that type: the last part of an address may also be the name of a server or an id.
 */
const searchedType = (document: RawResource): string | undefined => {
  const self = objectsIn(document['link']).find((link) => textOf(link, 'relation') === 'self');
  const [path = ''] = (textOf(self, 'url') ?? '').split(/[?#]/, 1);
  const type = /(?:^|\/)([A-Z][A-Za-z]+)(?:\/_search)?\/?$/.exec(path)?.[1];
  return objectsIn(document['entry']).some((entry) => typeOf(entry) === type) ? type : undefined;
};

/** Number of entries that `total` counts: neither messages nor what was included for them. */
const matchesIn = (document: RawResource): number => {
  const type = searchedType(document);
  return objectsIn(document['entry']).filter((entry) => {
    const mode = textOf(objectIn(entry['search']), 'mode');
    const own = typeOf(entry);
    if (own === 'OperationOutcome' || mode === 'include' || mode === 'outcome') return false;
    return mode === 'match' || type === undefined || own === undefined || own === type;
  }).length;
};

/** The words that a document is one page of several; undefined if nothing says so. */
const pageOf = (document: RawResource): string | undefined => {
  const [total, matches] = [/^\d{1,15}$/.exec(textOf(document, 'total') ?? '')?.[0], matchesIn(document)];
  if (total !== undefined && Number(total) > matches) return `one page of a longer answer: ${matches} of ${Number(total)}`;
  if (hasLink(document, 'next')) return 'one page of a longer answer: a next page exists';
  return hasLink(document, 'previous', 'prev') ? 'one page of a longer answer: an earlier page exists' : undefined;
};

const filesIn = (document: RawResource, field: string): string => {
  const count = objectsIn(document[field]).length;
  return `${count} ${count === 1 ? 'file' : 'files'}`;
};

/** The words for the manifest of a bulk export. */
const manifestOf = (document: RawResource): string => {
  const others = [
    ['error', 'of errors'],
    ['deleted', 'of deletions'],
  ].flatMap(([field = '', what = '']) => (objectsIn(document[field]).length > 0 ? [`${filesIn(document, field)} ${what}`] : []));
  return `the manifest of a bulk export, not its data: it names ${[`${filesIn(document, 'output')} of resources`, ...others].join(', ')}`;
};

const WARNINGS = new Set(['fatal', 'error', 'warning']);
const MESSAGES = new Set(['information', 'success']);

/** One remark for each issue of an OperationOutcome, in its own words; its code where it has none. */
const issuesOf = (outcome: RawResource): Remark[] => {
  const remarks = objectsIn(outcome['issue']).map((issue): Remark => {
    const details = nameOf(CodeableConcept.safeParse(issue['details']).data);
    const words = [...new Set([details, plain(textOf(issue, 'diagnostics'))])].flatMap((one) => one ?? []);
    const severity = textOf(issue, 'severity') ?? '';
    const isMessage = MESSAGES.has(severity);
    const text = words.length > 0 ? words.join(' - ') : (plain(textOf(issue, 'code')) ?? 'a message without words');
    return {
      kind: isMessage ? 'message' : 'warning',
      text: `${isMessage || WARNINGS.has(severity) ? severity : 'message'}: ${shortened(text, 300)}`,
    };
  });
  return remarks.length > 0 ? remarks : [{ kind: 'message', text: 'message: an OperationOutcome without an issue' }];
};

/** Remarks of a document about the file that it is in. */
export const remarksOf = ({ about, place }: AboutFile): Remark[] => {
  if (about['resourceType'] === 'OperationOutcome') return issuesOf(about);
  const isManifest = about['resourceType'] === undefined;
  const parts = [isManifest ? manifestOf(about) : undefined, pageOf(about)].flatMap((text) => text ?? []);
  return parts.map((text) => ({ kind: 'part', text: place === '' ? text : `${place}: ${text}` }));
};
