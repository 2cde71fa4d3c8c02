import { ExaminationTemplateCommand } from '#contracts/examinations/examination-templates';
import { templateCells } from '#contracts/examinations/office-lists';
import { readLabParameter } from '#catalogues/lab-parameter-state';
import { readOfficeParameter } from '#catalogues/office-parameter';
import { NAME, reservedName } from '#catalogues/office-parameter-name';
import { searchText } from '#contracts/rules/search-text';
import type { Actor } from '#infra/event-store/actor';
import { Refusal } from '#infra/event-store/decider';
import type { EventLog } from '#infra/event-store/event-log';
import type { Reservations } from '#infra/event-store/reservations';
import type { Streams } from '#infra/event-store/streams';
import type { LabNames } from '../../lists/lab-names.ts';
import { checkedCommand, type ListPlanner } from '../../lists/list-import.ts';
import { type ExaminationTemplate, examinationTemplate } from './examination-templates.decider.ts';
import { type ListedTemplate, templateKeys } from './examination-templates.file.ts';
import type { ExaminationTemplatesHandler } from './examination-templates.handlers.ts';
import { listedTemplateId } from './starter.ts';

interface Kernel {
  streams: Streams;
  log: EventLog;
  reservations: Reservations;
  labNames: LabNames;
  handler: Pick<ExaminationTemplatesHandler, 'foresee'>;
}

type Existing = Exclude<ExaminationTemplate, { status: 'none' }>;

const streamOf = (template_id: string): string => `examination_template-${template_id}`;

/** The public template as it is, 'none' where there is none that the person reaches. */
const presentTemplate = async ({ streams }: Kernel, template_id: string, actor: Actor): Promise<ExaminationTemplate> => {
  try {
    const { state } = await streams.load(examinationTemplate, streamOf(template_id), actor);
    return state.status !== 'none' && state.patient_id === undefined ? state : examinationTemplate.initial;
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return examinationTemplate.initial;
    throw error;
  }
};

/** The template that a row means: the one of its id, otherwise what a list brought under this name. */
const templateOf = async (kernel: Kernel, { id, name, kind }: ListedTemplate, actor: Actor) => {
  const byId = id === undefined ? undefined : await presentTemplate(kernel, id, actor);
  if (id !== undefined && byId?.status !== 'none') return { template_id: id, state: byId! };
  const template_id = listedTemplateId(name, kind);
  return { template_id, state: await presentTemplate(kernel, template_id, actor) };
};

type Holders = Awaited<ReturnType<LabNames['holders']>>;

/** Ids of the parameters that a row names. @throws Refusal for names that the catalogue does not have */
const idsOf = async ({ reservations }: Kernel, { kind, parameters: names }: ListedTemplate, holders: () => Promise<Holders>) => {
  const held = kind === 'lab' ? await holders() : undefined;
  const idOf = async (name: string) => (held ? held.get(searchText(name))?.id : reservations.ownerOf(NAME, reservedName(name)));
  const ids = await Promise.all(names.map(idOf));
  const unknown = names.filter((_, index) => ids[index] === undefined);
  if (unknown.length > 0) {
    const what = kind === 'lab' ? 'lab parameter' : 'office parameter';
    throw new Refusal('unknown-parameter', 'unknown', { parameters: unknown.map((name) => `There is no ${what} '${name}'`) });
  }
  return [...new Set(ids.flatMap((id) => id ?? []))];
};

interface Named {
  id: string;
  name: string;
}

/** Those that are still in the catalogue, as an export names them: of what was merged, what it stands for. */
const presentOf = async ({ log }: Kernel, { kind, parameter_ids }: Existing, holders: () => Promise<Holders>): Promise<Named[]> => {
  const read = kind === 'lab' ? readLabParameter : readOfficeParameter;
  const found = await Promise.all(parameter_ids.map(async (id) => ({ id, parameter: await read(log, id) })));
  const present = found.flatMap(({ id, parameter }) => (parameter && parameter.status !== 'gone' ? [{ id, name: parameter.name }] : []));
  if (kind !== 'lab') return present;
  const held = await holders();
  return present.map((one) => held.get(searchText(one.name)) ?? one);
};

const cellsOf = async (kernel: Kernel, state: ExaminationTemplate, holders: () => Promise<Holders>): Promise<Record<string, string>> => {
  if (state.status === 'none') return {};
  const { id: _, ...cells } = templateCells({
    id: '',
    name: state.name,
    kind: state.kind,
    names: (await presentOf(kernel, state, holders)).map(({ name }) => name),
  });
  return cells;
};

/** Decides rows of a list of office templates. @param send to the bus */
export const templatePlanner = (
  kernel: Kernel,
  actor: Actor,
  send: (command: ExaminationTemplateCommand) => Promise<unknown>,
): ListPlanner<ListedTemplate> => {
  let read: Promise<Holders> | undefined;
  /** Once for all rows: no template gives a parameter another name. */
  const holders = () => (read ??= kernel.labNames.holders());
  return {
    keysOf: templateKeys,
    plan: async (row, command_id) => {
      const { template_id, state } = await templateOf(kernel, row, actor);
      const stream = streamOf(template_id);
      if (state.status === 'removed') throw new Refusal('removed', `'${state.name}' was removed; a list does not bring it back`);
      if (state.status !== 'none' && state.kind !== row.kind) throw new Refusal('other-kind', `'${state.name}' is of kind ${state.kind}`);
      const parameter_ids = await idsOf(kernel, row, holders);
      if (state.status !== 'none' && !(await kernel.streams.repeated(stream, command_id, actor))) {
        // what was removed from the catalogue stays in a template until somebody changes it, and is not exported
        const listed = (await presentOf(kernel, state, holders)).map(({ id }) => id);
        if (state.name === row.name && listed.join() === parameter_ids.join()) {
          return { stream, names: [], version: 0, isChange: false, isDone: false, before: {}, after: {}, send: () => Promise.resolve() };
        }
      }
      const type = state.status === 'none' ? ('CreateTemplate' as const) : ('UpdateTemplate' as const);
      const command = { type, command_id, data: { template_id, kind: row.kind, name: row.name, parameter_ids } };
      checkedCommand(ExaminationTemplateCommand, command);
      const { before, after, version, isChange, isDone } = await kernel.handler.foresee(command, actor);
      return {
        stream,
        names: [],
        version,
        isChange,
        isDone,
        before: await cellsOf(kernel, before, holders),
        after: await cellsOf(kernel, after, holders),
        send: () => send(version < 0 ? command : { ...command, type: 'UpdateTemplate', data: { ...command.data, version } }),
      };
    },
  };
};
