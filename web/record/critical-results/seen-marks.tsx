import { createContext, type ReactNode, useContext, useState } from 'react';
import { showClock } from '#web/lib/dates.ts';
import glyphs from '#web/ui/glyphs.module.css';
import { keyOf, type Markable } from './critical-results.data.ts';

interface Marks {
  /** When this user marked this version on this screen, '12:13'; undefined where that was not done. */
  timeOf: (one: Markable) => string | undefined;
  add: (one: Markable) => void;
  /** Reads words out. */
  announce: (words: string) => void;
  /** Reads again what is listed, up to the position of the last mark. */
  refresh: (position?: string) => Promise<void>;
}

const MarksContext = createContext<Marks | null>(null);

/** What was marked as seen on this screen. */
export const useMarks = (): Marks => {
  const marks = useContext(MarksContext);
  if (!marks) throw new Error('There is no SeenMarks around this');
  return marks;
};

interface Props {
  refresh: Marks['refresh'];
  /** What waits, in words: read out where it changes. */
  summary?: string | undefined;
  children: ReactNode;
}

const NONE: ReadonlyMap<string, string> = new Map();

/** Around lists of what waits for 'Seen': knows until the screen is left what was marked here, and reads out what happens. */
export function SeenMarks({ refresh, summary, children }: Props) {
  const [times, setTimes] = useState(NONE);
  const [words, setWords] = useState('');
  const marks: Marks = {
    timeOf: (one) => times.get(keyOf(one)),
    add: (one) => setTimes((now) => new Map(now).set(keyOf(one), showClock(new Date()))),
    announce: setWords,
    refresh,
  };
  return (
    <MarksContext value={marks}>
      <output className={glyphs.spoken} aria-atomic={false} data-announced>
        <span>{summary}</span> <span>{words}</span>
      </output>
      {children}
    </MarksContext>
  );
}
