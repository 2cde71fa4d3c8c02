import type { Region } from '#contracts/observations/lab-values';
import type { HeaderField } from '#contracts/observations/recognition';
import type { PageView } from '#contracts/reports/reports';
import type { PageContent } from './page-content.ts';
import { linesLeft } from './page-draft.ts';
import type { Field, RowDraft } from './row-draft.ts';

/** The fields above the rows count as a row of their own. */
export const PERSON = 'person';
export type PersonField = 'patient' | 'born' | 'collected';

/** A row of the form, or one of its fields. */
export interface Place {
  row: string;
  field?: Field | PersonField | undefined;
}

/** A region of the page linked with an input of the form. */
export interface Mark {
  row: string;
  field: Field | PersonField;
  region: Region;
  /** Yellow where the field is empty, green where it is filled; none for unit and ignored rows. */
  shade: 'empty' | 'filled' | 'none';
}

export const isSame = (place: Place | undefined, mark: Mark): boolean => place?.row === mark.row && place.field === mark.field;

const shadeOf = (text: string): Mark['shade'] => (text.trim() === '' ? 'empty' : 'filled');

const inputs: Record<Field, string> = { name: 'name', value: 'value', unit: 'unit', range: 'max' };

/** Where the input of a mark is found; of the range it is the upper limit, which most have. */
export const inputOf = ({ row, field }: Mark): string =>
  row === PERSON ? `[data-person="${field}"] input` : `[id="${row}-${inputs[field as Field]}"]`;

const rowMarks = (row: RowDraft): Mark[] => {
  // the unit last, that is on top: where it is printed within the range, its region lies inside the range's
  const texts: Record<Field, string> = { name: row.name, value: row.value, range: `${row.min}${row.max}`, unit: row.unit };
  return (Object.keys(texts) as Field[]).flatMap((field): Mark[] => {
    const region = row.regions[field];
    if (!region) return [];
    return [{ row: row.id, field, region, shade: row.ignored || field === 'unit' ? 'none' : shadeOf(texts[field]) }];
  });
};

const headers: Record<HeaderField, PersonField> = {
  patient_first_name: 'patient',
  patient_last_name: 'patient',
  date_of_birth: 'born',
  date_collected: 'collected',
};

/** One mark for both names: they stand in one field of the form, and mostly side by side. */
const joined = (a: Region | undefined, b: Region): Region =>
  a
    ? {
        top: Math.min(a.top, b.top),
        left: Math.min(a.left, b.left),
        right: Math.max(a.right, b.right),
        bottom: Math.max(a.bottom, b.bottom),
      }
    : b;

/** Where person and day stand on the page, by field of the form. */
export const personRegions = (page: Pick<PageView, 'recognition'>): Partial<Record<PersonField, Region>> => {
  const regions: Partial<Record<PersonField, Region>> = {};
  for (const [field, region] of Object.entries(page.recognition?.header_regions ?? {}) as [HeaderField, Region | undefined][]) {
    if (region) regions[headers[field]] = joined(regions[headers[field]], region);
  }
  return regions;
};

/** Every place of the page that was read, with how its field stands now. @param birth the date of birth as it stands in the form */
export const marksOf = (page: Pick<PageView, 'recognition'>, content: PageContent, birth: string): Mark[] => {
  const person: Record<PersonField, string> = {
    patient: content.patient_id ?? '',
    born: birth,
    collected: content.collected,
  };
  const above = Object.entries(personRegions(page)) as [PersonField, Region][];
  return [
    ...above.map(([field, region]): Mark => ({ row: PERSON, field, region, shade: shadeOf(person[field]) })),
    ...content.rows.flatMap(rowMarks),
    ...linesLeft(page, content.rows).flatMap(({ id, region }): Mark[] =>
      region ? [{ row: id, field: 'value', region, shade: 'empty' }] : [],
    ),
  ];
};
