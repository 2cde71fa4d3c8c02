import type { DiagnosisCommand } from '#contracts/diagnoses/diagnoses';
import { unitKey } from '#contracts/rules/units';
import { codeSystem } from '#contracts/wire/code-systems';
import { dayShown } from '#contracts/wire/precision';
import { searchText } from '#contracts/rules/search-text';
import type { Condition, Encounter } from '../resources/resource.ts';
import { codingOf, dateOf, decimalOf, hasCode, nameOf, plain, type SaidDate, shortened, unitOf } from '../resources/fhir-text.ts';
import { skip, type Skipped, withdraw } from '../resources/skipped.ts';

type Taken = Omit<Extract<DiagnosisCommand, { type: 'TakeFromExternal' }>['data'], 'diagnosis_id' | 'patient_id' | 'source' | 'comment'>;
export interface ReadCondition {
  kind: 'condition';
  diagnosis: Taken;
  /** What it says and a diagnosis here has no field for. */
  without: string[];
  /** Of a diagnosis of a visit: the onset in words, where it is more than the day of the visit. */
  onset?: string;
}

const isIcd10 = (system: string | undefined): boolean => ['ICD-10', 'ICD-10-CM'].includes(codeSystem(system) ?? '');

/** Concepts that say that there is no problem: a list of problems shows none of them. */
const ABSENCE = new Set(['160245001', '373068000', 'no-problem-info', 'no-known-problems', 'no-problems']);

/** The year in which somebody reached an age: '2019' is all that is known then. */
const atAge = (onset: Condition['onsetAge'], born: string | undefined): SaidDate | undefined => {
  const years = decimalOf(onset?.value);
  if (years === undefined || born === undefined || !['', 'a'].includes(unitKey(unitOf(onset)))) return undefined;
  return dateOf(String(Number(born.slice(0, 4)) + Math.floor(Number(years))));
};

const onsetOf = (condition: Condition, born: string | undefined): SaidDate | undefined =>
  dateOf(condition.onsetDateTime ?? condition.onsetPeriod?.start) ?? atAge(condition.onsetAge, born);

const endOf = ({ abatementDateTime, abatementPeriod, abatementAge }: Condition, born: string | undefined): SaidDate | undefined =>
  dateOf(abatementDateTime ?? abatementPeriod?.end) ?? atAge(abatementAge, born);

/** On the list of problems: more than what a visit was about. */
const PROBLEMS = ['problem-list-item', 'health-concern'];
const OF_VISITS = 'encounter-diagnosis';

/** Whether it is only what a visit was about: of that day (R4: a point in time diagnosis in the context of an encounter). */
const isOfVisit = ({ category }: Condition): boolean => {
  const named = (words: string) => category.some((one) => searchText(nameOf(one) ?? '') === words);
  const isProblem = category.some((one) => hasCode(one, ...PROBLEMS)) || named('problem list item') || named('health concern');
  return !isProblem && (category.some((one) => hasCode(one, OF_VISITS)) || named('encounter diagnosis'));
};

const CLINICAL = ['active', 'recurrence', 'relapse', 'inactive', 'remission', 'resolved'];
const VERIFICATION = ['unconfirmed', 'provisional', 'differential', 'confirmed', 'refuted', 'entered-in-error'];

/** A status as its code of FHIR, however it is spelled and wherever it stands; otherwise as sent. */
const statusOf = (concept: Condition['clinicalStatus'], known: readonly string[]): string | undefined => {
  const codes = concept?.coding.flatMap(({ code }) => plain(code) ?? []) ?? [];
  const words = [concept?.text, ...(concept?.coding ?? []).map(({ display }) => display)].flatMap((one) => plain(one) ?? []);
  const spelled = [...codes, ...words].map((one) => one.toLowerCase().replaceAll(/[\s_]+/g, '-'));
  return spelled.find((one) => known.includes(one)) ?? codes[0] ?? words[0];
};

