import { Button, Dialog, DialogBody, DialogFooter, HTMLSelect, ProgressBar } from '@blueprintjs/core';
import { Cross, Upload } from '@blueprintjs/icons';
import { type DragEvent, useRef, useState } from 'react';
import { v4 as newId } from 'uuid';
import type { OcrType } from '#contracts/reports';
import { Problem } from '#web/lib/http.ts';
import { FieldRow } from '#web/ui/field-row.tsx';
import { type Instances, uploadReports } from './reports.data.ts';

const ACCEPTED = ['application/pdf', 'image/jpeg', 'image/png'];
const engineNames: Record<OcrType, string> = { tesseract: 'Tesseract (built in)', azureCognitive: 'Azure Cognitive', abby: 'ABBYY' };
const two = (n: number) => String(n).padStart(2, '0');

/** DD/MM/Y HH:mm, as the documents want for files; its header says so. */
const fileDate = (modified: number): string => {
  const at = new Date(modified);
  return `${two(at.getDate())}/${two(at.getMonth() + 1)}/${at.getFullYear()} ${two(at.getHours())}:${two(at.getMinutes())}`;
};
const fileSize = (bytes: number): string => (bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`);

interface Props {
  isOpen: boolean;
  instances: Instances | undefined;
  onClose: () => void;
  /** The answer's last position, to read the list with. */
  onUploaded: (position: string | undefined, count: number) => void;
}

/** Choosing laboratory reports and sending them to be read. */
export function UploadDialog({ isOpen, instances, onClose, onUploaded }: Props) {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [refused, setRefused] = useState<string>();
  const [ocrType, setOcrType] = useState<OcrType>('tesseract');
  const [progress, setProgress] = useState<number>();
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const command = useRef(newId());
  const isUploading = progress !== undefined;

  const add = (chosen: Iterable<File>) => {
    const all = [...chosen];
    const wrong = all.filter((file) => !ACCEPTED.includes(file.type) && !/\.(pdf|jpe?g|png)$/i.test(file.name));
    setRefused(wrong.length > 0 ? `Only PDF, JPG and PNG files can be read: ${wrong.map((file) => file.name).join(', ')}` : undefined);
    setFiles((before) => [...before, ...all.filter((file) => !wrong.includes(file))]);
    command.current = newId();
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    if (!isUploading) add(event.dataTransfer.files);
  };
  const send = async () => {
    setProgress(0);
    setRefused(undefined);
    try {
      const { items } = await uploadReports(files, ocrType, (loaded, total) => setProgress(loaded / total), command.current);
      setFiles([]);
      command.current = newId();
      onUploaded(items.at(-1)?.position, items.length);
    } catch (cause) {
      // the chosen files stay: nothing has to be looked for again
      setRefused(cause instanceof Problem ? Object.values(cause.fields).flat().join(', ') || cause.message : String(cause));
    } finally {
      setProgress(undefined);
    }
  };

  return (
    <Dialog
      isOpen={isOpen}
      title="Upload lab results"
      className="dialog-full"
      onClose={() => !isUploading && onClose()}
      canOutsideClickClose={false}
    >
      {isUploading && <ProgressBar className="working" value={progress} animate={progress === 1} stripes={progress === 1} />}
      <DialogBody>
        <div className="form form-wide">
          <button
            type="button"
            className={`dropzone ${isOver ? 'is-over' : ''}`}
            disabled={isUploading}
            autoFocus
            onClick={() => input.current?.click()}
            onDragOver={(event) => {
              event.preventDefault();
              setIsOver(true);
            }}
            onDragLeave={() => setIsOver(false)}
            onDrop={drop}
          >
            <Upload aria-hidden />
            <span>Drop files here or click to select files</span>
            <span className="muted">PDF, JPG or PNG, up to 50 MB and 60 pages each</span>
          </button>
          <input
            ref={input}
            type="file"
            multiple
            hidden
            accept=".pdf,.jpg,.jpeg,.png"
            aria-label="Files"
            onChange={(event) => {
              add(event.target.files ?? []);
              event.target.value = '';
            }}
          />
          {refused !== undefined && (
            <p className="form-error" role="alert">
              {refused}
            </p>
          )}
          {files.length > 0 && (
            <table className="data-table">
              <thead>
                <tr>
                  <th scope="col">Name</th>
                  <th scope="col">Last modified (DD/MM/YYYY)</th>
                  <th scope="col" className="number">
                    Size
                  </th>
                  <th scope="col" aria-label="Actions" />
                </tr>
              </thead>
              <tbody>
                {files.map((file, index) => (
                  <tr key={`${file.name} ${index}`}>
                    <td>{file.name}</td>
                    <td>{fileDate(file.lastModified)}</td>
                    <td className="number">{fileSize(file.size)}</td>
                    <td>
                      <Button
                        variant="minimal"
                        size="small"
                        icon={<Cross />}
                        aria-label={`Do not upload ${file.name}`}
                        disabled={isUploading}
                        onClick={() => setFiles(files.filter((_, other) => other !== index))}
                      />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          <FieldRow
            label="OCR type"
            required
            help={instances?.engines.find((engine) => !engine.enabled) && 'Engines without configuration cannot be chosen'}
          >
            {(field) => (
              <HTMLSelect {...field} value={ocrType} disabled={isUploading} onChange={(event) => setOcrType(event.target.value as OcrType)}>
                {(instances?.engines ?? [{ type: 'tesseract' as const, enabled: true }]).map((engine) => (
                  <option key={engine.type} value={engine.type} disabled={!engine.enabled}>
                    {engineNames[engine.type]}
                    {engine.enabled ? '' : ` (${(engine.reason ?? 'not available').toLowerCase()})`}
                  </option>
                ))}
              </HTMLSelect>
            )}
          </FieldRow>
        </div>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text="Cancel" onClick={onClose} disabled={isUploading} />
            <Button
              intent="primary"
              text={isUploading ? `Uploading ${Math.round(progress * 100)} %` : 'Upload'}
              disabled={files.length === 0 || isUploading}
              onClick={() => void send()}
            />
          </>
        }
      />
    </Dialog>
  );
}
