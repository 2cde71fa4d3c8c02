import { Button, Dialog, DialogBody, DialogFooter, ProgressBar, Radio, RadioGroup } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { useRef, useState } from 'react';
import { v4 as newId } from 'uuid';
import type { OcrType, ReadingInstances } from '#contracts/reports/reports';
import { Problem } from '#web/lib/http.ts';
import { fileSize, showCount } from '#web/lib/numbers.ts';
import { Dropzone, useFileDrop } from '#web/ui/dropzone.tsx';
import { startHere } from '#web/ui/start-here.ts';
import { useReturnFocus } from '#web/ui/use-return-focus.ts';
import { Table } from '#web/ui/table.tsx';
import { uploadReports } from './reports.data.ts';
import { fileDate, withChosen } from './upload-files.ts';
import styles from './upload.module.css';
import fieldStyles from '#web/ui/field-row.module.css';
import glyphs from '#web/ui/glyphs.module.css';
import table from '#web/ui/table.module.css';

const engineNames: Record<OcrType, string> = { tesseract: 'Tesseract (built in)', azureCognitive: 'Azure Cognitive', abby: 'ABBYY' };
const OWN: ReadingInstances['engines'] = [{ type: 'tesseract', enabled: true }];

/** The cloud engine once it is configured, otherwise the built-in one (ruling 8). */
const usual = (engines: ReadingInstances['engines']): OcrType =>
  engines.some(({ type, enabled }) => type === 'azureCognitive' && enabled) ? 'azureCognitive' : 'tesseract';

const WAITING = 'Waiting for a place';

const reasonOf = (cause: unknown): string => {
  if (!(cause instanceof Problem)) return String(cause);
  if (cause.status === 0) return 'The server cannot be reached. The files are still here: try again.';
  return Object.values(cause.fields).flat().join(', ') || cause.message;
};

interface Props {
  isOpen: boolean;
  instances: ReadingInstances | undefined;
  /** Files that it opens with at first: chosen on another screen. */
  initial: readonly File[];
  onClose: () => void;
  /** The answer's last position, to read the list with. */
  onUploaded: (position: string | undefined, count: number) => void;
}

