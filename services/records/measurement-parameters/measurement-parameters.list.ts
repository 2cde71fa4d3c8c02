import { v5 } from 'uuid';
import { type Definition, MeasurementParameterCommand } from '#contracts/examinations/measurement-parameters';
import { officeCells } from '#contracts/examinations/office-lists';
import { searchText } from '#contracts/rules/search-text';
import { officeParameterId } from '#catalogues/office-parameter';
import type { Actor } from '#infra/event-store/actor';
import { Refusal } from '#infra/event-store/decider';
import { checkedCommand, type ListPlanner } from '../../lists/list-import.ts';
import type { MeasurementParameter } from './measurement-parameters.decider.ts';
import { type ListedMeasurement, measurementKeys } from './measurement-parameters.file.ts';
import { type CatalogueKernel, foreseeMeasurementParameter, presentParameter, streamOf } from './measurement-parameters.handlers.ts';
import { NAME, reservedName } from '#catalogues/office-parameter-name';

type Import = Extract<MeasurementParameterCommand, { type: 'ImportMeasurementParameter' }>;

/** The parameter that a row means: the one of its id or code, otherwise who holds its name, otherwise a new one. */
export const parameterOf = async (kernel: CatalogueKernel, { id, code, name }: ListedMeasurement, actor: Actor) => {
  const byCode = officeParameterId(code, name);
  for (const parameter_id of id === undefined ? [byCode] : [id, byCode]) {
    const found = await presentParameter(kernel.streams, parameter_id, actor);
    if (found.version !== undefined) return { parameter_id, ...found };
  }
  const parameter_id = (await kernel.reservations.ownerOf(NAME, reservedName(name))) ?? byCode;
  return { parameter_id, ...(await presentParameter(kernel.streams, parameter_id, actor)) };
};

/** Definitions keep the ids that examinations name them by: they are known by their number, or by their words. */
const definitionsOf = ({ definitions = [] }: ListedMeasurement, parameter_id: string, state: MeasurementParameter): Definition[] => {
  const known = state.status === 'none' ? [] : state.content.options_config;
  return definitions.map((listed) => {
    const sameLabel = known.find(
      ({ predefined_value, label_text }) =>
        searchText(label_text) === searchText(listed.label_text) &&
        !definitions.some((other) => other !== listed && other.predefined_value === predefined_value),
    );
    const same = known.find(({ predefined_value }) => predefined_value === listed.predefined_value) ?? sameLabel;
    return { ...listed, option_id: same?.option_id ?? v5(`${listed.predefined_value} ${listed.label_text}`, parameter_id) };
  });
};

/** The command that a row is. @param file named as the source where the row names none */
export const importCommand = (
  row: ListedMeasurement,
  parameter_id: string,
  state: MeasurementParameter,
  file: string,
  command_id: string,
): Import => {
  const { line: _, id: __, wrong: ___, code, plausible, source = file, definitions, ...fields } = row;
  const data = {
    parameter_id,
    ...fields,
    options_config: definitionsOf(row, parameter_id, state),
    source,
    ...(definitions === undefined ? {} : { whole: true }),
    ...(code === undefined ? {} : { code }),
    ...(plausible === undefined ? {} : { plausible }),
  };
  return { type: 'ImportMeasurementParameter', command_id, data };
};

const cellsOf = (state: MeasurementParameter): Record<string, string> => {
  if (state.status === 'none') return {};
  const { id: _, ...cells } = officeCells({ id: '', ...state.content });
  return { ...cells, ...(state.status === 'pending' ? { state: 'waits for approval' } : {}) };
};

const refuse = (text: string): never => {
  throw new Refusal('wrong-row', text);
};

/** What the deciders do not look for: a code or an alias that is another parameter's, and what people took out of the catalogue. */
const refuseConflicts = async (
  kernel: CatalogueKernel,
  row: ListedMeasurement,
  parameter_id: string,
  state: MeasurementParameter,
  actor: Actor,
) => {
  if (state.status === 'rejected' || state.status === 'cancelled' || state.status === 'removed') {
    refuse(`'${state.content.name}' was ${state.status}; a list does not bring it back`);
  }
  const before = state.status === 'none' ? undefined : state.content;
  if (row.code !== undefined && row.code !== before?.code) {
    if (before?.code !== undefined && row.id !== parameter_id) refuse(`'${before.name}' has the code ${before.code} in the catalogue`);
    const other = officeParameterId(row.code, '');
    const holder = other === parameter_id ? undefined : (await presentParameter(kernel.streams, other, actor)).state;
    if (holder && holder.status !== 'none') refuse(`The code ${row.code} is that of '${holder.content.name}'`);
  }
  for (const alias of newAliases(row, state)) {
    const holder = await kernel.reservations.ownerOf(NAME, reservedName(alias));
    if (holder !== undefined && holder !== parameter_id) refuse(`The alias '${alias}' is the name of another office parameter`);
  }
};

const newAliases = ({ name, aliases }: ListedMeasurement, state: MeasurementParameter): string[] => {
  const known = new Set([name, ...((state.status !== 'none' && state.content.aliases) || [])].map(searchText));
  return aliases.filter((alias) => !known.has(searchText(alias)));
};

/** Decides rows of a list of office parameters. @param send to the bus */
export const measurementPlanner = (
  kernel: CatalogueKernel,
  file: string,
  actor: Actor,
  send: (command: MeasurementParameterCommand) => Promise<unknown>,
): ListPlanner<ListedMeasurement> => ({
  keysOf: measurementKeys,
  plan: async (row, command_id) => {
    const { parameter_id, state } = await parameterOf(kernel, row, actor);
    const command = importCommand(row, parameter_id, state, file, command_id);
    checkedCommand(MeasurementParameterCommand, command);
    const { before, after, version, isChange, isDone } = await foreseeMeasurementParameter(kernel, command, actor);
    await refuseConflicts(kernel, row, parameter_id, before, actor);
    return {
      stream: streamOf(parameter_id),
      names: [],
      version,
      isChange,
      isDone,
      before: cellsOf(before),
      after: { ...cellsOf(after), ...(before.status === 'pending' ? { state: 'approved' } : {}) },
      send: () => send({ ...command, data: { ...command.data, version } }),
    };
  },
});
