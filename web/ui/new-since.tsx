import { Dot } from '@blueprintjs/icons';
import { createContext, useContext } from 'react';
import type { ExternalChange } from '#contracts/medical-items';
import { StatusTag } from './tags.tsx';

/** Items of the record that are marked at the moment, by id. */
export interface Marks {
  changes: ReadonlyMap<string, ExternalChange>;
  /** 'since 08/12/2026', or 'to you' where the person never said to have seen the record. */
  since: string;
}

const Marked = createContext<Marks | null>(null);

export const MarksProvider = Marked.Provider;

const WORDS: Readonly<Record<ExternalChange, string>> = { brought: 'New', corrected: 'Corrected', removed: 'Removed' };

/** In the first cell of a row: that it is new since the person looked last; nothing where it is not, or where nothing is to be marked. */
export function NewSinceTag({ id }: { id: string }) {
  const marks = useContext(Marked);
  const change = marks?.changes.get(id);
  if (!marks || !change) return null;
  return (
    <span className="row-tag">
      <StatusTag kind="needs" icon={Dot}>
        {WORDS[change]} {marks.since}
      </StatusTag>
    </span>
  );
}
