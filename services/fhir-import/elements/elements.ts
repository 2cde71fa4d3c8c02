import type { Beside } from '#contracts/wire/beside';
import type { References } from '../references.ts';
import type { Json, RawResource } from '../resources/fhir-file.ts';
import { textOf } from '../resources/resource.ts';
import { conditionTables } from './condition.ts';
import * as dataTypes from './data-types.ts';
import { reportTables } from './diagnostic-report.ts';
import { dosageTables } from './dosage.ts';
import { gather, textOfParts } from './gather.ts';
import { helperTables } from './helpers.ts';
import { medicationTables } from './medications.ts';
import { observationTables } from './observation.ts';
import { patientTables } from './patient.ts';
import { type Elements, isObject, listOf, noGaps, type Treatment } from './treatment.ts';

/** What becomes of every element, by type: first of those that are taken, then of those that are read for their sake, then of values. */
export const tables: Readonly<Record<string, Elements>> = {
  ...patientTables,
  ...observationTables,
  ...reportTables,
  ...conditionTables,
  ...medicationTables,
  ...helperTables,
  ...dosageTables,
  Quantity: dataTypes.quantity,
  Range: dataTypes.range,
  Ratio: dataTypes.ratio,
  Period: dataTypes.period,
  CodeableConcept: dataTypes.codeableConcept,
  Coding: dataTypes.coding,
  Reference: dataTypes.reference,
  Identifier: dataTypes.identifier,
  HumanName: dataTypes.humanName,
  Address: dataTypes.address,
  ContactPoint: dataTypes.contactPoint,
  Attachment: dataTypes.attachment,
  Annotation: dataTypes.annotation,
  Meta: dataTypes.meta,
  Narrative: dataTypes.narrative,
  Extension: dataTypes.extension,
};

const tableOf = (resource: RawResource): Elements | undefined => {
  const type = textOf(resource, 'resourceType') ?? '';
  return Object.hasOwn(tables, type) ? tables[type] : undefined;
};

/**
 * Parts of a resource in words that are shown beside the item or value, each within its limit; undefined without any.
 * @param gaps gathers what they lack
 */
export const besideOf = (resource: RawResource, references: References, gaps = noGaps()): Beside => {
  const table = tableOf(resource);
  if (!table) return undefined;
  const parts = gather(new Map(), table, resource, { root: resource, within: resource, references, depth: 0, gaps });
  const texts = [...parts].flatMap(([element, said]) => {
    const text = textOfParts(said, '; ');
    return text === undefined ? [] : [{ element, text }];
  });
  return texts.length === 0 ? undefined : texts;
};

/** How many different paths one resource may have. */
const MAX_PATHS = 100;
/** What a name has to look like to be repeated. */
const NAME = /^[A-Za-z][A-Za-z0-9]{0,63}$/;
const ODD = '(a name that no element has)';

const isEmpty = (value: Json | undefined): boolean => value === undefined || value === null || (Array.isArray(value) && value.length === 0);

/** Whether one of these is an extension that is not read. */
const hasUnread = (extensions: Json | undefined, urls: readonly string[] = []): boolean =>
  listOf(extensions).some((one) => !isObject(one) || !urls.includes(textOf(one, 'url') ?? ''));

/** What is not as R4 has it is not read: an object in the place of a text or a number, or the other way round. */
const isOdd = (treatment: Treatment, value: Json): boolean => {
  if (treatment.how !== 'taken' && treatment.how !== 'beside') return false;
  if (treatment.of === undefined) return typeof value === 'object' && !(treatment.isList && Array.isArray(value));
  const mayBeText = treatment.how === 'taken' && treatment.mayBeText === true;
  return listOf(value).some((item) => item !== null && !isObject(item) && !(mayBeText && typeof item === 'string'));
};

const isLeft = (treatment: Treatment, value: Json): boolean => treatment.how === 'left' || isOdd(treatment, value);

const collect = (table: Elements, value: RawResource, path: string, paths: Set<string>): void => {
  for (const [name, said] of Object.entries(value)) {
    if (isEmpty(said) || name === 'id' || (name === 'resourceType' && path === '') || paths.size >= MAX_PATHS) continue;
    const isCompanion = name.startsWith('_');
    const element = isCompanion ? name.slice(1) : name;
    const treatment = Object.hasOwn(table, element) ? table[element] : undefined;
    const at = `${path}${NAME.test(element) ? element : ODD}`;
    const urls = treatment?.how === 'taken' ? treatment.urls : undefined;
    if (treatment === undefined) paths.add(at);
    else if (isCompanion) {
      if (listOf(said).some((one) => isObject(one) && hasUnread(one['extension'], urls))) paths.add(`${at}.extension`);
    } else if (name === 'extension') {
      if (hasUnread(said, urls)) paths.add(at);
    } else if (treatment.how !== 'stops') {
      if (isLeft(treatment, said)) paths.add(at);
      if ('of' in treatment && treatment.of) {
        for (const item of listOf(said)) if (isObject(item)) collect(treatment.of, item, `${at}.`, paths);
      }
    }
  }
};

/** Elements of a resource that are not taken, as paths: 'device', 'component.extension'. Of a type without a table, none. */
export const elementsLeft = (resource: RawResource): string[] => {
  const table = tableOf(resource);
  if (!table) return [];
  const paths = new Set<string>();
  collect(table, resource, '', paths);
  return [...paths];
};
