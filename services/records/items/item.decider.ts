import type { AcceptedDoubt, checkedDoubts } from '#contracts/items/accepted-doubts';
import { type ExternalSource, isOutdated, isTakenFrom } from '#contracts/wire/coding';
import { said, saysTheSame } from '#contracts/rules/equal';
import { questionsOf, withoutQuestions } from '#contracts/items/open-questions';
import { type ItemKind, itemKinds } from '#contracts/items/item-kinds';
import { LONGEST_COMMENT } from '#contracts/wire/primitives';
import type { Origin } from '#contracts/wire/origin';
import { type CommandShape, type Decider, type EventShape, type FieldErrors, Refusal } from '#infra/event-store/decider';

/** A medical item of any kind, folded from its events. */
export type Item<Content> = { status: 'none' } | ExistingItem<Content>;
export interface ExistingItem<Content> {
  status: 'recorded' | 'removed';
  patient_id: string;
  origin: Origin;
  /** The version of the external record that the content was taken from. */
  source: ExternalSource | undefined;
  /** Every version of the external record that the item was taken from, and after them the one that took it back. */
  versions: readonly ExternalSource[];
  file_id: string | undefined;
  page_id: string | undefined;
  content: Content;
  comment: string;
}

/** What a person accepted, as events carry it. */
type AcceptedPart = { accepted?: AcceptedDoubt[] };

/** What commands and events of items carry besides the content; which of it is there follows from their type. */
interface Carried {
  patient_id: string;
  comment: string;
  origin: Origin;
  source: ExternalSource;
  withdrawn_by?: ExternalSource;
  file_id?: string;
  page_id?: string;
}

/** Makes the events and the refusals of one kind, with the kind's names. */
export interface ItemParts<Content, E extends EventShape> {
  recorded: (id: string, patient_id: string, from: { origin: Origin } & Partial<Carried>, content: Content, rest: object) => E[];
  /** No event where the content is unchanged. */
  corrected: (id: string, item: ExistingItem<Content>, content: Content, rest: object) => E[];
  removed: (id: string, item: ExistingItem<Content>, rest: object) => E[];
  refusals: { external: () => Refusal; removed: () => Refusal; exists: () => Refusal };
}

/** What a kind of item says for itself; all the rest holds for every kind. `Typed` is what its form sends. */
export interface ItemRules<C extends CommandShape, E extends EventShape, Typed extends object, Content extends object> {
  kind: ItemKind;
  /** What of an event or a command is the item itself. */
  contentOf: (data: Content) => Content;
  /** What a person typed, as it is stored: the form's rules hold for whoever sends it. @throws Refusal where they are broken */
  typed: (data: Typed, held?: Content) => Content;
  /** What a person accepted. @throws Refusal where it was never asked */
  accepted: (data: Typed, content: Content) => AcceptedPart;
  /** What holds for an external record too, which is taken as it says otherwise (ruling 17). @throws Refusal */
  checkExternal?: (data: Content) => void;
  /** Refuses corrections by persons that this kind does not allow, besides those of external records. @throws Refusal */
  refuseCorrection?: (item: ExistingItem<Content>) => void;
  /** The content as `<event>Recorded` has it, where that event has fewer fields than `<event>Corrected`. */
  first?: (content: Content) => object;
  /** Fields of `<event>Recorded` besides the content. */
  withFirst?: (data: Typed) => object;
  /** Fields of `<event>Corrected` besides the content. */
  besides?: (data: Typed) => object;
  /** Decides commands that only this kind has, and common ones in another way. Undefined: the common way applies. */
  own?: (command: C, state: Item<Content>, parts: ItemParts<Content, E>) => E[] | undefined;
  /** Folds events that only this kind has. */
  evolve?: (item: ExistingItem<Content>, event: E) => ExistingItem<Content>;
}

/** Does nothing where there are no errors. @throws Refusal with the errors by field */
export const refuseErrors = (code: string, message: string, errors: FieldErrors): void => {
  if (Object.keys(errors).length > 0) throw new Refusal(code, message, errors);
};

const withVersion = ({ versions }: { versions: readonly ExternalSource[] }, source: ExternalSource | undefined) =>
  source === undefined ? versions : [...versions, source];

/** The templates that rows were added by; nothing of an entry that was typed without any. */
export const templatesUsed = (data: object): { template_ids?: string[] } => {
  const { template_ids = [] } = data as { template_ids?: string[] };
  return template_ids.length === 0 ? {} : { template_ids: [...new Set(template_ids)] };
};

/** What a person accepted. @throws Refusal where it was never asked */
export const acceptedOf = ({ errors, checked }: ReturnType<typeof checkedDoubts>): AcceptedPart => {
  refuseErrors('doubts', 'What was accepted was not asked', errors);
  return checked;
};

/**
 * How an item of any kind is recorded, corrected and removed by people, and taken from and withdrawn by external records. A removed item
 * stays removed. What an external record brought is changed by that record alone; commands that come twice change nothing.
 */
