import { z } from 'zod';
import type { Json, RawResource } from './fhir-file.ts';

/*
 * The parts of FHIR R4 that are read here. A field that is not what the standard says is read as missing: one odd field must not
 * lose a whole resource; what then lacks is named where it matters.
 */

export const lenient = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined);
export const text = lenient(z.string());
export const list = <S extends z.ZodType>(schema: S) =>
  z
    .array(z.unknown())
    .catch([])
    .default([])
    .transform((items) =>
      items.flatMap((item): z.output<S>[] => {
        const parsed = schema.safeParse(item);
        return parsed.success ? [parsed.data as z.output<S>] : [];
      }),
    );

/** A list of which some senders give the only element without brackets. */
const listOrOne = <S extends z.ZodType>(schema: S) =>
  z.preprocess((said) => (said === undefined || said === null || Array.isArray(said) ? said : [said]), list(schema));

/** A number as it was written; an exponent is written out. */
export const number = lenient(z.string().regex(/^-?\d+(\.\d+)?([eE][-+]?\d+)?$/));

const Coded = z.object({ system: text, code: text, display: text });
export const CodeableConcept = z.object({ coding: list(Coded), text });
export type CodeableConcept = z.output<typeof CodeableConcept>;

export const Quantity = z.object({ value: number, comparator: text, unit: text, system: text, code: text });
export type Quantity = z.output<typeof Quantity>;

export const Period = z.object({ start: text, end: text });
export const Identifier = z.object({ system: text, value: text, type: lenient(CodeableConcept), use: text });
export type Identifier = z.output<typeof Identifier>;
export const Reference = z.object({ reference: text, type: text, identifier: lenient(Identifier), display: text });
export type Reference = z.output<typeof Reference>;
const Meta = z.object({ versionId: text, lastUpdated: text });
const Note = z.object({ text });

export const ReferenceRange = z.object({
  low: lenient(Quantity),
  high: lenient(Quantity),
  type: lenient(CodeableConcept),
  appliesTo: list(CodeableConcept),
  age: lenient(z.object({ low: lenient(Quantity), high: lenient(Quantity) })),
  text,
});
export type ReferenceRange = z.output<typeof ReferenceRange>;

const value = {
  valueQuantity: lenient(Quantity),
  valueCodeableConcept: lenient(CodeableConcept),
  valueString: text,
  valueBoolean: lenient(z.boolean()),
  valueInteger: number,
  valueRange: lenient(z.object({ low: lenient(Quantity), high: lenient(Quantity) })),
  valueRatio: lenient(z.object({ numerator: lenient(Quantity), denominator: lenient(Quantity) })),
  valueTime: text,
  valueDateTime: text,
  valuePeriod: lenient(Period),
  valueSampledData: lenient(z.unknown()),
  dataAbsentReason: lenient(CodeableConcept),
  interpretation: list(CodeableConcept),
  referenceRange: list(ReferenceRange),
};
const Component = z.object({ code: CodeableConcept, ...value });
export type Component = z.output<typeof Component>;

export const common = {
  id: text,
  meta: lenient(Meta),
  status: text,
  code: lenient(CodeableConcept),
  subject: lenient(Reference),
  encounter: lenient(Reference),
  note: list(Note),
};

export const Observation = z.object({
  ...common,
  category: list(CodeableConcept),
  focus: list(Reference),
  method: lenient(CodeableConcept),
  effectiveDateTime: text,
  effectivePeriod: lenient(Period),
  effectiveInstant: text,
  issued: text,
  ...value,
  component: list(Component),
});
export type Observation = z.output<typeof Observation>;

export const DiagnosticReport = z.object({
  ...common,
  category: list(CodeableConcept),
  effectiveDateTime: text,
  effectivePeriod: lenient(Period),
  result: list(Reference),
  conclusion: text,
  conclusionCode: list(CodeableConcept),
  presentedForm: listOrOne(z.unknown()),
});
export type DiagnosticReport = z.output<typeof DiagnosticReport>;

/** Of a report: the whole of it as its source formatted it. */
export const Attachment = z.object({ contentType: text, data: lenient(z.unknown()), url: text, hash: text, title: text });

export const Encounter = z.object({ period: lenient(Period) });
export type Encounter = z.output<typeof Encounter>;

export const Condition = z.object({
  ...common,
  category: list(CodeableConcept),
  clinicalStatus: lenient(CodeableConcept),
  verificationStatus: lenient(CodeableConcept),
  onsetDateTime: text,
  onsetPeriod: lenient(Period),
  onsetAge: lenient(Quantity),
  abatementDateTime: text,
  abatementPeriod: lenient(Period),
  abatementAge: lenient(Quantity),
  recordedDate: text,
});
export type Condition = z.output<typeof Condition>;

