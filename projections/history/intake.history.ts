import { currentPeriod, dosagePeriods, withDosageChange } from '#contracts/dosage-periods';
import { type Dosage, frequencyText, type Regimen } from '#contracts/dosages';
import type { DosageChange, IntakeContent, IntakeEvent } from '#contracts/intakes';
import { shownAt } from '#contracts/precision';
import { begun, type Change, change, day, type ItemHistory, yesNo } from './item-history.ts';

interface State {
  content: IntakeContent | undefined;
  changes: readonly DosageChange[];
}

const said = (text: string | null | undefined): string | null => (text ? text : null);
const count = (number: number | null | undefined): string | null => (number == null ? null : String(number));

const medication = (content: IntakeContent | undefined): string | null => {
  if (!content) return null;
  const { proprietary_name, nonproprietary_name, form, route, strength } = content.medication;
  const isNamed = proprietary_name !== undefined && proprietary_name.toLowerCase() !== nonproprietary_name.toLowerCase();
  const name = isNamed ? `${proprietary_name} (${nonproprietary_name})` : nonproprietary_name;
  return [name, strength, form, route].filter((part) => part).join(', ');
};

const stop = (content: IntakeContent | undefined): string | null => {
  if (!content || content.repeat_therapy) return null;
  return content.time_to === null ? 'until discontinued' : shownAt(content.time_to, content.time_to_precision);
};

const duration = ({ until_discontinued, duration: days }: IntakeContent): string | null => (until_discontinued ? null : count(days));

const repeat = (content: IntakeContent | undefined): string | null => {
  if (!content) return null;
  if (!content.repeat_therapy) return 'No';
  const { repeat: every, repeat_unit, repeat_time_to, repeat_until_discontinued } = content;
  const until = repeat_until_discontinued ? 'until discontinued' : `until ${day(repeat_time_to ?? undefined) ?? 'not said'}`;
  return `every ${every ?? '?'} ${(repeat_unit ?? 'Day').toLowerCase()}${every === 1 ? '' : 's'} ${until}`;
};

type Dose = Pick<Dosage, 'nonproprietary_name' | 'dose' | 'unit'> & { step?: number; days?: number | null };
const amount = ({ dose, unit }: Dose): string | null => (dose === null ? null : unit === null ? dose : `${dose} ${unit}`);

/** One row a dose: 'Dose 500 mg -> 850 mg'; several ingredients are named, steps of a tapering numbered. */
const doseChanges = (before: readonly Dose[], after: readonly Dose[]): Change[] => {
  const [names, steps] = [
    new Set([...before, ...after].map((one) => one.nonproprietary_name)),
    new Set([...before, ...after].map((one) => one.step ?? 0)),
  ];
  const labelOf = (one: Dose, label: string) =>
    `${names.size > 1 ? `${one.nonproprietary_name} ` : ''}${steps.size > 1 ? `step ${(one.step ?? 0) + 1} ` : ''}${label}`.replace(
      /^./,
      (first) => first.toUpperCase(),
    );
  const keyOf = (one: Dose) => JSON.stringify([one.step ?? 0, one.nonproprietary_name]);
  const rows = new Map([...after, ...before].map((one) => [keyOf(one), one]));
  return [...rows.entries()].flatMap(([key, one]) => {
    const [was, is] = [before.find((dose) => keyOf(dose) === key), after.find((dose) => keyOf(dose) === key)];
    return [
      ...change(labelOf(one, 'dose'), was ? amount(was) : null, is ? amount(is) : null),
      ...change(labelOf(one, 'days'), count(was?.days), count(is?.days)),
    ];
  });
};

type Rates = Omit<Regimen, 'dosages'>;
const rateChanges = (before: Rates | undefined, after: Rates): Change[] => [
  ...change('Form', before?.form ?? null, after.form),
  ...change('Quantity', count(before?.quantity), count(after.quantity)),
  ...change('Frequency', before ? said(frequencyText(before)) : null, said(frequencyText(after))),
  ...change('As needed', yesNo(before?.as_needed) ?? 'No', yesNo(after.as_needed)),
];

