import type { HeaderField } from '#contracts/observations/recognition';
import type { Region } from '#contracts/observations/lab-values';
import { dateOrderOf, datesIn, type DateOrder, type FoundDate } from './dates.ts';
import { chunksOf, type Chunk, type Line } from './lines.ts';
import { around, textOf, type Word } from './word.ts';

/** What a report's head says, each with its place; a field that was not found is missing. */
export type Header = Partial<Record<HeaderField, { value: string; region: Region; uncertain: boolean; confidence: number }>>;

const BIRTH =
  /(?:\bd\.?\s?o\.?\s?b\b\.?|date of birth|birth\s?date|born(?: on)?|geb(?:urts)?\.?\s?-?\s?datum|\bgeb\.?(?: am)?|geboren(?: am)?|date de naissance|(?<!\p{L})ddn(?!\p{L})|(?<!\p{L})n[ée](?:e|\s?\(e\))? le)\s*[:.]?\s*/iu;
const COLLECTED =
  /(?:collect(?:ed|ion)\s*(?:on|date(?:\s*(?:\/|&|and)\s*time)?)?|(?:date|time)\s*(?:of\s*)?(?:collect(?:ed|ion)|drawn)|drawn(?: on)?|(?:proben|blut)?(?:ent|ab)nahme(?:datum|zeitpunkt)?(?: am)?|sampling date|(?:date (?:de |du )?)?pr[ée]l[èe]vement(?: effectu[ée])?(?: du| le)?|pr[ée]lev[ée]e?s?(?: le)?)\s*[:.]?\s*/iu;
