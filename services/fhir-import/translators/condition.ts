import type { DiagnosisCommand } from '#contracts/diagnoses/diagnoses';
import { unitKey } from '#contracts/rules/units';
import { codeSystem } from '#contracts/wire/code-systems';
import type { Condition } from '../resources/resource.ts';
import { codingOf, dateOf, decimalOf, nameOf, notesOf, plain, type SaidDate, shortened, unitOf } from '../resources/fhir-text.ts';
import { skip, type Skipped, withdraw } from '../resources/skipped.ts';

type Taken = Omit<Extract<DiagnosisCommand, { type: 'TakeFromExternal' }>['data'], 'diagnosis_id' | 'patient_id' | 'source' | 'comment'>;
export interface ReadCondition {
  kind: 'condition';
  diagnosis: Taken;
  /** What it says and a diagnosis here has no field for. */
  without: string[];
  /** Remarks of people. */
  notes: string[];
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

const startOf = (condition: Condition, born: string | undefined): SaidDate | undefined =>
  dateOf(condition.onsetDateTime ?? condition.onsetPeriod?.start) ?? atAge(condition.onsetAge, born) ?? dateOf(condition.recordedDate);

const codeOf = (concept: Condition['clinicalStatus']): string | undefined =>
  concept?.coding.find(({ code }) => code)?.code ?? concept?.text;

const withoutOf = (condition: Condition, start: SaidDate | undefined, end: SaidDate | undefined): string[] => {
  const { onsetDateTime, onsetPeriod, onsetAge, abatementDateTime, abatementPeriod, abatementAge } = condition;
  const isOnsetSaid = onsetDateTime !== undefined || onsetPeriod?.start !== undefined || onsetAge !== undefined;
  const isOnsetRead = dateOf(onsetDateTime ?? onsetPeriod?.start) !== undefined || (onsetAge !== undefined && start !== undefined);
  const isEndSaid = abatementDateTime !== undefined || abatementPeriod?.end !== undefined || abatementAge !== undefined;
  return [
    isOnsetSaid && !isOnsetRead ? 'its onset is no date that can be held' : '',
    isEndSaid && end === undefined ? 'its end is no date that can be held' : '',
  ].filter(Boolean);
};

/** What has words but no field of its own. */
const besides = ({ onsetString, abatementString, severity, bodySite }: Condition): string[] =>
  [
    [nameOf(severity), 'severity'],
    [bodySite.flatMap((site) => nameOf(site) ?? []).join(', '), 'body site'],
    [plain(onsetString), 'onset'],
    [plain(abatementString), 'ended'],
  ].flatMap(([said, what]) => (said ? [`${what} ${said}`] : []));

/**
 * What a Condition says. Codes stay those of the external record (SNOMED CT and others); only an ICD-10 code is also the diagnosis's code.
 * @param born the patient's birth date, for an onset that is told as an age
 */
export const readCondition = (condition: Condition, born: string | undefined): ReadCondition | Skipped => {
  const verification = codeOf(condition.verificationStatus);
  const text = nameOf(condition.code) ?? plain(condition.code?.coding[0]?.code);
  if (text === undefined) return skip('it does not say what was diagnosed');
  if (condition.code?.coding.some(({ code }) => code !== undefined && ABSENCE.has(code))) return skip('it says that there is no problem');
  if (verification === 'refuted') return withdraw('refuted');
  const [start, end] = [
    startOf(condition, born),
    dateOf(condition.abatementDateTime ?? condition.abatementPeriod?.end ?? condition.onsetPeriod?.end) ??
      atAge(condition.abatementAge, born),
  ];
  const icd = condition.code?.coding.find(({ system, code }) => code !== undefined && isIcd10(system))?.code;
  const [coding, clinical] = [codingOf(condition.code), codeOf(condition.clinicalStatus)];
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
    },
    without: withoutOf(condition, start, end),
    notes: [...besides(condition), ...notesOf(condition.note)],
  };
};
