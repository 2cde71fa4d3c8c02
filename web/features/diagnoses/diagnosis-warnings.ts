import { type BirthPrecision, shownAt } from '#contracts/wire/precision';

/** A thing to ask once before saving; never an error. `key` names the question with what was typed: answered, it is not asked again. */
export interface DiagnosisWarning {
  /** 'time_from' or 'time_to'. */
  path: string;
  code: 'future-date' | 'before-birth';
  message: string;
  key: string;
}

interface Facts {
  /** The clinic's local day (`YYYY-MM-DD...`), in its own time zone. */
  today?: string;
  date_of_birth?: string;
  date_of_birth_precision?: BirthPrecision | undefined;
}

/** A start in the future or a date before birth is asked (ruling 31); a stop date in the future is what a course that is planned has. */
export const diagnosisWarnings = (
  form: { time_from: string; time_to: string | null },
  { today, date_of_birth, date_of_birth_precision }: Facts,
): DiagnosisWarning[] => {
  const dates = [
    { path: 'time_from', local: form.time_from, asksFuture: true },
    ...(form.time_to === null ? [] : [{ path: 'time_to', local: form.time_to, asksFuture: false }]),
  ];
  return dates.flatMap(({ path, local, asksFuture }): DiagnosisWarning[] => {
    const day = local.slice(0, 10);
    const ask = (code: DiagnosisWarning['code'], message: string) => [{ path, code, message, key: `${code}|${path}|${day}` }];
    if (asksFuture && today !== undefined && day > today.slice(0, 10)) {
      return ask('future-date', `${shownAt(local)} is in the future. Is that right?`);
    }
    if (date_of_birth !== undefined && day < date_of_birth.slice(0, 10)) {
      return ask(
        'before-birth',
        `${shownAt(local)} is before the patient was born (${shownAt(date_of_birth, date_of_birth_precision)}). Is that right?`,
      );
    }
    return [];
  });
};
