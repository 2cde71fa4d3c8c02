import type { AcceptedDoubt } from '#contracts/items/accepted-doubts';
import { doubtTexts } from '#contracts/observations/recognition';
import type { PatientView } from '#contracts/people/patients';
import type { PageView } from '#contracts/reports/reports';
import { differingFields, type Person } from '#contracts/rules/persons';
import { showDate } from '#web/lib/dates.ts';
import type { HeadField, PageContent } from './page-content.ts';

/** A date of the page that is doubtful and that nobody has looked at. */
export interface HeadDoubt {
  field: HeadField;
  label: string;
  /** As it was read. */
  date: string;
  text: string;
}

const FIELDS = {
  born: { read: 'date_of_birth', label: 'Date of birth' },
  collected: { read: 'date_collected', label: 'Date collected' },
} as const;
const fields = Object.keys(FIELDS) as HeadField[];

type Page = Pick<PageView, 'recognition' | 'validation'>;

/** Person as far as the page names one. */
export const personOnPage = ({ recognition: read }: Pick<PageView, 'recognition'>): Person => ({
  first_name: read?.patient_first_name ?? null,
  last_name: read?.patient_last_name ?? null,
  date_of_birth: read?.date_of_birth ?? null,
});

const doubtsOf = ({ recognition, validation }: Page, field: HeadField) =>
  validation ? [] : (recognition?.header_doubts[FIELDS[field].read] ?? []);

/** Doubts that are answered by nothing: no other date was typed, and the record does not say the same. */
const isStanding = ({ recognition }: Page, field: HeadField, content: PageContent, patient: PatientView | undefined): boolean => {
  const read = recognition?.[FIELDS[field].read];
  if (!read) return false;
  if (field === 'collected') return content.collected.slice(0, 10) === read;
  const isRecorded = patient?.date_of_birth_precision === undefined && patient?.date_of_birth.slice(0, 10) === read;
  return !isRecorded && typeof content.date_of_birth !== 'string';
};

/** Doubts of the dates of a page that nobody has looked at, in the order of the form. */
export const headDoubts = (page: Page, content: PageContent, patient: PatientView | undefined): HeadDoubt[] =>
  fields.flatMap((field) => {
    const doubts = doubtsOf(page, field);
    if (doubts.length === 0 || content.agreed?.includes(field) || !isStanding(page, field, content, patient)) return [];
    const { label, read } = FIELDS[field];
    return [{ field, label, date: page.recognition?.[read] ?? '', text: doubts.map((doubt) => doubtTexts[doubt]).join('; ') }];
  });

/** Content after a person agreed to the dates as they stand. */
export const agreedTo = (content: PageContent, ...dates: readonly HeadField[]): PageContent => ({
  ...content,
  agreed: [...new Set([...(content.agreed ?? []), ...dates])],
});

/** Doubts of the dates as they go with the saved page: agreed ones as they are, the others as 'not looked at'. */
export const acceptedHead = (page: Page, content: PageContent, patient: PatientView | undefined): AcceptedDoubt[] => {
  const open = new Set(headDoubts(page, content, patient).map(({ field }) => field));
  return fields.flatMap((field) => {
    const isOpen = open.has(field);
    if (!isOpen && !content.agreed?.includes(field)) return [];
    const { label, read } = FIELDS[field];
    return doubtsOf(page, field).map((doubt): AcceptedDoubt => {
      const text = `${label} on the page, ${showDate(page.recognition?.[read] ?? '')}: ${doubtTexts[doubt]}`;
      const code = isOpen ? 'not-looked-at' : doubt;
      return { code, field: field === 'born' ? 'date_of_birth' : 'collected', text: isOpen ? `${text} (not looked at)` : text };
    });
  });
};

/** The other reading of a date whose day could be its month; undefined where there is none. */
const swappedDay = (date: string): string | undefined => {
  const [year, month, day] = date.slice(0, 10).split('-') as [string, string, string];
  return Number(day) > 12 || day === month ? undefined : `${year}-${day}-${month}`;
};

/** How the page writes its dates, by the birth date of the chosen record. */
interface DayFirst {
  /** The date collected in that order, where it stands as it was read. */
  collected: string | undefined;
  /** Nothing but the birth date differs. */
  isSamePerson: boolean;
}

/** Set where the birth date on the page is that of the record with day and month swapped. */
export const dayFirst = (page: Page, content: PageContent, patient: PatientView | undefined): DayFirst | undefined => {
  const person = personOnPage(page);
  const { date_of_birth } = person;
  if (!patient || date_of_birth === null || patient.date_of_birth_precision !== undefined) return undefined;
  if (swappedDay(date_of_birth) !== patient.date_of_birth.slice(0, 10)) return undefined;
  const isUncertain = doubtsOf(page, 'collected').includes('date-order-uncertain') && isStanding(page, 'collected', content, patient);
  return {
    collected: isUncertain ? swappedDay(content.collected) : undefined,
    isSamePerson: differingFields(person, patient).every((field) => field === 'date_of_birth'),
  };
};
