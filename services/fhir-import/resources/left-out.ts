import { MAX_NAME_LENGTH } from '#contracts/people/import-notes';
import type { RawResource } from './fhir-file.ts';
import { codeOf, hasCode, nameOf, plain, shortened } from './fhir-text.ts';
import { CodeableConcept, Named, Reference, textOf } from './resource.ts';

/** A resource that has no place in a record here, with what it is about. */
export interface LeftOutResource {
  type: string;
  /** As much of it as says whom it is about. */
  about: RawResource;
  /** As sent, with its status if that says that it is not so. */
  name: string | undefined;
}

/** Bills, letters between programs, dates and directories: nothing that a clinician looks for in a record. */
const ADMINISTRATIVE = new Set([
  ...['Claim', 'ClaimResponse', 'ExplanationOfBenefit', 'Coverage', 'CoverageEligibilityRequest', 'CoverageEligibilityResponse'],
  ...['Account', 'ChargeItem', 'Invoice', 'PaymentNotice', 'PaymentReconciliation', 'EnrollmentRequest', 'EnrollmentResponse'],
  ...['Provenance', 'AuditEvent', 'Composition', 'MessageHeader', 'Parameters', 'Binary', 'Basic', 'Task', 'List', 'Group', 'Linkage'],
  ...[
    'Person',
    'RelatedPerson',
    'CareTeam',
    'EpisodeOfCare',
    'Appointment',
    'AppointmentResponse',
    'Schedule',
    'Slot',
    'HealthcareService',
  ],
  ...['Endpoint', 'Subscription', 'CapabilityStatement', 'StructureDefinition', 'ValueSet', 'CodeSystem', 'ConceptMap', 'Questionnaire'],
]);

/** Statuses that turn what a name says round. */
const TELLING = [
  ...['entered-in-error', 'refuted', 'unconfirmed', 'inactive', 'resolved', 'not-done', 'not-taken', 'cancelled', 'draft', 'proposed'],
  ...['stopped', 'on-hold'],
];

/** 'refuted', 'not done', 'not to be given'. */
const statusWords = (resource: RawResource): string[] => {
  const concepts = ['verificationStatus', 'clinicalStatus'].map((field) => CodeableConcept.safeParse(resource[field]).data);
  const codes = [...concepts.flatMap((concept) => [codeOf(concept), nameOf(concept)]), textOf(resource, 'status')];
  const telling = codes.flatMap((code) => code?.toLowerCase().replaceAll(' ', '-') ?? []).filter((code) => TELLING.includes(code));
  return [...new Set(telling.map((code) => code.replaceAll('-', ' '))), ...(resource['doNotPerform'] === true ? ['not to be given'] : [])];
};

/** ' (refuted)'; '' where nothing turns it round. */
export const statusText = (resource: RawResource): string => {
  const words = statusWords(resource);
  return words.length > 0 ? ` (${words.join(', ')})` : '';
};

const wordsOf = (concept: CodeableConcept | undefined): string | undefined => nameOf(concept) ?? codeOf(concept);

/** What a resource is about, in its own words. */
export const nameOfResource = (resource: RawResource): string | undefined => {
  const { reaction, relationship, condition, deviceName, description, medicationReference, category, ...of } = Named.parse(resource);
  const relative = [wordsOf(relationship), condition.flatMap(({ code }) => wordsOf(code) ?? []).join(', ')].filter(Boolean).join(': ');
  const concepts = [of.code, of.vaccineCode, of.medicationCodeableConcept, of.event, ...reaction.map(({ substance }) => substance)];
  const name =
    concepts.map(wordsOf).find(Boolean) ??
    (plain(relative) ||
      deviceName.map((each) => plain(each.name)).find(Boolean) ||
      [of.type, ...category].map(wordsOf).find(Boolean) ||
      plain(medicationReference?.display) ||
      plain(of.title) ||
      (typeof description === 'string' ? plain(description) : wordsOf(description)));
  if (!name) return undefined;
  return `${shortened(name, MAX_NAME_LENGTH - 60)}${statusText(resource)}`;
};

/** What has no place here; undefined where nobody would miss it. */
export const leftOutOf = (resource: RawResource, type: string): LeftOutResource | undefined => {
  const isWrong =
    resource['status'] === 'entered-in-error' ||
    hasCode(CodeableConcept.safeParse(resource['verificationStatus']).data, 'entered-in-error');
  if (ADMINISTRATIVE.has(type) || isWrong) return undefined;
  const { subject = resource['patient'] ?? null, contained = null } = resource;
  const isWithin = Reference.safeParse(subject).data?.reference?.startsWith('#') === true;
  return { type, about: isWithin ? { subject, contained } : { subject }, name: nameOfResource(resource) };
};
