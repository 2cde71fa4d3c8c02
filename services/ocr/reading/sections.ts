import { materialInPrint } from '#contracts/rules/materials';
import { searchText } from '#contracts/rules/search-text';
import type { Table } from './columns.ts';
import { chunksOf, type Line } from './lines.ts';
import { isNoName } from './result-lines.ts';
import { around, beside, centreOf, textOf, type Word } from './word.ts';

/** What was examined in the part of a page, where that is not blood. `isUnsure`: the head of another section may have ended that part. */
export type Section = { material?: string; isUnsure?: true };

const SPECIMEN =
  /^(?:specimen|sample|(?:untersuchungs|proben)?material|probe(?:nart)?|pr[ée]l[èe]vement|[ée]chantillon|nature)(?:\s(?:type|source|material))?\s*:\s*(.+)$/iu;
const BARE_MATERIAL = /^(?:(?:random|spot|24 ?h)[\s-])?[\p{L}-]+$/u;

/** Parts of an examination of another material. */
const OF_THE_SAME =
  /\b(?:sediment\w*|micros[ck]op\w*|mikroskop\w*|macroscop\w*|makroskop\w*|strips?|dip ?stick|(?:test)?streifen\w*|stix|physi[ck]al\w*|physikalisch\w*|bandelette|chemical examination|culture|kultur)\b/;
const OF_BLOOD =
  /\b(?:haematolog\w*|hamatolog\w*|hematolog\w*|cbc|fbc|(?:grosses |kleines )?blutbild|blood count|hemogramm?e?|numeration|lipid\w*|thyroid\w*|schilddruse\w*|coagulation|gerinnung\w*|hemostase|liver|leber\w*|serolog\w*|tumou?r\w*|vitamine?s?|metabolic panel|iron|eisen\w*|cardiac|diabetes)\b/;
const DATE = /\d{1,4}([./-])\d{1,2}\1\d{2,4}/g;
const MOST_WORDS = 6;

/** The text of a line that can only be the head of a section: a few words alone, without figures, labels and sentences. */
const headIn = (line: Line): string | null => {
  const [chunk, ...others] = chunksOf(line);
  if (!chunk || others.length > 0) return null;
  const text = textOf(chunk).replace(DATE, '').replace(/:$/, '').trim();
  const isWordy =
    text.split(/\s+/).length > MOST_WORDS || /[:.!?]$|:\s/.test(text) || /\d/.test(text.replace(/\b24(?!\d)/, '')) || isNoName(text);
  return isWordy || !/\p{L}/u.test(text) ? null : text;
};

/** Of a list of several examinations, 'CBC, urinalysis, TSH', nothing follows. */
const materialOfHead = (head: string): string | undefined => {
  const [first = '', second = '', ...others] = head.split(/\s*[,;/+&]\s*|\s(?:and|und|et)\s/);
  return materialInPrint(first) ?? (others.length === 0 && BARE_MATERIAL.test(second) ? materialInPrint(second) : undefined);
};

const sectionOf = (material: string): Section => (material === 'blood' ? {} : { material });

/** 'Specimen: Urine', its value beside it or in the next cell. */
const specimenIn = (line: Line): string | undefined => {
  const cells = chunksOf(line).map(textOf);
  return cells
    .map((cell, i) => materialInPrint(SPECIMEN.exec(/:$/.test(cell) ? `${cell} ${cells[i + 1] ?? ''}` : cell)?.[1] ?? ''))
    .find((material) => material !== undefined);
};

/** The section below a line. @param isInTable outside of tables a line of a few words may be anything. */
const below = (line: Line, current: Section, isInTable: boolean): Section => {
  const specimen = specimenIn(line);
  if (specimen !== undefined) return sectionOf(specimen);
  const head = headIn(line);
  if (head === null) return current;
  const material = materialOfHead(head);
  if (material !== undefined) return sectionOf(material);
  const words = searchText(head);
  if (current.material === undefined || OF_THE_SAME.test(words)) return current;
  if (OF_BLOOD.test(words)) return {};
  return isInTable && /^\p{Lu}/u.test(head) && !/[()]/.test(head) ? { ...current, isUnsure: true } : current;
};

/** The material in the column of specimens. */
const inColumn = (line: Line, { columns }: Table): string | undefined => {
  const words = line.words.filter((word) =>
    columns.some(({ kind, left, right }) => kind === 'specimen' && centreOf(word) >= left && centreOf(word) < right),
  );
  const text = textOf(words);
  return /^(?:u|ur)$/i.test(text) ? 'urine' : materialInPrint(text);
};

type Zone = { left: number; right: number; top: number; section: Section };

/**
 * Tells what was examined of the place of a result: what the nearest head above it or its own specimen says.
 * @param of the tables of a page in their order, and the lines above them, or all lines of a page without a table
 */
export const sectionsOf = (of: { tables: readonly Table[]; lines: readonly Line[] }): ((words: readonly Word[]) => Section) => {
  const zones: Zone[] = [];
  const ofLines: { region: Line['region']; section: Section }[] = [];
  const follow = (lines: readonly Line[], start: Section, left: number, right: number, table?: Table): Section => {
    let current = start;
    for (const line of lines) {
      const own = table ? inColumn(line, table) : undefined;
      if (own !== undefined) ofLines.push({ region: line.region, section: sectionOf(own) });
      current = below(line, current, table !== undefined);
      zones.push({ left, right, top: line.region.top, section: current });
    }
    return current;
  };
  let start = follow(of.lines, {}, -Infinity, Infinity);
  let last = start;
  for (const table of of.tables) {
    const [left, right] = [table.columns[0]?.left ?? -Infinity, table.columns.at(-1)?.right ?? Infinity];
    // tables side by side begin alike
    if (left === -Infinity) start = last;
    last = follow(table.lines, start, left, right, table);
  }
  return (words) => {
    const region = around(words);
    if (!region) return {};
    const x = (region.left + region.right) / 2;
    const own = ofLines.find((line) => x >= line.region.left && x <= line.region.right && beside(line.region, region) > 0.5);
    const above = zones.filter(({ left, right, top }) => x >= left && x < right && top <= region.top + 1);
    return (
      own?.section ??
      above.reduce<Zone | undefined>((nearest, zone) => (!nearest || zone.top >= nearest.top ? zone : nearest), undefined)?.section ??
      {}
    );
  };
};
