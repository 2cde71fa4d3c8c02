import { Button, Callout, Dialog, DialogBody, DialogFooter, ProgressBar } from '@blueprintjs/core';
import { Upload } from '@blueprintjs/icons';
import { type DragEvent, useRef, useState } from 'react';
import { v4 as newId } from 'uuid';
import { LARGEST_LIST, type ListImport } from '#contracts/catalogues/list-import';
import { Problem } from '#web/lib/http.ts';
import { showCount } from '#web/lib/numbers.ts';
import { startHere } from '#web/ui/start-here.ts';
import { classes } from '#web/ui/table.tsx';
import { useReturnFocus } from '#web/ui/use-return-focus.ts';
import { importList, type ListOf } from './import-list.data.ts';
import { ImportRows } from './import-list.rows.tsx';
import styles from './import-list.module.css';
import fieldStyles from '#web/ui/field-row.module.css';

const CHANGED = 'The catalogue changed since this was shown. This is what the file does now.';

/** In memory: a file that is changed on the disk afterwards is not the one that was looked at. */
const kept = async (file: File): Promise<File> => new File([await file.arrayBuffer()], file.name);

const reasonsOf = (cause: Problem): string[] => {
  if (cause.status === 0) return ['The server cannot be reached. What was imported stays; the same file can be sent again.'];
  return cause.hasFields ? Object.values(cause.fields).flat() : [cause.message];
};

interface Props {
  list: ListOf;
  /** What its rows are: 'office templates'. */
  what: string;
  onClose: () => void;
  onImported: (position: string | undefined) => void;
}

/** Imports a list after it was shown what that adds, changes and leaves out. */
export function ImportDialog({ list, what, onClose, onImported }: Props) {
  useReturnFocus();
  const [file, setFile] = useState<File>();
  const [shown, setShown] = useState<ListImport>();
  const [working, setWorking] = useState<'reading' | 'importing'>();
  const [remaining, setRemaining] = useState<number>();
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [note, setNote] = useState<string>();
  const command = useRef(newId());

  const failed = (cause: unknown) => {
    if (!(cause instanceof Problem)) throw cause;
    setProblems(reasonsOf(cause));
  };
  const look = async (chosen: File) => {
    setWorking('reading');
    setProblems([]);
    setShown(undefined);
    try {
      setShown(await importList(list, chosen, undefined, command.current));
    } catch (cause) {
      failed(cause);
    } finally {
      setWorking(undefined);
    }
  };
  const choose = async (from: File | undefined) => {
    if (!from || working) return;
    command.current = newId();
    setNote(undefined);
    setShown(undefined);
    setProblems([]);
    if (from.size > LARGEST_LIST) return setProblems([`${from.name} is larger than ${LARGEST_LIST / 1024 / 1024} MB`]);
    const chosen = await kept(from).catch(() => undefined);
    if (!chosen) return setProblems([`${from.name} could not be read, please choose it again`]);
    setFile(chosen);
    await look(chosen);
  };
  const send = async (chosen: File, plan: string) => {
    setWorking('importing');
    setProblems([]);
    setNote(undefined);
    try {
      let done: ListImport;
      do {
        done = await importList(list, chosen, plan, command.current);
        setRemaining(done.remaining);
      } while (done.remaining > 0);
      setShown(done);
      onImported(done.position);
    } catch (cause) {
      if (cause instanceof Problem && cause.code === 'plan-changed') {
        setNote(CHANGED);
        // what was written before the change is part of the catalogue now
        command.current = newId();
        await look(chosen);
      } else failed(cause);
    } finally {
      setWorking(undefined);
      setRemaining(undefined);
    }
  };

  const isDone = shown?.dry_run === false;
  const count = shown ? shown.added + shown.changed : 0;
  return (
    <Dialog
      isOpen
      className={styles.dialog ?? ''}
      title={`Import ${what}`}
      canOutsideClickClose={false}
      onClose={working ? undefined : onClose}
    >
      {working && <ProgressBar {...(remaining === undefined ? {} : { value: 1 - remaining / count })} />}
      <DialogBody>
        {!isDone && <Chooser file={file} disabled={working !== undefined} onChoose={(one) => void choose(one)} />}
        {problems.length > 0 && (
          <div className={classes(fieldStyles.error, styles.problems)} role="alert">
            {problems.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </div>
        )}
        {note && <Callout intent="warning">{note}</Callout>}
        <p role="status" className={styles.status}>
          {working === 'reading' && 'Looking at what the file does'}
          {working === 'importing' &&
            (remaining === undefined
              ? `Importing ${showCount(count, 'row')}`
              : `${showCount(count - remaining, 'row')} of ${count.toLocaleString('en-US')} imported`)}
          {!working && shown && summaryOf(shown)}
        </p>
        {shown && <ImportRows key={`${shown.dry_run} ${shown.plan}`} shown={shown} />}
      </DialogBody>
      <DialogFooter
        actions={
          isDone ? (
            <Button intent="primary" text="Close" onClick={onClose} />
          ) : (
            <>
              <Button text="Cancel" disabled={working !== undefined} onClick={onClose} />
              <Button
                intent="primary"
                text={count === 0 ? 'Import' : `Import ${showCount(count, 'row')}`}
                disabled={working !== undefined || count === 0}
                onClick={() => file && shown && void send(file, shown.plan)}
              />
            </>
          )
        }
      />
    </Dialog>
  );
}

/** What was done, or would be, in a sentence. */
const summaryOf = ({ dry_run, added, changed, conflicting }: ListImport): string => {
  const left = conflicting === 0 ? '' : ` ${showCount(conflicting, 'row')} ${conflicting === 1 ? 'is' : 'are'} left out.`;
  if (added + changed === 0) return `The file changes nothing.${left}`;
  return `${dry_run ? 'Nothing is imported yet.' : `${added} added, ${changed} changed.`}${left}`;
};

interface ChooserProps {
  file: File | undefined;
  disabled: boolean;
  onChoose: (file: File | undefined) => void;
}

function Chooser({ file, disabled, onChoose }: ChooserProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    if (!disabled) onChoose(event.dataTransfer.files[0]);
  };
  return (
    <>
      {/* a file may be dropped on it: the button says so, and opens the chooser by click or key */}
      <button
        type="button"
        className={classes(styles.dropzone, isOver && styles.over)}
        disabled={disabled}
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
        {...startHere}
      >
        <Upload aria-hidden />
        <span>{file ? `${file.name}: choose another file` : 'Drop a CSV file here or click to select one'}</span>
        {!file && <span className="bp6-text-muted">Up to 10,000 rows and 20 MB. 'Export' gives a file with all columns.</span>}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,text/csv"
        aria-label="File of the list"
        onChange={(event) => {
          onChoose(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </>
  );
}