export const itemDecider = <C extends CommandShape, E extends EventShape, Typed extends object, Content extends object>(
  rules: ItemRules<C, E, Typed, Content>,
): Decider<Item<Content>, C, E> => {
  const { id: idField, event, code, noun } = itemKinds[rules.kind];
  const refusals = {
    external: () => new Refusal('external-record', `This ${noun} came from an external record and cannot be changed here`),
    removed: () => new Refusal(`${code}-removed`, `This ${noun} was removed`, {}, 404),
    exists: () => new Refusal(`${code}-exists`, `This ${noun} was already recorded`, {}, 409),
  };
  const one = (type: string, id: string, patient_id: string, rest: object): E[] => [
    { type: `${event}${type}`, data: { [idField]: id, patient_id, ...rest } } as EventShape as E,
  ];
  const parts: ItemParts<Content, E> = {
    recorded: (id, patient_id, from, content, rest) =>
      one('Recorded', id, patient_id, { ...from, ...(rules.first?.(content) ?? content), ...rest }),
    corrected: (id, item, content, rest) =>
      saysTheSame(item.content, content) ? [] : one('Corrected', id, item.patient_id, { ...content, ...rest }),
    removed: (id, item, rest) => one('Removed', id, item.patient_id, rest),
    refusals,
  };

  const record = (id: string, data: Typed & Carried, state: Item<Content>): E[] => {
    const content = rules.typed(data);
    const { patient_id, comment } = data;
    if (state.status === 'none') {
      return parts.recorded(id, patient_id, { origin: 'manual' }, content, {
        comment,
        ...rules.accepted(data, content),
        ...rules.withFirst?.(data),
      });
    }
    if (state.status === 'removed') throw refusals.removed();
    if (state.origin === 'manual' && state.patient_id === patient_id && saysTheSame(state.content, content)) return [];
    throw refusals.exists();
  };

  const correct = (id: string, data: Typed & Carried, item: ExistingItem<Content>): E[] => {
    if (item.status === 'removed') throw refusals.removed();
    if (item.origin === 'fhir') throw refusals.external();
    rules.refuseCorrection?.(item);
    const content = rules.typed(data, item.content);
    const accepted = rules.accepted(data, content);
    return parts.corrected(id, item, content, { comment: data.comment, ...accepted, ...rules.besides?.(data) });
  };

  const remove = (id: string, { comment }: Carried, item: ExistingItem<Content>): E[] => {
    if (item.status === 'removed') return [];
    if (item.origin === 'fhir') throw refusals.external();
    return parts.removed(id, item, { comment });
  };

  const takeExternal = (id: string, data: Content & Carried, state: Item<Content>): E[] => {
    rules.checkExternal?.(data);
    const { patient_id, source, comment, withdrawn_by } = data;
    const content = rules.contentOf(data);
    if (state.status === 'none') return parts.recorded(id, patient_id, { origin: 'fhir', source }, content, { comment });
    if (!isTakenFrom(state, source) || state.patient_id !== patient_id) throw refusals.exists();
    if (state.status === 'removed') throw refusals.removed();
    // a question alone is none: it is about what is said otherwise than before
    const isSame = saysTheSame(withoutQuestions(state.content), withoutQuestions(content));
    return isSame || isOutdated(source, state) ? [] : parts.corrected(id, state, content, { source, comment, ...said({ withdrawn_by }) });
  };

  const accept = (id: string, { comment }: Carried, item: ExistingItem<Content>): E[] => {
    if (item.status === 'removed') throw refusals.removed();
    const accepted = questionsOf(item.content);
    if (accepted.length === 0 || item.origin !== 'fhir') return [];
    // remarks of the source stay with the item
    const reason = `${item.comment}. ${comment}`.slice(0, LONGEST_COMMENT);
    const { source } = item;
    return parts.corrected(id, item, withoutQuestions(item.content), { ...said({ source }), comment: reason, accepted });
  };

  const withdraw = (id: string, { source, comment, withdrawn_by }: Carried, item: ExistingItem<Content>): E[] => {
    if (!isTakenFrom(item, source)) throw refusals.exists();
    return item.status === 'removed' || isOutdated(source, item)
      ? []
      : parts.removed(id, item, { source, comment, ...said({ withdrawn_by }) });
  };

  return {
    initial: { status: 'none' },
    evolve: (state, happened) => {
      const data = happened.data as Content & Carried;
      if (happened.type === `${event}Recorded`) {
        const { patient_id, origin, source, file_id, page_id, comment } = data;
        const versions = source === undefined ? [] : [source];
        return { status: 'recorded', patient_id, origin, source, versions, file_id, page_id, comment, content: rules.contentOf(data) };
      }
      if (state.status !== 'recorded') return state;
      if (happened.type === `${event}Corrected`) {
        const versions = withVersion(state, data.source);
        return { ...state, source: data.source ?? state.source, versions, content: rules.contentOf(data), comment: data.comment };
      }
      if (happened.type === `${event}Removed`)
        return { ...state, status: 'removed', versions: withVersion(state, data.withdrawn_by ?? data.source) };
      return rules.evolve?.(state, happened) ?? state;
    },
    decide: (command, state) => {
      const own = rules.own?.(command, state, parts);
      if (own) return own;
      const data = command.data as Typed & Content & Carried;
      const id = (command.data as Record<string, string>)[idField]!;
      if (command.type === `Record${event}`) return record(id, data, state);
      if (command.type === 'TakeFromExternal') return takeExternal(id, data, state);
      if (state.status === 'none') throw new Refusal(`${code}-missing`, `There is no such ${noun}`, {}, 404);
      switch (command.type) {
        case `Correct${event}`:
          return correct(id, data, state);
        case `Remove${event}`:
          return remove(id, data, state);
        case 'AcceptExternal':
          return accept(id, data, state);
        case 'RemoveFromExternal':
          return withdraw(id, data, state);
        default:
          throw new Error(`No ${noun} knows the command ${command.type}`);
      }
    },
    shown: (state) =>
      state.status === 'none'
        ? null
        : {
            patient_id: state.patient_id,
            ...state.content,
            comment: state.comment,
            origin: state.origin,
            ...(state.status === 'removed' ? { removed: true } : {}),
          },
  };
};
