import { Button } from '@blueprintjs/core';
import { Cross, Tick } from '@blueprintjs/icons';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import type { RecordChanges } from '#contracts/items/last-seen';
import { type Marks, MarksProvider } from '#web/ui/new-since.tsx';
import { changesText, sinceWhen } from './changes-text.ts';
import { sawChanges, useChangedItems, useIsTold, useRecordChanges } from './last-seen.data.ts';
import { useNewThings } from './use-new-things.ts';
import styles from './changes.module.css';

interface Changes {
  told: RecordChanges;
  isMarked: boolean;
  /** Marks what is new and goes to the first of it, then to the next. */
  next: () => void;
  /** 'New: Potassium, 02/14/2026', with its number among all. */
  said: string | undefined;
  number: number;
  total: number;
  unmark: () => void;
  /** All that was counted; resolves when the count knows of it. */
  seen: (until: string) => Promise<void>;
}

const Told = createContext<Changes | null>(null);

/** What is new in a record to the signed-in person, and which rows are marked while it is asked for. Patients are told nothing. */
export function ChangesProvider({ patientId, children }: { patientId: string; children: ReactNode }) {
  const changes = useRecordChanges(useIsTold(patientId) ? patientId : null);
  const [isMarked, setIsMarked] = useState(false);
  const { data: told } = changes;
  const { data: found } = useChangedItems(isMarked && told ? patientId : null, told?.since ?? '');
  const things = useNewThings(patientId, isMarked ? found?.items : undefined);
  const marked = useMemo(() => new Map(found?.items.map(({ id, change }) => [id, change])), [found]);
  const marks: Marks | null = isMarked && told ? { changes: marked, since: sinceWhen(told.last_seen_at), onNext: things.next } : null;
  const unmark = () => {
    setIsMarked(false);
    things.forget();
  };
  const seen = async (until: string) => {
    const { position } = await sawChanges(patientId, until);
    unmark();
    await changes.refresh(position);
  };
  const next = () => {
    setIsMarked(true);
    things.next();
  };
  const value = told ? { told, isMarked, next, unmark, seen, said: things.said, number: things.number, total: things.total } : null;
  return (
    <Told.Provider value={value}>
      <MarksProvider value={marks}>{children}</MarksProvider>
    </Told.Provider>
  );
}

/** 'Since 08/12/2026: 3 lab entries, 1 corrected': pressed, it leads to the first of them, then to the next, and offers to have seen them. */
export function ChangesChip() {
  const changes = useContext(Told);
  const text = changes && changesText(changes.told);
  if (!changes || text === undefined || text === null) return null;
  const { told, isMarked, next } = changes;
  if (told.until === null && told.comments === 0) return <p className={`bp6-text-muted ${styles.changes}`}>{text}</p>;
  return (
    <div className={styles.changes} role="group" aria-label="New in this record">
      <Button size="small" text={text} title="Go to what is new, one after the other" active={isMarked} onClick={next} />
      {isMarked && <Marked changes={changes} />}
    </div>
  );
}

function Marked({ changes: { told, said, number, total, unmark, seen } }: { changes: Changes }) {
  const [isWorking, setIsWorking] = useState(false);
  const press = (until: string) => {
    setIsWorking(true);
    // a failure is told like that of every other call, and the rows stay marked
    seen(until)
      .catch(() => undefined)
      .finally(() => setIsWorking(false));
  };
  // comments are seen where they are read
  const { until } = told;
  return (
    <>
      <span className={styles.at} role="status" title={said}>
        {said !== undefined && `${number} of ${total} · ${said}`}
      </span>
      {until !== null && (
        <Button size="small" intent="primary" text="Seen" icon={<Tick />} loading={isWorking} onClick={() => press(until)} />
      )}
      <Button size="small" variant="minimal" icon={<Cross />} aria-label="Hide the marks" title="Hide the marks" onClick={unmark} />
    </>
  );
}
