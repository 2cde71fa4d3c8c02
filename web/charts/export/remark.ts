import type { Live } from '#web/lib/live.ts';

/** What paper says of a section besides its data, so that nobody takes missing paper for missing disease. */
export interface Remark {
  says: string;
  /** Something may be missing that is in the record. */
  isDoubt: boolean;
}

type Read = Pick<Live<unknown>, 'error' | 'isLoading'>;

const doubt = (says: string): Remark => ({ says, isDoubt: true });

/**
 * What is to be said of a section; undefined where its data say all.
 * @param what the documents' word: 'lab results'
 * @param count how many of them the section shows; undefined before they are read
 * @param hides what a filter hides, a sentence each
 */
export const remarkOn = (what: string, { error, isLoading }: Read, count: number | undefined, hides: readonly string[] = []) => {
  if (count === undefined) {
    const why = isLoading && error === undefined ? 'were still being read' : 'could not be read';
    return doubt(`The ${what} ${why} when this was printed. There may be some in the record.`);
  }
  const old = error && `The ${what} could not be read again when this was printed: what changed since may be missing.`;
  if (count > 0) return old === undefined ? undefined : doubt(old);
  const none = hides.length > 0 ? `No ${what} are shown: ${hides.join(', ')}.` : `There are no ${what} in this record.`;
  return { says: old === undefined ? none : `${none} ${old}`, isDoubt: old !== undefined || hides.length > 0 };
};

/** The same and a sentence of what the section's data do not have. */
export const withSentence = (remark: Remark | undefined, sentence: string | undefined): Remark | undefined =>
  sentence === undefined ? remark : doubt(remark === undefined ? sentence : `${remark.says} ${sentence}`);

/** Of a section that was not even opened. */
export const notOpened: Remark = doubt('This section had not been read when this was printed. There may be something in the record.');
