import { labParameterId } from '#catalogues/lab-parameter';
import { labCells } from '#contracts/lab/lab-lists';
import { LAB_MERGES } from '#contracts/lab/lab-merges';
import { LabParameterCommand } from '#contracts/lab/lab-parameters';
import { searchText } from '#contracts/rules/search-text';
import type { Actor } from '#infra/event-store/actor';
import { Refusal } from '#infra/event-store/decider';
import type { Streams } from '#infra/event-store/streams';
import { checkedCommand, type ListPlanner } from '../../lists/list-import.ts';
import { type LabMerges, labMerges } from './lab-merges.decider.ts';
import type { NamedParameter } from '../../lists/lab-names.ts';
import { type LabParameter, labParameter } from './lab-parameters.decider.ts';
import { labKeys, type ListedParameter } from './lab-parameters.file.ts';
import { present } from './lab-parameters.handlers.ts';

type Import = Extract<LabParameterCommand, { type: 'ImportLabParameter' }>;

const streamOf = (parameter_id: string): string => `lab_parameter-${parameter_id}`;
const presentParameter = (streams: Streams, parameter_id: string, actor: Actor): Promise<LabParameter> =>
  present<LabParameter>(streams.load(labParameter, streamOf(parameter_id), actor), labParameter.initial);

/** The parameter that a row means: the one of its id, otherwise of its code or name. */
export const parameterIdOf = async (streams: Streams, { id, code, name }: ListedParameter, actor: Actor): Promise<string> =>
  id !== undefined && (await presentParameter(streams, id, actor)).status !== 'none' ? id : labParameterId(code, name);

/** The command that a row is. @param file named as the source where the row names none */
export const importCommand = (
  { code, aliases, unit, usual_ranges, configured, source }: ListedParameter,
  parameter_id: string,
  file: string,
  command_id: string,
): Import => ({
  type: 'ImportLabParameter',
  command_id,
  data: {
    ...{ parameter_id, aliases, unit, usual_ranges, source: source ?? file },
    ...(configured === undefined ? {} : { ...configured, whole: true }),
    ...(code === undefined ? {} : { code }),
  },
});

const refuse = (text: string): never => {
  throw new Refusal('wrong-row', text);
};

const OUT: Readonly<Record<string, string>> = { Rejected: 'requested and rejected', Removed: 'removed' };

interface Known {
  streams: Streams;
  actor: Actor;
  merges: LabMerges;
  /** By folded name. */
  names: ReadonlyMap<string, NamedParameter>;
}

/** What the decider does not look for: what is another parameter's, stands on another's lines, or was taken out by people. */
const refuseConflicts = async (
  { streams, actor, merges, names }: Known,
  row: ListedParameter,
  parameter_id: string,
  state: LabParameter,
) => {
  const before = state.status === 'none' ? undefined : state.content;
  const out = OUT[state.status];
  if (out !== undefined) refuse(`'${before?.aliases[0] ?? row.name}' was ${out}; a list does not bring it back`);
  if (merges.merges.some(({ merged_ids }) => merged_ids.includes(parameter_id))) {
    const kept = names.get(searchText(row.name));
    refuse(`'${row.name}' was merged into ${kept ? `'${kept.name}'` : 'another parameter'}: undo the merge first`);
  }
  if (row.code !== undefined && before !== undefined && row.code !== before.code) {
    const other = labParameterId(row.code, '');
    const holder = other === parameter_id ? undefined : await presentParameter(streams, other, actor);
    if (holder && holder.status !== 'none') refuse(`The code ${row.code} is that of '${holder.content.aliases[0]}'`);
  }
  for (const alias of newNames(row, state)) {
    const holder = names.get(searchText(alias));
    if (!holder || holder.id === parameter_id) continue;
    refuse(`'${alias}' is a name of '${holder.name}'${holder.code === undefined ? '' : ` (${holder.code})`} already`);
  }
};

const newNames = ({ aliases }: ListedParameter, state: LabParameter): string[] => {
  const known = new Set(state.status === 'Approved' ? state.content.aliases.map(searchText) : []);
  return aliases.filter((alias) => !known.has(searchText(alias)));
};

const cellsOf = (state: LabParameter): Record<string, string> => {
  if (state.status === 'none') return {};
  return { ...labCells(state.content), ...(state.status === 'Approved' ? {} : { state: 'requested' }) };
};

/** Decides rows of a list of lab parameters. @param send to the bus */
export const labPlanner = async (
  { streams, names }: { streams: Streams; names: ReadonlyMap<string, NamedParameter> },
  file: string,
  actor: Actor,
  send: (command: LabParameterCommand) => Promise<unknown>,
): Promise<ListPlanner<ListedParameter>> => {
  const merges = await present(streams.load(labMerges, LAB_MERGES, actor), labMerges.initial);
  const known = { streams, actor, merges, names };
  return {
    keysOf: labKeys,
    plan: async (row, command_id) => {
      const parameter_id = await parameterIdOf(streams, row, actor);
      const command = importCommand(row, parameter_id, file, command_id);
      checkedCommand(LabParameterCommand, command);
      const { before, after, version, isChange, isDone } = await streams.foresee(labParameter, streamOf(parameter_id), command, actor, {});
      await refuseConflicts(known, row, parameter_id, before);
      return {
        stream: streamOf(parameter_id),
        names: newNames(row, before).map(searchText),
        version,
        isChange,
        isDone,
        before: cellsOf(before),
        after: { ...cellsOf(after), ...('state' in cellsOf(before) ? { state: 'approved' } : {}) },
        send: () => send({ ...command, data: { ...command.data, version } }),
      };
    },
  };
};
