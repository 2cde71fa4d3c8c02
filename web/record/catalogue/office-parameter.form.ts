import { v4 as newId } from 'uuid';
import { readTypedNumber } from '#contracts/rules/decimals';
import {
  type Definition,
  locksDivider,
  type MeasurementNormalization,
  type MeasurementParameterView,
  NewMeasurementParameter,
} from '#contracts/examinations/measurement-parameters';
import { messages } from '#contracts/rules/messages';
import { NORMALIZATIONS } from '#web/lib/normalization-names.ts';
import type { FieldErrors } from '#web/lib/problem.ts';
import type { Difference } from '#web/ui/conflict.tsx';
import { byField, type Comparison } from './use-both-versions.tsx';

export interface TypedDefinition {
  option_id: string;
  predefined_value: string;
  label_text: string;
}

/** An office parameter as it is typed. */
export interface OfficeForm {
  name: string;
  description: string;
  normalization_type: MeasurementNormalization;
  /** The check box: nothing to compare with. */
  no_normalization: boolean;
  scale_divider: string;
  options: readonly TypedDefinition[];
}

export const NEW: OfficeForm = {
  name: '',
  description: '',
  normalization_type: 'Arithmetic',
  no_normalization: false,
  scale_divider: '1',
  options: [],
};

type Stored = Pick<MeasurementParameterView, 'name' | 'description' | 'normalization_type' | 'scale_divider' | 'options_config'>;

/** As the documents load it: 'no normalization' is shown as Arithmetic with the box set. */
export const formOf = (parameter: Stored): OfficeForm => {
  const none = parameter.normalization_type === 'NoNormalization';
  return {
    name: parameter.name,
    description: parameter.description,
    normalization_type: none ? 'Arithmetic' : parameter.normalization_type,
    no_normalization: none,
    scale_divider: String(parameter.scale_divider),
    options: parameter.options_config.map(({ option_id, predefined_value, label_text }) => ({
      option_id,
      predefined_value: String(predefined_value),
      label_text,
    })),
  };
};

/** The box sets divider 1 and Arithmetic; weight and height lock the divider. */
export const settled = (form: OfficeForm): OfficeForm => {
  if (form.no_normalization) return { ...form, normalization_type: 'Arithmetic', scale_divider: '1' };
  return locksDivider(form.normalization_type) ? { ...form, scale_divider: '1' } : form;
};

export const emptyDefinition = (): TypedDefinition => ({ option_id: newId(), predefined_value: '', label_text: '' });

const numberIn = (text: string): number | undefined => {
  const typed = readTypedNumber(text);
  return typed.kind === 'number' ? Number(typed.decimal) : undefined;
};

/** What is sent: the type goes as NoNormalization where the box is set. @returns errors by field instead, where something is wrong */
export const payloadOf = (form: OfficeForm): { payload: NewMeasurementParameter } | { errors: FieldErrors } => {
  const errors: FieldErrors = {};
  const scale_divider = numberIn(form.scale_divider);
  if (form.scale_divider.trim() === '') errors['scale_divider'] = [messages.required];
  else if (scale_divider === undefined) errors['scale_divider'] = [messages.number];
  const options_config = form.options.map(({ option_id, predefined_value, label_text }, index): Definition => {
    const value = numberIn(predefined_value);
    if (value === undefined)
      errors[`options_config.${index}.predefined_value`] = [predefined_value.trim() === '' ? messages.required : messages.number];
    return { option_id, predefined_value: value ?? 0, label_text };
  });
  const parsed = NewMeasurementParameter.safeParse({
    name: form.name,
    description: form.description,
    normalization_type: form.no_normalization ? 'NoNormalization' : form.normalization_type,
    scale_divider: scale_divider ?? 1,
    options_config,
  });
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues) errors[path.map(String).join('.')] ??= [message];
  }
  return parsed.success && Object.keys(errors).length === 0 ? { payload: parsed.data } : { errors };
};

/** The errors alone. */
export const errorsIn = (form: OfficeForm): FieldErrors => {
  const read = payloadOf(form);
  return 'errors' in read ? read.errors : {};
};

export const LABELS: Readonly<Record<string, string>> = {
  name: 'Name',
  description: 'Unit or # per interval',
  normalization_type: 'Normalization',
  scale_divider: 'Upper limit of normal',
  predefined_value: 'Value of a definition',
  label_text: 'Label of a definition',
};

const TEXTS = { name: LABELS['name'], description: LABELS['description'], scale_divider: LABELS['scale_divider'] } as Record<
  string,
  string
>;
const texts = byField<OfficeForm>(TEXTS);

const normalizationOf = ({ no_normalization, normalization_type }: OfficeForm): string =>
  NORMALIZATIONS[no_normalization ? 'NoNormalization' : normalization_type];
const definitionOf = (form: OfficeForm, id: string): string => {
  const option = form.options.find(({ option_id }) => option_id === id);
  return option ? `${option.predefined_value}: ${option.label_text}` : '';
};
const optionIds = (...forms: readonly OfficeForm[]): string[] => [
  ...new Set(forms.flatMap(({ options }) => options.map(({ option_id }) => option_id))),
];

/** Both versions of an office parameter, its definitions one by one. */
export const comparison: Comparison<OfficeForm> = {
  stored: formOf,
  differences: (mine, theirs) => {
    const found = texts.differences(mine, theirs);
    const compare = (field: string, label: string, show: (form: OfficeForm) => string): Difference => ({
      field,
      label,
      mine: show(mine),
      theirs: show(theirs),
    });
    const others = [
      compare('normalization_type', 'Normalization', normalizationOf),
      ...optionIds(mine, theirs).map((id, index) => compare(id, `Definition ${index + 1}`, (form) => definitionOf(form, id))),
    ];
    return [...found, ...others.filter((one) => one.mine !== one.theirs)];
  },
  merged: (mine, theirs, taken) => {
    const of = (field: string): OfficeForm => (taken.has(field) ? theirs : mine);
    const { normalization_type, no_normalization } = of('normalization_type');
    const options = optionIds(mine, theirs).flatMap((id) => of(id).options.filter(({ option_id }) => option_id === id));
    return settled({ ...texts.merged(mine, theirs, taken), normalization_type, no_normalization, options });
  },
};