const contentChanges = (before: IntakeContent | undefined, after: IntakeContent): Change[] => [
  ...change('Medication', medication(before), medication(after)),
  ...change('Shown as generic', yesNo(before?.is_generic_selected) ?? 'No', yesNo(after.is_generic_selected)),
  ...change('Schedule', before?.schedule_kind ?? 'Regular', after.schedule_kind),
  ...change(
    'Start date',
    before?.time_from ? shownAt(before.time_from, before.time_from_precision) : null,
    after.time_from === null ? null : shownAt(after.time_from, after.time_from_precision),
  ),
  ...change('Stop date', stop(before), stop(after)),
  ...change('Duration in days', before ? duration(before) : null, duration(after)),
  ...change('Repeat', repeat(before) ?? 'No', repeat(after)),
  ...doseChanges(before?.dosages ?? [], after.dosages),
  ...rateChanges(before, after),
  ...change('Dosage as written', said(before?.dosage_text), said(after.dosage_text)),
  ...change('Clinical status', said(before?.clinical_status), said(after.clinical_status)),
  ...change('Notes', said(before?.notes), said(after.notes)),
  ...change('Draft', yesNo(before?.draft) ?? 'No', yesNo(after.draft)),
];

/** The later dosages of two versions, told by their days. */
const laterChanges = (before: State, after: { content: IntakeContent; changes: readonly DosageChange[] }): Change[] => {
  const orders = ({ content, changes }: State) => {
    const periods = content ? dosagePeriods(content, changes) : [];
    return new Map(
      periods.flatMap(({ change: index, order }) => (index === null ? [] : [[day(changes[index]?.change_date) ?? '', order]])),
    );
  };
  const [was, is] = [orders(before), orders(after)];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((date) =>
    change(`Dosage from ${date}`, was.get(date) ?? null, is.get(date) ?? null),
  );
};

/** What was in force on the day of a change, against what is from then on. */
const dosageChanges = ({ content, changes }: State, next: DosageChange): Change[] => {
  const date = change('Change date', null, day(next.change_date));
  if (!content) return [...date, ...doseChanges([], next.dosages), ...rateChanges(undefined, next)];
  const periods = dosagePeriods(content, changes);
  const period = periods[currentPeriod(periods, next.change_date)];
  const rates = period?.change == null ? content : (changes[period.change] ?? content);
  return [
    ...date,
    ...doseChanges(
      period?.dosages ?? [],
      next.dosages.map(({ nonproprietary_name, dose, unit }) => ({ nonproprietary_name, dose, unit })),
    ),
    ...rateChanges(rates, next),
  ];
};

export const intakeHistory: ItemHistory<State, IntakeEvent> = {
  prefix: 'intake',
  initial: { content: undefined, changes: [] },
  tell: (state, { type, data }) => {
    switch (type) {
      case 'IntakeRecorded': {
        const action = data.origin === 'fhir' ? 'Imported' : 'Created';
        return { state: { content: data, changes: [] }, action, changes: begun(contentChanges(undefined, data)), comment: data.comment };
      }
      case 'IntakeCorrected': {
        const next = { content: data, changes: data.dosage_changes };
        const changes = [...contentChanges(state.content, data), ...laterChanges(state, next)];
        return { state: next, action: 'Changed', changes, comment: data.comment };
      }
      case 'DosageChanged':
        return {
          state: { ...state, changes: withDosageChange(state.changes, data) },
          action: 'Dosage changed',
          changes: dosageChanges(state, data),
          comment: data.comment,
        };
      case 'IntakeRemoved':
        return { state, action: 'Removed', changes: [], comment: data.comment };
    }
  },
  facts: (state) => {
    const { content, changes } = state;
    if (!content) return [];
    return [...begun(contentChanges(undefined, content)), ...laterChanges({ content, changes: [] }, { content, changes })];
  },
  isHiddenFromPatient: ({ content }) => content?.draft === true,
};
