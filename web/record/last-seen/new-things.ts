import { compare } from '#contracts/rules/compare';
import { ITEM_KINDS, type ItemKind, kindsBy } from '#contracts/items/item-kinds';
import type { ChangedItem } from '#contracts/items/last-seen';
import { titleOf } from '#web/record/history/medical-item.ts';
import { showCount } from '#web/lib/numbers.ts';

const KINDS = kindsBy('type');
const orderOf = ({ type }: ChangedItem): number => ITEM_KINDS.indexOf(KINDS[type]);

const WORDS = { brought: 'New', corrected: 'Corrected', commented: 'Comment on' } as const;

/** Where the marker leads. */
export interface NewThing {
  id: string;
  said: string;
  /** In whose list it is; undefined for what was removed, which is in the History of Data Entry. */
  kind: ItemKind | undefined;
}

/** What is new, in the order of the record's sections, the latest of each first; what was removed comes last, as one. */
export const newThings = (items: readonly ChangedItem[]): NewThing[] => {
  const sorted = items.toSorted((a, b) => orderOf(a) - orderOf(b) || compare(b.date_applies, a.date_applies));
  const listed = sorted.flatMap((item): NewThing[] =>
    item.change === 'removed' ? [] : [{ id: item.id, kind: KINDS[item.type], said: `${WORDS[item.change]}: ${titleOf(item)}` }],
  );
  const removed = items.filter(({ change }) => change === 'removed');
  const [latest] = removed.toSorted((a, b) => compare(b.date_applies, a.date_applies));
  const said = showCount(removed.length, 'removed entry', 'removed entries');
  return latest ? [...listed, { id: latest.id, kind: undefined, said }] : listed;
};

/** The one after it, from the last back to the first; the first where it is not there any more. */
export const nextThing = (things: readonly NewThing[], id: string | undefined): NewThing | undefined =>
  things[(things.findIndex((thing) => thing.id === id) + 1) % things.length];