const PERSON =
  /^(?:patient(?:en|in)?(?:['’]?s)?\s*[- ]?\s*name|patient(?:in)?|name(?: of (?:the )?patient)?|patientenname|pt\.? name|patiente?|nom (?:et pr[ée]noms?|du patient))\s*[:.]\s*/i;
/** Family and given name, each behind a label of its own. */
const NAMES = {
  patient_last_name: /(?<!\p{L})(?:nom(?: de famille| d['’]usage| usuel)?|nachname|familienname|last name|surname|family name)\s*:\s*/iu,
  patient_first_name: /(?<!\p{L})(?:pr[ée]noms?|vornamen?|first name|given names?|forenames?)\s*:\s*/iu,
} as const;
const PERSON_ABOVE = /^(?:patient(?: information| details| name| data)?|patient(?:in|endaten|enname)?|name)\s*:?$/i;
const TITLE = /^(?:mr|mrs|ms|miss|dr|prof|herr|frau|master|sr|mstr|smt|shri|mme|mlle|m|monsieur|madame)\.?$/i;
/** Where a name ends: the next label. */
const NEXT =
  /\s*(?:\||\s(?:dob|d\.o\.b|date|birth|born|geb\.?\S*|age|alter|sex|gender|geschlecht|mrn|id|patient|ref|reg|no|nr|phone|tel|address|acc\S*|lab|collected|nom|vorname|sexe|dossier)\b|\s(?:n[ée]e?(?:\s?\(e\))? le|pr[ée]noms?|nachname)(?!\p{L})).*$/iu;
/** Languages that write the day first. */
const DAY_FIRST =
  /(?<!\p{L})(?:geb\.|geboren|geburtsdatum|entnahme|abnahme|n[ée](?:e|\s?\(e\))? le|date de naissance|pr[ée]l[èe]vement|pr[ée]lev[ée]e? le)(?!\p{L})/iu;
const TIME = /^\s*(?:at|um|à)?\s*\d{1,2}[:h]\d{2}/;

const part = (words: readonly Word[], text: string): Word[] => {
  const wanted = new Set(text.split(/[\s,]+/).filter(Boolean));
  return words.filter((word) => word.text.split(/[\s,]+/).some((piece) => wanted.has(piece.replace(/[:|]$/, ''))));
};

const leastSure = (words: readonly Word[]): number => Math.min(1, ...words.map(({ confidence }) => confidence));

const cased = (name: string): string =>
  name === name.toUpperCase() ? name.toLowerCase().replace(/(^|[\s'-])\p{L}/gu, (start) => start.toUpperCase()) : name;

/** 'DOEMAN,JANET', 'Testcase, Robert', 'Mrs. Priya Examplekar' as first and last name; null for what is no person's name. */
export const readName = (text: string): { first: string; last: string } | null => {
  const words = text
    .replace(NEXT, '')
    .split(/\s+/)
    .filter((word) => word !== '' && !TITLE.test(word.replace(/,$/, '')));
  const name = words.join(' ').replace(/\s*,\s*/g, ',');
  if (!/^[\p{L}][\p{L}'’.\- ]*(?:,[\p{L}][\p{L}'’.\- ]*)?$/u.test(name) || name.length > 80) return null;
  const [last, first] = name.split(',');
  if (first !== undefined && last !== undefined)
    return first.trim() === '' || last.trim() === '' ? null : { first: cased(first.trim()), last: cased(last.trim()) };
  const parts = name.split(' ');
  // 'PARK Ella': the family name in capitals first
  const capitals = parts.findIndex((one) => one !== one.toUpperCase());
  if (capitals > 0 && parts.slice(0, capitals).every((one) => /\p{Lu}{2}/u.test(one)) && parts.length <= 6)
    return { first: parts.slice(capitals).join(' '), last: cased(parts.slice(0, capitals).join(' ')) };
  // a prefix such as 'van' belongs to the last name
  let start = parts.length - 1;
  while (start > 1 && /^(?:van|von|de|der|den|del|la|le|di|da|bin|al|zu|zum|st\.?|ter)$/i.test(parts[start - 1] ?? '')) start--;
  return parts.length < 2 || parts.length > 6
    ? null
    : { first: cased(parts.slice(0, start).join(' ')), last: cased(parts.slice(start).join(' ')) };
};

type Place = { chunk: Chunk; text: string; line: number };

/** A chunk that stands right below another one. */
const below = (places: readonly Place[], { chunk, line }: Place): Place | undefined => {
  const region = around(chunk);
  return places.find((other) => {
    const own = around(other.chunk);
    return (
      region &&
      own &&
      other.line > line &&
      other.line <= line + 2 &&
      own.left < region.right &&
      own.right > region.left &&
      Math.abs(own.left - region.left) < 40 + 0.5 * (region.right - region.left)
    );
  });
};

const named = (words: readonly Word[], text: string): Header | null => {
  const name = readName(text);
  if (!name) return null;
  const [first, last] = [part(words, name.first), part(words, name.last)].map((found) => (found.length > 0 ? found : [...words]));
  const ignoringCase = part(words, text.replace(NEXT, ''));
  const region = around(ignoringCase.length > 0 ? ignoringCase : words);
  if (!region) return null;
  const field = (value: string, found: readonly Word[] | undefined) => ({
    value,
    region: around(found ?? []) ?? region,
    uncertain: leastSure(found ?? []) < 0.6,
    confidence: leastSure(found ?? []),
  });
  return { patient_first_name: field(name.first, first), patient_last_name: field(name.last, last) };
};

/** Family and given name behind labels of their own. */
const namesApart = (places: readonly Place[]): Header | null => {
  const found: Header = {};
  for (const field of ['patient_last_name', 'patient_first_name'] as const) {
    for (const place of places) {
      const label = NAMES[field].exec(place.text);
      if (!label) continue;
      const next = places[places.indexOf(place) + 1];
      const behind = place.text.slice(label.index + label[0].length);
      const [text, words] = behind !== '' ? [behind, place.chunk] : next?.line === place.line ? [next.text, next.chunk] : ['', []];
      const name = ` ${text}`.replace(NEXT, '').trim();
      const own = part(words, name);
      const region = around(own.length > 0 ? own : words);
      if (!region || !/^\p{L}[\p{L}'’.\- ]*$/u.test(name) || name.length > 80) continue;
      found[field] = { value: cased(name), region, uncertain: leastSure(own) < 0.6, confidence: leastSure(own) };
      break;
    }
  }
  return found.patient_last_name && found.patient_first_name ? found : null;
};

/** 'Park, Ella, geb. 03.09.1999': what stands right before a date of birth, with a comma or a title, is the person. */
const nameBeforeBirth = (places: readonly Place[]): Header | null => {
  for (const [i, place] of places.entries()) {
    const birth = BIRTH.exec(place.text);
    if (!birth || !datesIn(place.text.slice(birth.index), null)[0]) continue;
    const before = places[i - 1];
    const owner = birth.index > 0 ? place : before?.line === place.line ? before : undefined;
    const text = (owner === place ? place.text.slice(0, birth.index) : (owner?.text ?? '')).replace(/[\s,;(]+$/, '');
    const isPerson = /^[\p{L}'’-]+(?:\s[\p{L}'’-]+)?,\s*\p{L}/u.test(text) || TITLE.test(text.split(/\s/, 1)[0] ?? '');
    const count = text.split(/\s+/).length;
    const found = owner && isPerson ? named(owner === place ? place.chunk.slice(0, count) : owner.chunk, text) : null;
    if (found) return found;
  }
  return null;
};

const personIn = (places: readonly Place[]): Header => {
  const apart = namesApart(places);
  if (apart) return apart;
  for (const place of places) {
    const label = PERSON.exec(place.text);
    if (!label) continue;
    const rest = place.text.slice(label[0].length);
    const right = places[places.indexOf(place) + 1];
    const found =
      rest !== ''
        ? named(place.chunk.slice(label[0].trim().split(/\s+/).length), rest)
        : right?.line === place.line
          ? named(right.chunk, right.text)
          : null;
    if (found) return found;
  }
  for (const place of places) {
    const under = PERSON_ABOVE.test(place.text) ? below(places, place) : undefined;
    const found = under ? named(under.chunk, under.text) : null;
    if (found) return found;
  }
  const beside = nameBeforeBirth(places);
  if (beside) return beside;
  // no label at all: a name with a comma right above the date of birth
  for (const place of places) {
    const dob = below(places, place);
    if (!dob || !BIRTH.test(dob.text) || !/^[\p{L}'’-]+,\s*[\p{L}]/u.test(place.text)) continue;
    const found = named(place.chunk, place.text);
    if (found) return found;
  }
  return {};
};

const dateBehind = (label: RegExp, places: readonly Place[], order: DateOrder): { found: FoundDate; words: readonly Word[] } | null => {
  for (const place of places) {
    const match = label.exec(place.text);
    if (!match) continue;
    const next = places[places.indexOf(place) + 1];
    const candidates = [
      { text: place.text.slice(match.index + match[0].length), place },
      ...(next?.line === place.line ? [{ text: next.text, place: next }] : []),
      ...[below(places, place)].flatMap((under) => (under ? [{ text: under.text, place: under }] : [])),
    ];
    for (const { text, place: at } of candidates) {
      const [found] = datesIn(text, order);
      if (!found || found.index > 24) continue;
      const pieces = new Set(found.text.split(/\s+/));
      const words = at.chunk.filter((word) => [...pieces].some((piece) => word.text.includes(piece)));
      return { found, words: words.length > 0 ? words : at.chunk };
    }
  }
  return null;
};

/** The one day of a page that a time stands behind, and no label before: that of a slip of a device. Never certain. */
const dayWithTime = (places: readonly Place[], order: DateOrder): { found: FoundDate; words: readonly Word[] } | null => {
  const all = places.flatMap(({ text }) => datesIn(text, order));
  const born = places.flatMap(({ text }) => (BIRTH.test(text) ? datesIn(text, order) : [])).map(({ day }) => day);
  if (new Set(all.map(({ day }) => day).filter((day) => !born.includes(day))).size !== 1) return null;
  for (const [i, place] of places.entries()) {
    const [found] = datesIn(place.text, order);
    const [before, next] = [places[i - 1], places[i + 1]];
    const behind = `${place.text.slice(found?.text.length ?? 0)} ${next?.line === place.line ? next.text : ''}`;
    if (found?.index !== 0 || before?.line === place.line || !TIME.test(behind)) continue;
    return { found, words: place.chunk.filter((word) => found.text.split(/\s+/).some((piece) => word.text.includes(piece))) };
  }
  return null;
};

/** Person, birth and collection date of a report, by labels in English, German and French. @param lines the lines that may hold them. */
export const readHeader = (lines: readonly Line[]): Header => {
  const places = lines.flatMap((line, i) => chunksOf(line).map((chunk): Place => ({ chunk, text: textOf(chunk), line: i })));
  const texts = places.map(({ text }) => text);
  const order = dateOrderOf(texts) ?? (texts.some((text) => DAY_FIRST.test(text)) ? 'dmy' : null);
  const header: Header = personIn(places);
  const labels = { date_of_birth: BIRTH, date_collected: COLLECTED } as const;
  for (const field of ['date_of_birth', 'date_collected'] as const) {
    const date = dateBehind(labels[field], places, order);
    const region = date ? around(date.words) : null;
    if (date && region)
      header[field] = { value: date.found.day, region, uncertain: date.found.uncertain, confidence: leastSure(date.words) };
  }
  const slip = header.date_collected ? null : dayWithTime(places, order);
  const region = slip ? around(slip.words) : null;
  if (slip && region) header.date_collected = { value: slip.found.day, region, uncertain: slip.found.uncertain, confidence: 0.5 };
  return header;
};
