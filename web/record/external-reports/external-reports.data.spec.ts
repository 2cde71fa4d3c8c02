import type { ExternalReportView } from '#contracts/items/external-reports';
import { asSentence, firstWords, formName, reportDate, reportsFigure } from './external-reports.data.ts';

const forms = (...all: ExternalReportView['forms']) => all;

describe('the first words of a report', () => {
  it('are a short conclusion whole, its lines as one', () =>
    expect(firstWords({ conclusion: '  Growth of\n\n  E. coli. ', forms: [] })).toBe('Growth of E. coli.'));

  it('are those of its codes where it has no words, or behind them', () => {
    const beside = [
      { element: 'specimen', text: 'breast' },
      { element: 'conclusionCode', text: 'Malignant neoplasm of breast' },
    ];
    expect(firstWords({ beside, forms: [] })).toBe('Malignant neoplasm of breast');
    expect(firstWords({ beside, forms: forms({ content_type: 'application/pdf' }) })).toBe('Malignant neoplasm of breast');
    expect(firstWords({ conclusion: 'See.', beside, forms: [] })).toBe('See. Coded as: Malignant neoplasm of breast');
  });

  it('end with a word, or within one that has no end', () => {
    expect(firstWords({ conclusion: 'Nodule, follow-up is recommended', forms: [] }, 12)).toBe('Nodule…');
    expect(firstWords({ conclusion: 'x'.repeat(500), forms: [] }, 12)).toBe(`${'x'.repeat(12)}…`);
  });

  it('never end with half a sign', () => expect(firstWords({ conclusion: '🩸'.repeat(100), forms: [] }, 10)).toBe(`${'🩸'.repeat(10)}…`));

  it('say that there is more where it follows many blanks', () =>
    expect(firstWords({ conclusion: `Normal.${' '.repeat(400)}Addendum: malignant.`, forms: [] })).toBe('Normal. Addendum: malignant.'));

  it('are of the text of a form, otherwise its type', () => {
    const pdf = { content_type: 'application/pdf' };
    expect(firstWords({ conclusion: ' ', forms: forms(pdf, { content_type: 'text/plain', text: 'Sinus rhythm' }) })).toBe('Sinus rhythm');
    expect(firstWords({ forms: forms(pdf, pdf, { content_type: 'text/html' }) })).toBe('PDF, Web page');
    expect(firstWords({ forms: [] })).toBe('');
  });
});

it.each([
  [{ date: null }, 'no date'],
  [{ date: '2019-01-01T00:00:00', date_precision: 'year' }, '2019'],
  [{ date: '2019-05-03T00:00:00' }, '05/03/2019'],
  [{ date: '2019-05-03T08:30:00' }, '05/03/2019 08:30'],
  [{ date: '2019-05-03T08:30:00', date_precision: 'time', date_offset: '-05:00' }, '05/03/2019 08:30'],
  [{ date: '2019-05-03T08:30:00', date_precision: 'time', date_offset: '+02:00' }, '05/03/2019 08:30 UTC+02:00'],
] as const)('the date %j is said as %s', (date, words) => expect(reportDate(date, 'America/Chicago')).toBe(words));

it('a form without a type is named in words', () =>
  expect(formName({ content_type: 'application/octet-stream' })).toBe('File of a type not stated'));

it.each([
  ['it is larger than 25 MB', 'It is larger than 25 MB.'],
  ['kept at the clinic that imported it', 'Kept at the clinic that imported it.'],
  ['Two images were left out.', 'Two images were left out.'],
])('the remark %j is the sentence %j', (remark, sentence) => expect(asSentence(remark)).toBe(sentence));

describe('a report on paper', () => {
  const cells = (given: Partial<ExternalReportView>) => {
    const report = { id: 'r', name: 'Letter', status: 'final', date: null, source: { system: 'County hospital' }, forms: [], ...given };
    return reportsFigure([report as unknown as ExternalReportView], undefined, null)
      .sheets.paper()
      .rows[0]?.cells.slice(3);
  };
  const text = { content_type: 'text/plain', text: 'Dear colleague,\nkidney function is reduced.' };

  it('has the text of its forms where there is no conclusion', () => {
    expect(
      cells({ forms: [text, { ...text, remark: 'some of its characters cannot be read' }, { content_type: 'application/pdf' }] }),
    ).toEqual([`${text.text}\n\n${text.text}`, 'Text: some of its characters cannot be read; PDF not printed; Source: County hospital']);
  });

  it('names the text where its conclusion is printed, and files of other clinics', () =>
    expect(
      cells({ conclusion: 'Reduced.', forms: [text, { content_type: 'application/pdf', remark: 'kept at the clinic that imported it' }] }),
    ).toEqual(['Reduced.', 'Text not printed; PDF not printed (kept at the clinic that imported it); Source: County hospital']));

  it('has the codes of its conclusion once', () =>
    expect(
      cells({
        beside: [
          { element: 'conclusionCode', text: 'Influenza' },
          { element: 'performer', text: 'Dr. Roe' },
        ],
        forms: [text],
      }),
    ).toEqual([`Influenza\n\n${text.text}`, 'Performed by: Dr. Roe; Source: County hospital']));

  it('says that there is neither', () => expect(cells({})?.[0]).toBe('none'));
});