/** Choosing laboratory reports and sending them to be read. */
export function UploadDialog({ isOpen, instances, initial, onClose, onUploaded }: Props) {
  useReturnFocus(undefined, isOpen);
  const [first] = useState(() => withChosen([], initial));
  const [files, setFiles] = useState<readonly File[]>(first.files);
  const [refused, setRefused] = useState<readonly string[]>(first.refused);
  const [chosen, setChosen] = useState<OcrType>();
  const [progress, setProgress] = useState<{ loaded: number; total: number }>();
  const [isWaiting, setIsWaiting] = useState(false);
  const command = useRef(newId());
  const sending = useRef<AbortController | undefined>(undefined);
  const engines = instances?.engines ?? OWN;
  const ocrType = chosen ?? usual(engines);
  const isUploading = progress !== undefined;
  const share = progress && progress.total > 0 ? progress.loaded / progress.total : 0;

  const isStoring = !isWaiting && share === 1;

  const set = (next: { files: readonly File[]; refused: readonly string[] }) => {
    setFiles(next.files);
    setRefused(next.refused);
    command.current = newId();
  };
  const add = (chosen: readonly File[]) => set(withChosen(files, chosen));
  const { isOver, target } = useFileDrop(add, isUploading);
  const close = () => {
    set({ files: [], refused: [] });
    onClose();
  };
  const send = async () => {
    setProgress({ loaded: 0, total: 0 });
    setRefused([]);
    sending.current = new AbortController();
    const onProgress = (loaded: number, total: number) => setProgress({ loaded, total });
    try {
      const { signal } = sending.current;
      const { items } = await uploadReports(files, ocrType, onProgress, { commandId: command.current, signal, onWaiting: setIsWaiting });
      set({ files: [], refused: [] });
      onUploaded(items.at(-1)?.position, items.length);
    } catch (cause) {
      // the chosen files stay: nothing has to be looked for again
      if (!(cause instanceof Problem && cause.isCancelled)) setRefused([reasonOf(cause)]);
    } finally {
      setProgress(undefined);
    }
  };

  return (
    <Dialog
      isOpen={isOpen}
      shouldReturnFocusOnClose={false}
      title="Upload lab results"
      className={styles.dialog}
      onClose={() => !isUploading && close()}
      canOutsideClickClose={false}
    >
      <DialogBody>
        {/* files may be dropped anywhere: the button says so, and opens the chooser by click or key */}
        <div className={styles.upload} {...target}>
          <div className={styles.top}>
            <Dropzone what="files" label="Files" isOver={isOver} disabled={isUploading} onFiles={add} {...startHere} />
            <RadioGroup
              label="OCR type"
              className={styles.engines}
              selectedValue={ocrType}
              disabled={isUploading}
              onChange={(event) => setChosen(event.currentTarget.value as OcrType)}
            >
              {engines.map(({ type, enabled, reason = 'Not available' }) => (
                <Radio key={type} value={type} disabled={!enabled || isUploading}>
                  {engineNames[type]}
                  {!enabled && <span className={styles.reason}>{reason}</span>}
                </Radio>
              ))}
            </RadioGroup>
          </div>
          {refused.map((text) => (
            <p key={text} className={fieldStyles.error} role="alert">
              {text}
            </p>
          ))}
          {files.length > 0 && (
            <ChosenFiles
              files={files}
              disabled={isUploading}
              isWaiting={isWaiting}
              onChange={(next) => set({ files: next, refused: [] })}
            />
          )}
        </div>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            {isUploading && (
              <span className={styles.progress} role="status">
                <ProgressBar intent="primary" value={isWaiting ? 0 : share} animate={isStoring} stripes={isStoring} />
                {isWaiting && WAITING}
                {!isWaiting && (isStoring ? 'Storing the files' : `${fileSize(progress.loaded)} of ${fileSize(progress.total)}`)}
              </span>
            )}
            <Button text="Cancel" onClick={() => (isUploading ? sending.current?.abort() : close())} />
            <Button
              intent="primary"
              text={isUploading ? (isWaiting ? 'Waiting' : `Uploading ${Math.round(share * 100)} %`) : 'Upload'}
              disabled={files.length === 0 || isUploading}
              onClick={() => void send()}
            />
          </>
        }
      >
        {!isUploading && files.length > 0 && <span className="bp6-text-muted">{showCount(files.length, 'file')}</span>}
      </DialogFooter>
    </Dialog>
  );
}

interface ChosenProps {
  files: readonly File[];
  disabled: boolean;
  /** The server takes in other files first. */
  isWaiting: boolean;
  onChange: (files: readonly File[]) => void;
}

const ChosenFiles = ({ files, disabled, isWaiting, onChange }: ChosenProps) => (
  <Table
    className={styles.files}
    rows={files}
    keyOf={({ name, size, lastModified }) => `${name} ${size} ${lastModified}`}
    columns={[
      {
        title: 'Name',
        cell: ({ name }) => (
          <>
            {name}
            {isWaiting && <span className={styles.waiting}>{WAITING}</span>}
          </>
        ),
      },
      { title: 'Last modified (DD/MM/Y)', className: styles.modified, cell: ({ lastModified }) => fileDate(lastModified) },
      { title: 'Size', className: `${table.number} ${styles.size}`, cell: ({ size }) => fileSize(size) },
      {
        title: <span className={glyphs.spoken}>Actions</span>,
        className: styles.drop,
        cell: (file) => (
          <Button
            variant="minimal"
            size="small"
            icon={<Cross />}
            aria-label={`Do not upload ${file.name}`}
            title="Do not upload"
            disabled={disabled}
            onClick={() => onChange(files.filter((other) => other !== file))}
          />
        ),
      },
    ]}
  />
);
