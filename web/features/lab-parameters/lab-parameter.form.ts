import { v4 as newId } from 'uuid';
import { type LabParameterView, NewLabParameter } from '#contracts/lab/lab-parameters';
import type { UsualRange } from '#contracts/lab/usual-ranges';
import { readTypedNumber } from '#contracts/rules/decimals';
import { messages } from '#contracts/rules/messages';
import type { NormalizationType } from '#contracts/rules/normalization';
import type { FieldErrors } from '#web/lib/problem.ts';
import { byField, type Comparison } from '#web/record/catalogue/use-both-versions.tsx';
import { NORMALIZATIONS } from '#web/lib/normalization-names.ts';
import { rangeInWords, yesNo } from './words.ts';

/** A line of a list that is typed into; `key` stays while the line moves. */
export interface TypedAlias {
  key: string;
  alias: string;
}

export interface TypedRange {
  key: string;
  sex: '' | NonNullable<UsualRange['sex']>;
  age_from: string;
  age_below: string;
  min: string;
  max: string;
  source: string;
}

/** A lab parameter as it is typed. */
export interface ParameterForm {
  aliases: readonly TypedAlias[];
  code: string;
  unit: string;
  normalization_type: NormalizationType;
  /** The check box: nothing to compare with. */
  no_normalization: boolean;
  scale_divider: string;
  is_default: boolean;
  ignored_during_validation: boolean;
  ranges: readonly TypedRange[];
}

export const typedAlias = (alias = ''): TypedAlias => ({ key: newId(), alias });
export const typedRange = (range: Partial<UsualRange> = {}): TypedRange => ({
  key: newId(),
  sex: range.sex ?? '',
  age_from: range.age_from ?? '',
  age_below: range.age_below ?? '',
  min: range.min ?? '',
  max: range.max ?? '',
  source: range.source ?? '',
});

export type StoredParameter = Omit<NewLabParameter, 'source'> & Pick<Partial<LabParameterView>, 'source'>;

/** As the documents load it: 'no normalization' is shown as Arithmetic with the box set. */
export const formOf = (parameter: StoredParameter): ParameterForm => {
  const none = parameter.normalization_type === 'NoNormalization';
  return {
    aliases: parameter.aliases.map(typedAlias),
    code: parameter.code ?? '',
    unit: parameter.unit,
    normalization_type: none ? 'Arithmetic' : parameter.normalization_type,
    no_normalization: none,
    scale_divider: String(parameter.scale_divider),
    is_default: parameter.is_default,
    ignored_during_validation: parameter.ignored_during_validation,
    ranges: parameter.usual_ranges.map(typedRange),
  };
};

export const newForm = (alias = ''): ParameterForm => ({
  ...formOf(NewLabParameter.parse({ aliases: ['-'] })),
  aliases: [typedAlias(alias)],
});

/** The box sets divider 1 and Arithmetic. */
export const settled = (form: ParameterForm): ParameterForm =>
  form.no_normalization ? { ...form, normalization_type: 'Arithmetic', scale_divider: '1' } : form;

const decimalIn = (text: string): string | null | undefined => {
  const typed = readTypedNumber(text);
  if (typed.kind === 'empty') return null;
  return typed.kind === 'number' ? typed.decimal : undefined;
};

/** '18' and '18y' are '18 y'. */
const ageIn = (text: string): string | undefined => {
  const [, count, unit] = /^(\d+)\s*([a-z]*)$/i.exec(text.trim()) ?? [];
  if (count !== undefined) return `${count} ${unit ? unit.toLowerCase() : 'y'}`;
  return text.trim() === '' ? undefined : text.trim();
};

const rangeIn = (range: TypedRange, at: string, errors: FieldErrors): UsualRange => {
  const [age_from, age_below, source] = [ageIn(range.age_from), ageIn(range.age_below), range.source.trim()];
  const [min, max] = [decimalIn(range.min), decimalIn(range.max)];
  if (min === undefined) errors[`${at}.min`] = [messages.number];
  if (max === undefined) errors[`${at}.max`] = [messages.number];
  if (min === null && max === null) errors[`${at}.max`] = [messages.required];
  if (min && max && Number(max) < Number(min)) errors[`${at}.max`] = [messages.atLeast(Number(min))];
  return {
    ...(range.sex === '' ? {} : { sex: range.sex }),
    ...(age_from === undefined ? {} : { age_from }),
    ...(age_below === undefined ? {} : { age_below }),
    min: min ?? null,
    max: max ?? null,
    ...(source === '' ? {} : { source }),
  };
};

