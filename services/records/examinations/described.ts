import { codeSystem } from '#contracts/wire/code-systems';
import { isUnitOf } from '#contracts/examinations/body-measures';
import type { Measurement } from '#contracts/examinations/examinations';
import type { MeasurementNormalization } from '#contracts/examinations/measurement-parameters';
import { messages } from '#contracts/rules/messages';
import { type OfficeParameter, officeParameterId } from '#catalogues/office-parameter';
import type { FieldErrors } from '#infra/event-store/decider';

/** Answers a parameter as it is now; undefined where there never was one. */
export type Lookup = (parameter_id: string) => Promise<OfficeParameter | undefined>;

const units = { Weight: 'Weight is measured in kg or lb', Height: 'Height is measured in cm, in or m' } as const;

const said = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;

/** What is wrong with an entry of a form beside its parameter, by field. `before`: the same entry as it stands in the record. */
const faultsOf = (
  entry: Measurement,
  parameter: OfficeParameter | undefined,
  before: Measurement | undefined,
  draft: boolean,
): FieldErrors => {
  const isKept = before !== undefined && before.parameter_id === entry.parameter_id;
  if (parameter === undefined) return { parameter_id: ['There is no such office parameter'] };
  if (parameter.status === 'pending') return { parameter_id: [`${parameter.name} still waits for approval`] };
  if (parameter.status === 'gone' && !isKept) return { parameter_id: ['This office parameter was removed'] };
  const type = parameter.normalization_type;
  if (type === 'Bmi' && !isKept) return { parameter_id: ['Bmi is computed from weight and height'] };
  const errors: FieldErrors = {};
  if ((type === 'Weight' || type === 'Height') && !draft && entry.parameter_value !== null && !isUnitOf(type, entry.unit)) {
    errors['unit'] = [entry.unit === '' ? messages.required : units[type]];
  }
  if (entry.option_id !== undefined && entry.option_id !== before?.option_id) {
    const option = parameter.options_config.find(({ option_id }) => option_id === entry.option_id);
    if (!option) errors['option_id'] = ['There is no such definition'];
    else if (Number(entry.parameter_value) !== option.predefined_value)
      errors['option_id'] = [`'${option.label_text}' is ${option.predefined_value}`];
  }
  return errors;
};

/** The catalogue's words beside what was entered; those of a former day stay with an entry that is only corrected. */
const described = (entry: Measurement, parameter: OfficeParameter, before: Measurement | undefined): Measurement => {
  const isKept = before !== undefined && before.parameter_id === entry.parameter_id;
  const { parameter_name, parameter_description, option_label: _, coding: __, normalization_type: ___, ...typed } = entry;
  const option = parameter.options_config.find(({ option_id }) => option_id === entry.option_id);
  return {
    ...typed,
    parameter_name: isKept ? before.parameter_name : parameter.name || parameter_name,
    ...said({
      parameter_description: isKept ? before.parameter_description : parameter.description || parameter_description,
      normalization_type: isKept ? before.normalization_type : parameter.normalization_type,
      option_label:
        entry.option_id === undefined ? undefined : entry.option_id === before?.option_id ? before.option_label : option?.label_text,
    }),
  };
};

/**
 * The entries of a form with what the catalogue says about them.
 * @param before the entries as they stand in the record: what was chosen there may stay, whatever became of its parameter
 */
export const describedForm = async (
  measurements: readonly Measurement[],
  before: readonly Measurement[],
  draft: boolean,
  lookup: Lookup,
): Promise<{ measurements: Measurement[]; errors: FieldErrors }> => {
  const errors: FieldErrors = {};
  const entries: Measurement[] = [];
  for (const [index, entry] of measurements.entries()) {
    const stored = before.find(({ entry_id }) => entry_id === entry.entry_id);
    const parameter = entry.parameter_id === null ? undefined : await lookup(entry.parameter_id);
    const faults = entry.parameter_id === null ? { parameter_id: [messages.required] } : faultsOf(entry, parameter, stored, draft);
    for (const [field, texts] of Object.entries(faults)) errors[`measurements.${index}.${field}`] = texts;
    entries.push(parameter ? described(entry, parameter, stored) : entry);
  }
  return { measurements: entries, errors };
};

const byCode: Readonly<Record<string, MeasurementNormalization>> = { '29463-7': 'Weight', '8302-2': 'Height', '39156-5': 'Bmi' };

/**
 * The entries of an external record with the parameter that their LOINC code names; what the catalogue does not have keeps its own words, and
 * so does what contradicts its code.
 */
export const describedExternal = async (measurements: readonly Measurement[], lookup: Lookup): Promise<Measurement[]> => {
  const entries: Measurement[] = [];
  for (const entry of measurements) {
    if (entry.asks?.some(({ code }) => code === 'code-of-value')) {
      entries.push(entry);
      continue;
    }
    const codes = (entry.coding ?? []).filter(({ system }) => codeSystem(system) === 'LOINC').map(({ code }) => code);
    const ids = entry.parameter_id === null ? codes.map((code) => officeParameterId(code, '')) : [entry.parameter_id];
    const { parameter_id: _, ...own } = entry;
    const type = entry.normalization_type ?? codes.map((code) => byCode[code]).find((one) => one !== undefined);
    let found: Measurement = { ...own, parameter_id: null, ...said({ normalization_type: type }) };
    for (const id of ids) {
      const parameter = await lookup(id);
      if (parameter === undefined || parameter.status === 'pending') continue;
      found = {
        ...own,
        parameter_id: id,
        ...said({ normalization_type: parameter.normalization_type, parameter_description: parameter.description || undefined }),
      };
      break;
    }
    entries.push(found);
  }
  return entries;
};