const withoutOf = (condition: Condition, onset: SaidDate | undefined, end: SaidDate | undefined): string[] => {
  const { onsetDateTime, onsetPeriod, onsetAge, abatementDateTime, abatementPeriod, abatementAge } = condition;
  const isOnsetSaid = onsetDateTime !== undefined || onsetPeriod?.start !== undefined || onsetAge !== undefined;
  const isOnsetRead = dateOf(onsetDateTime ?? onsetPeriod?.start) !== undefined || (onsetAge !== undefined && onset !== undefined);
  const isEndSaid = abatementDateTime !== undefined || abatementPeriod?.end !== undefined || abatementAge !== undefined;
  return [
    isOnsetSaid && !isOnsetRead ? 'its onset is no date that can be held' : '',
    isEndSaid && end === undefined ? 'its end is no date that can be held' : '',
  ].filter(Boolean);
};

/** The onset of a diagnosis of a visit in words, where it is more than the day of the visit. */
const onsetBeside = ({ onsetPeriod }: Condition, apart: SaidDate | undefined): string | undefined => {
  const until = dateOf(onsetPeriod?.end);
  const words = [apart && dayShown(apart.local, apart.precision), until && `until ${dayShown(until.local, until.precision)}`];
  return words.filter(Boolean).join(' ') || undefined;
};

/**
 * What a Condition says. Codes stay those of the external record (SNOMED CT and others); only an ICD-10 code is also the diagnosis's code.
 * @param born the patient's birth date, for an onset that is told as an age
 * @param visit the visit that it was recorded at, where it is in the file
 */
export const readCondition = (condition: Condition, born: string | undefined, visit?: Encounter): ReadCondition | Skipped => {
  const verification = statusOf(condition.verificationStatus, VERIFICATION);
  const text = nameOf(condition.code) ?? plain(condition.code?.coding[0]?.code);
  if (text === undefined) return skip('it does not say what was diagnosed');
  if (condition.code?.coding.some(({ code }) => code !== undefined && ABSENCE.has(code))) return skip('it says that there is no problem');
  if (verification === 'refuted') return withdraw('refuted');
  const [onset, recorded] = [onsetOf(condition, born), dateOf(condition.recordedDate)];
  const ended = endOf(condition, born);
  // a visit's own diagnosis lasts only where its end is known too
  const isOfDay = ended === undefined && isOfVisit(condition);
  const end = ended ?? (isOfDay ? undefined : dateOf(condition.onsetPeriod?.end));
  const start = isOfDay ? (dateOf(visit?.period?.start) ?? recorded ?? onset) : (onset ?? recorded);
  const isOnsetApart = isOfDay && onset !== undefined && onset.local.slice(0, 10) !== start?.local.slice(0, 10);
  const icd = condition.code?.coding.find(({ system, code }) => code !== undefined && isIcd10(system))?.code;
  const [coding, clinical] = [codingOf(condition.code), statusOf(condition.clinicalStatus, CLINICAL)];
  const words = isOfDay ? onsetBeside(condition, isOnsetApart ? onset : undefined) : undefined;
  return {
    kind: 'condition',
    diagnosis: {
      disease: { ...(icd === undefined ? {} : { code: icd.slice(0, 40) }), text: shortened(text, 2000) },
      time_from: start?.local ?? null,
      ...(start === undefined ? {} : { time_from_precision: start.precision }),
      ...(start?.offset === undefined ? {} : { time_from_offset: start.offset }),
      time_to: end?.local ?? null,
      ...(end === undefined ? {} : { time_to_precision: end.precision }),
      ...(end?.offset === undefined ? {} : { time_to_offset: end.offset }),
      draft: false,
      ...(coding === undefined ? {} : { coding }),
      ...(clinical === undefined ? {} : { clinical_status: clinical.slice(0, 200) }),
      ...(verification === undefined ? {} : { verification_status: verification.slice(0, 200) }),
      ...(isOfDay ? { of_visit: true as const } : {}),
    },
    without: withoutOf(condition, onset, ended ?? end),
    ...(words === undefined ? {} : { onset: words }),
  };
};