/** The path of an error as the form's fields are called. */
const fieldOf = (path: readonly PropertyKey[]): string => {
  const [field, ...rest] = path.map(String);
  return [field, ...rest, ...(field === 'aliases' && rest.length > 0 ? ['alias'] : [])].join('.');
};

/**
 * What is sent: the type goes as NoNormalization where the box is set.
 * @param source where the catalogue has it from: it stays
 * @returns errors by field instead, where something is wrong
 */
export const payloadOf = (form: ParameterForm, source?: string): { payload: NewLabParameter } | { errors: FieldErrors } => {
  const errors: FieldErrors = {};
  const divider = decimalIn(form.scale_divider);
  if (divider === null) errors['scale_divider'] = [messages.required];
  else if (divider === undefined) errors['scale_divider'] = [messages.number];
  const parsed = NewLabParameter.safeParse({
    aliases: form.aliases.map(({ alias }) => alias),
    ...(form.code.trim() === '' ? {} : { code: form.code }),
    unit: form.unit,
    usual_ranges: form.ranges.map((range, index) => rangeIn(range, `usual_ranges.${index}`, errors)),
    ...(source === undefined ? {} : { source }),
    normalization_type: form.no_normalization ? 'NoNormalization' : form.normalization_type,
    scale_divider: Number(divider ?? 1),
    is_default: form.is_default,
    ignored_during_validation: form.ignored_during_validation,
  });
  for (const { path, message } of parsed.error?.issues ?? []) errors[fieldOf(path)] ??= [message];
  return parsed.success && Object.keys(errors).length === 0 ? { payload: parsed.data } : { errors };
};

/** The errors alone. */
export const errorsIn = (form: ParameterForm): FieldErrors => {
  const read = payloadOf(form);
  return 'errors' in read ? read.errors : {};
};

const FIELDS = {
  aliases: 'Aliases',
  code: 'LOINC code',
  unit: 'Unit',
  normalization_type: 'Normalization',
  scale_divider: 'Divider',
  is_default: 'Default',
  ignored_during_validation: 'Ignored during validation',
  ranges: 'Usual ranges',
} as const;

const { aliases, ...others } = FIELDS;
/** What fields are called, by the end of their path and in the order of the form. */
export const LABELS = {
  aliases,
  alias: 'Alias',
  ...others,
  age_from: 'From age',
  age_below: 'Below age',
  min: 'Min',
  max: 'Max',
  source: 'Source',
} as const;

const rangeText = ({ sex, source, min, max, ...ages }: TypedRange): string => {
  const words = rangeInWords({ ...ages, ...(sex === '' ? {} : { sex }), min: decimalIn(min) ?? null, max: decimalIn(max) ?? null });
  return source.trim() === '' ? words : `${words} (${source.trim()})`;
};

const shown: { [K in keyof ParameterForm]?: (form: ParameterForm) => string } = {
  aliases: ({ aliases }) => aliases.map(({ alias }) => alias.trim()).join(', '),
  normalization_type: ({ no_normalization, normalization_type }) =>
    NORMALIZATIONS[no_normalization ? 'NoNormalization' : normalization_type],
  is_default: ({ is_default }) => yesNo(is_default),
  ignored_during_validation: ({ ignored_during_validation }) => yesNo(ignored_during_validation),
  ranges: ({ ranges }) => ranges.map(rangeText).join('; '),
};
const { differences, merged } = byField<Record<keyof ParameterForm, unknown>>(FIELDS);
/** Each field in words. */
const inWords = (form: ParameterForm) =>
  Object.fromEntries(Object.entries(form).map(([field, value]) => [field, shown[field as keyof ParameterForm]?.(form) ?? value])) as Record<
    keyof ParameterForm,
    unknown
  >;

/** Both versions of a lab parameter, field by field. */
export const comparison: Comparison<ParameterForm> = {
  stored: formOf,
  differences: (mine, theirs) => differences(inWords(mine), inWords(theirs)),
  merged: (mine, theirs, taken) => {
    const { no_normalization } = taken.has('normalization_type') ? theirs : mine;
    return settled({ ...(merged(mine, theirs, taken) as ParameterForm), no_normalization });
  },
};
