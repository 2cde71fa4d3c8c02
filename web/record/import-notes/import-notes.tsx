import { Button, Callout } from '@blueprintjs/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { importNoteText, type ImportNoteView, isShortened, MAX_NAMES } from '#contracts/people/import-notes';
import { useCommandId } from '#web/lib/command-id.ts';
import { showInstant } from '#web/lib/dates.ts';
import { Problem } from '#web/lib/problem.ts';
import { NotRefreshed } from '#web/ui/faces.tsx';
import { importTitle, markImportNoteRead, useImportNotes } from './import-notes.data.ts';
import styles from './import-notes.module.css';

interface Props {
  patientId: string;
  /** The clinic's. */
  timeZone: string | undefined;
}

/** How many are shown at once. */
const SHOWN = 3;

/** On a record, for the staff: what imports did not bring into it, a line for each until somebody marks it as read. */
export function ImportNotes({ patientId, timeZone }: Props) {
  const { data, error, refresh } = useImportNotes(patientId);
  const unread = (data?.items ?? []).filter(({ read_at }) => read_at === null);
  if (unread.length === 0) return error ? <NotRefreshed error={error} onRetry={() => void refresh()} /> : null;
  return (
    <section aria-label="What imports left out" className={styles.notes}>
      {error && <NotRefreshed error={error} onRetry={() => void refresh()} />}
      {unread.slice(0, SHOWN).map((note) => (
        <Line
          key={note.id}
          note={note}
          timeZone={timeZone}
          more={isShortened(note) && <Link href={`/patients/${patientId}/medical-history`}>All names</Link>}
          onRead={(position) => void refresh(position)}
        />
      ))}
      {(data?.unread ?? 0) > SHOWN && (
        <p className="bp6-text-muted">and {(data?.unread ?? 0) - SHOWN} more, in the History of Data Entry</p>
      )}
    </section>
  );
}

interface LineProps {
  note: ImportNoteView;
  timeZone: string | undefined;
  /** How many names of each type; default some. */
  most?: number;
  /** Behind the text. */
  more?: ReactNode;
  onRead: (position: string) => void;
}

function Line({ note, timeZone, most, more, onRead }: LineProps) {
  const [isWorking, setIsWorking] = useState(false);
  const [failure, setFailure] = useState<string>();
  const commandId = useCommandId();
  const read = async () => {
    setIsWorking(true);
    setFailure(undefined);
    try {
      const { position } = await markImportNoteRead(note.id, commandId(note.id));
      onRead(position);
    } catch (cause) {
      setFailure(cause instanceof Problem ? cause.message : 'It could not be marked as read');
      setIsWorking(false);
    }
  };
  return (
    <Callout compact intent="warning" icon={null} className={styles.note}>
      <p>
        <strong>{importTitle(note, timeZone)}:</strong> {importNoteText(note, most)} {more}
        {failure !== undefined && (
          <span role="alert" className={styles.failure}>
            {failure}
          </span>
        )}
      </p>
      <Button
        size="small"
        text="Mark as read"
        aria-label={`Mark as read: ${importTitle(note, timeZone)}`}
        loading={isWorking}
        onClick={() => void read()}
      />
    </Callout>
  );
}

/** In the History of Data Entry: what all imports did not bring into the record, and who read that. */
export function ImportNotesHistory({ patientId, timeZone }: Props) {
  const { data, error, refresh } = useImportNotes(patientId);
  if (!data) return error ? <NotRefreshed error={error} onRetry={() => void refresh()} /> : null;
  if (data.overall_count === 0) return null;
  const { items, overall_count, unread } = data;
  return (
    <details className={styles.history} open={unread > 0}>
      <summary>
        What imports left out ({overall_count}
        {unread > 0 && `, ${unread} not read`})
      </summary>
      {error && <NotRefreshed error={error} onRetry={() => void refresh()} />}
      <ul>
        {items.map((note) => (
          <li key={note.id}>
            {note.read_at === null ? (
              <Line note={note} timeZone={timeZone} most={MAX_NAMES} onRead={(position) => void refresh(position)} />
            ) : (
              <p>
                <strong>{importTitle(note, timeZone)}:</strong> {importNoteText(note, MAX_NAMES)}
                <span className="bp6-text-muted">
                  {' '}
                  · read by {note.read_by_name ?? 'somebody'}, {showInstant(note.read_at)}
                </span>
              </p>
            )}
          </li>
        ))}
      </ul>
      {overall_count > items.length && <p className="bp6-text-muted">and {overall_count - items.length} older</p>}
    </details>
  );
}