export const Specimen = z.object({ type: lenient(CodeableConcept) });

const Address = z.object({ line: list(z.string()), city: text, state: text, postalCode: text, country: text, use: text });
const Extension = z.object({ url: text, valueString: text, valueCode: text, valueAddress: lenient(Address) });
/** What JSON has beside a value, or in place of it: '_family'. */
const Element = z.object({ extension: list(Extension) });
const HumanName = z.object({
  use: text,
  family: text,
  given: list(z.string()),
  suffix: list(z.string()),
  text,
  period: lenient(Period),
  extension: list(Extension),
  _family: lenient(Element),
  _given: list(Element),
  _text: lenient(Element),
});

/** Wherever resources of any type say what they are about. */
export const Named = z.object({
  code: lenient(CodeableConcept),
  vaccineCode: lenient(CodeableConcept),
  medicationCodeableConcept: lenient(CodeableConcept),
  medicationReference: lenient(Reference),
  relationship: lenient(CodeableConcept),
  event: lenient(CodeableConcept),
  condition: list(z.object({ code: lenient(CodeableConcept) })),
  reaction: list(z.object({ substance: lenient(CodeableConcept) })),
  deviceName: list(z.object({ name: text })),
  type: lenient(CodeableConcept),
  category: list(CodeableConcept),
  title: text,
  description: z.union([z.string(), CodeableConcept]).optional().catch(undefined),
});

export const Patient = z.object({
  id: text,
  meta: lenient(Meta),
  identifier: list(Identifier),
  name: list(HumanName),
  _name: list(Element),
  gender: text,
  birthDate: text,
  address: list(Address),
  deceasedBoolean: lenient(z.unknown()),
  deceasedDateTime: text,
  _deceasedDateTime: lenient(Element),
  active: lenient(z.boolean()),
  link: list(z.object({ type: text, other: lenient(Reference) })),
  telecom: list(z.object({ system: text, value: text })),
  extension: list(Extension),
});
export type Patient = z.output<typeof Patient>;

/** References of a resource of any type to those that it depends on, and to those that it lists. A report may have several specimens. */
export const Links = z.object({
  subject: lenient(Reference),
  result: list(Reference),
  hasMember: list(Reference),
  derivedFrom: list(Reference),
  basedOn: list(Reference),
  specimen: listOrOne(Reference),
  medicationReference: lenient(Reference),
  encounter: lenient(Reference),
  context: lenient(Reference),
});

export type TypeName =
  | 'Patient'
  | 'Observation'
  | 'Condition'
  | 'MedicationRequest'
  | 'MedicationStatement'
  | 'MedicationAdministration'
  | 'DiagnosticReport';
export const imported: readonly TypeName[] = [
  'Patient',
  'Observation',
  'Condition',
  'MedicationRequest',
  'MedicationStatement',
  'MedicationAdministration',
  'DiagnosticReport',
];

/** An extension that may turn the meaning of what it stands in: who does not know it may not read on. */
const hasModifier = (value: Json): boolean => {
  if (Array.isArray(value)) return value.some(hasModifier);
  if (typeof value !== 'object' || value === null) return false;
  const { modifierExtension: modifiers } = value;
  if (Array.isArray(modifiers) && modifiers.length > 0) return true;
  return Object.entries(value).some(([name, inner]) => name !== 'contained' && hasModifier(inner));
};

const MODIFIED = 'a modifier extension that is not known here may change its meaning';
const RULED = 'it follows rules that are not known here (implicitRules)';

/** Why nobody may read a resource who does not know what it names; undefined where everything is known. */
export const unreadable = (resource: RawResource): string | undefined =>
  resource['implicitRules'] === undefined ? (hasModifier(resource) ? MODIFIED : undefined) : RULED;

/** `meta.lastUpdated` in UTC; undefined where it is none. */
export const lastUpdatedOf = (resource: RawResource): string | undefined => {
  const said = /^\d{4}-\d{2}-\d{2}T.+(Z|[+-]\d{2}:\d{2})$/.exec(Patient.shape.meta.parse(resource['meta'])?.lastUpdated ?? '')?.[0];
  const time = Date.parse(said ?? '');
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
};

/** A resource's text field, undefined where it is none. */
export const textOf = (resource: RawResource | undefined, field: string): string | undefined => {
  const found: Json | undefined = resource?.[field];
  return typeof found === 'string' ? found : undefined;
};
