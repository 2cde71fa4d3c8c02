import { Button } from '@blueprintjs/core';
import { useEffect, useRef, useState } from 'react';
import type { ReportForm } from '#contracts/items/external-reports';
import { Problem } from '#web/lib/http.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { asSentence, formName, readForm } from './external-reports.data.ts';
import fieldStyles from '#web/ui/field-row.module.css';
import styles from './external-reports.module.css';

/** Extension of a saved file; files of other types are web pages. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'text/plain': 'txt',
};
/** Time in which a tab reads the file from its address. */
const OPEN_TIMEOUT_MS = 60_000;

/** Length in bytes of the part of a web page that may name its encoding. */
const HEAD = 1024;
const CHARSET = /charset\s*=\s*["']?([\w.:-]+)/i;

/** A file as text, in the encoding of the answer, otherwise of the web page itself, otherwise UTF-8; undefined for bytes of another one. */
const decoded = async (file: Blob, isHtml: boolean): Promise<string | undefined> => {
  const bytes = await file.arrayBuffer();
  const head = isHtml ? new TextDecoder('latin1').decode(bytes.slice(0, HEAD)) : '';
  const named = [file.type, head].map((text) => CHARSET.exec(text)?.[1]).find((charset) => charset !== undefined);
  try {
    return new TextDecoder(named ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

/** One form of a report: its text, buttons for its file, or the remark on why it has neither. */
export function ReportFormView({ reportId, form }: { reportId: string; form: ReportForm }) {
  const [read, setRead] = useState<string>();
  const [isWorking, setIsWorking] = useState(false);
  const [failure, setFailure] = useState<string>();
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  const { title, text = read, file_id, remark } = form;
  const name = formName(form);
  const isHtml = name === 'Web page';
  // saved, not opened: the policy of this page (no plug-ins) also rules tabs opened from it, and phones have no viewer
  const isPdf = name === 'PDF';
  const isImage = name === 'Image';

  const fetched = async (take: (file: Blob) => Promise<void> | void, onFailed?: () => void) => {
    if (file_id === undefined) return;
    controller.current?.abort();
    const { signal } = (controller.current = new AbortController());
    setIsWorking(true);
    setFailure(undefined);
    try {
      await take(await readForm(reportId, file_id, signal));
    } catch (cause) {
      onFailed?.();
      if (signal.aborted) return;
      if (!(cause instanceof Problem)) throw cause;
      setFailure(cause.status === 0 ? 'The server cannot be reached. Check the network.' : cause.message);
    } finally {
      if (!signal.aborted) setIsWorking(false);
    }
  };
  const save = (file: Blob) =>
    saveFile(`report.${EXTENSIONS[form.content_type] ?? 'html'}`, new Blob([file], { type: 'application/octet-stream' }));
  const openInTab = () => {
    // opened before the file is read: a browser blocks tabs that do not follow a click
    const tab = window.open('', '_blank');
    if (tab) tab.opener = null;
    const show = (file: Blob) => {
      if (!tab) return save(file);
      // with the type of the report, not of the answer: no other type may run on this address
      const address = URL.createObjectURL(new Blob([file], { type: form.content_type }));
      tab.location.replace(address);
      setTimeout(() => URL.revokeObjectURL(address), OPEN_TIMEOUT_MS);
    };
    void fetched(show, () => tab?.close());
  };
  const show = () =>
    fetched(async (file) => {
      const words = await decoded(file, isHtml);
      if (words === undefined) setFailure('Its text encoding cannot be read here. Save the file to open it with another program.');
      else setRead(words);
    });

  return (
    <section className={styles.form} aria-label={title ?? name}>
      <h4>
        <bdi>{title ?? name}</bdi>
        {title !== undefined && <span className="bp6-text-muted"> {name}</span>}
      </h4>
      {text !== undefined &&
        (isHtml ? (
          <>
            {/* no script, no form and no address of ours: it is the text of a stranger */}
            <iframe className={`paper ${styles.page}`} sandbox="" srcDoc={text} title={title ?? name} />
            <p className="bp6-text-muted">Shown without its styles, its scripts and pictures from other addresses.</p>
          </>
        ) : (
          // scrolls by arrow keys, as every pane that scrolls must
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          <pre className={styles.pane} tabIndex={0}>
            {text}
          </pre>
        ))}
      {file_id !== undefined && (
        <div className={styles.buttons}>
          {isImage && <Button text="Open image" loading={isWorking} onClick={openInTab} />}
          {!isImage && !isPdf && text === undefined && (
            <Button text={`Show ${name.toLowerCase()}`} loading={isWorking} onClick={() => void show()} />
          )}
          {!isImage && <Button text={isPdf ? 'Save PDF' : 'Save file'} disabled={isWorking} onClick={() => void fetched(save)} />}
        </div>
      )}
      {failure !== undefined && (
        <p className={fieldStyles.error} role="alert">
          {failure}
        </p>
      )}
      {remark && <p className={styles.remark}>{asSentence(remark)}</p>}
    </section>
  );
}
