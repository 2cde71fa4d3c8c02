import './record-looks.css';
import { Button } from '@blueprintjs/core';
import { Tick } from '@blueprintjs/icons';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { Link } from 'wouter';
import type { RecordChanges } from '#contracts/record-looks';
import { useParam } from '#web/ui/list-page.ts';
import { type Marks, MarksProvider } from '#web/ui/new-since.tsx';
import { changesText, sinceWhen } from './changes-text.ts';
import { sawChanges, useChangedItems, useIsTold, useRecordChanges } from './record-looks.data.ts';

interface Changes {
  patientId: string;
  told: RecordChanges;
  isMarked: boolean;
  toggle: () => void;
  /** All that was counted; resolves when the count knows of it. */
  seen: (until: string) => Promise<void>;
}

const Told = createContext<Changes | null>(null);

/** What is new in a record to the signed-in person, and which rows are marked while it is asked for. Patients are told nothing. */
export function ChangesProvider({ patientId, children }: { patientId: string; children: ReactNode }) {
  const changes = useRecordChanges(useIsTold() ? patientId : null);
  const [isMarked, setIsMarked] = useState(false);
  const { data: told } = changes;
  const found = useChangedItems(isMarked && told ? patientId : null, told?.since ?? '');
  const marks = useMemo<Marks | null>(
    () =>
      isMarked && told && found.data
        ? { changes: new Map(found.data.items.map(({ id, change }) => [id, change])), since: sinceWhen(told.last_seen_at) }
        : null,
    [isMarked, told, found.data],
  );
  const seen = async (until: string) => {
    const { position } = await sawChanges(patientId, until);
    setIsMarked(false);
    await changes.refresh(position);
  };
  const value = told ? { patientId, told, isMarked, toggle: () => setIsMarked(!isMarked), seen } : null;
  return (
    <Told.Provider value={value}>
      <MarksProvider value={marks}>{children}</MarksProvider>
    </Told.Provider>
  );
}

/** 'Since 08/12/2026: 3 results, 1 corrected': pressed, it marks these rows in the lists and offers to have seen them. */
export function ChangesChip() {
  const changes = useContext(Told);
  const said = changes && changesText(changes.told);
  if (!changes || said === undefined || said === null) return null;
  const { told, isMarked, toggle } = changes;
  // comments are seen where they are read
  if (told.until === null) return <p className="muted changes">{said}</p>;
  return (
    <div className="changes" role="group" aria-label="New in this record">
      <Button size="small" text={said} title="Mark these rows in the lists" active={isMarked} aria-pressed={isMarked} onClick={toggle} />
      {isMarked && <Marked changes={changes} until={told.until} />}
    </div>
  );
}

const LISTS = ['diagnoses_view', 'intakes_view', 'lab_view', 'examinations_view'];

function Marked({ changes: { patientId, told, seen }, until }: { changes: Changes; until: string }) {
  const [params, set] = useParam();
  const [isWorking, setIsWorking] = useState(false);
  const isListed = LISTS.every((name) => params.get(name) === 'list');
  const press = () => {
    setIsWorking(true);
    // a failure is told like that of every other call, and the rows stay marked
    seen(until)
      .catch(() => undefined)
      .finally(() => setIsWorking(false));
  };
  return (
    <>
      {!isListed && <Button size="small" text="Show lists" onClick={() => set(Object.fromEntries(LISTS.map((name) => [name, 'list'])))} />}
      {told.removed > 0 && <Link href={`/patients/${patientId}/medical-history?removed=1`}>Removed entries</Link>}
      <Button size="small" intent="primary" text="Seen" icon={<Tick />} loading={isWorking} onClick={press} />
    </>
  );
}
