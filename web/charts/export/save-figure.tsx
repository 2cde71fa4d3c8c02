import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { http } from '#web/lib/http.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { type Drawing, type Figure, fileName, type SheetHeader } from './figure.ts';
import { painted } from './paint.ts';
import styles from './picture.module.css';
import { Picture } from './picture.tsx';
import { pngOf } from './raster.ts';

const SVG = 'image/svg+xml';

/** The picture of a figure as an SVG document, drawn in the light values whatever the theme is. */
export const svgOf = (figure: Figure, drawing: Drawing, header: SheetHeader): string => {
  const stage = document.createElement('div');
  stage.className = `paper ${styles.stage}`;
  document.body.append(stage);
  const root = createRoot(stage);
  try {
    flushSync(() => root.render(<Picture figure={figure} drawing={drawing} header={header} />));
    const shown = stage.querySelector('svg');
    if (!shown) throw new Error('Nothing was drawn');
    return painted(shown);
  } finally {
    root.unmount();
    stage.remove();
  }
};

/** Puts content on the clipboard, or saves it where the clipboard refuses. Answers the name of the file, null for the clipboard. */
const copyOrSave = async (content: Promise<Blob>, types: readonly string[], name: string): Promise<string | null> => {
  try {
    // a promise, since some browsers only listen while the click is being handled
    await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(types.map((type) => [type, as(content, type)])))]);
    return null;
  } catch {
    saveFile(name, await content);
    return name;
  }
};

const as = async (content: Promise<Blob>, type: string): Promise<Blob> => {
  const blob = await content;
  return blob.type === type ? blob : new Blob([blob], { type });
};

/** Copies a figure as a picture. Answers the name of the file where it had to be saved instead. */
export const copyPicture = (figure: Figure, drawing: Drawing, header: SheetHeader, format: 'png' | 'svg'): Promise<string | null> => {
  const svg = svgOf(figure, drawing, header);
  const name = fileName(figure, header.day, format);
  if (format === 'png') return copyOrSave(pngOf(svg), ['image/png'], name);
  const isKnown = typeof ClipboardItem !== 'undefined' && ClipboardItem.supports?.(SVG);
  return copyOrSave(Promise.resolve(new Blob([svg], { type: SVG })), isKnown ? [SVG, 'text/plain'] : ['text/plain'], name);
};

/** Saves all that the reader may see of a section as CSV, whatever its figure hides (ruling 54); answers the name of the file. */
export const saveTable = async (figure: Pick<Figure, 'id' | 'title'>, patientId: string, header: SheetHeader): Promise<string> => {
  const name = fileName(figure, header.day, 'csv');
  const asked = new URLSearchParams({ patient_id: patientId, ...header.query });
  saveFile(name, await http.blob(`/api/exports/${figure.id}?${asked}`, { quiet: true }));
  return name;
};
