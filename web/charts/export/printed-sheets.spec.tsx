import { renderToStaticMarkup } from 'react-dom/server';
import { figure, lines, header } from './fixtures.ts';
import { type PrintedSection, PrintedSheets } from './printed-sheets.tsx';
import { notOpened } from './remark.ts';

const words = (sections: readonly PrintedSection[], leftOut: readonly string[] = []): string =>
  renderToStaticMarkup(<PrintedSheets header={header} sections={sections} leftOut={leftOut} />)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
const filled: PrintedSection = { id: 'lab-results', title: 'Lab results', figure: figure(lines()), remark: undefined };

describe('the printed record', () => {
  it('says of a section without data that there are none, under its title', () => {
    const empty = { says: 'There are no diagnoses in this record.', isDoubt: false };
    expect(words([{ id: 'diagnoses', title: 'Diagnoses', figure: undefined, remark: empty }, filled])).toContain(
      'Diagnoses There are no diagnoses in this record. Lab results 01/01/2018 to 06/30/2019',
    );
  });

  it('marks what may be missing as a doubt, and nothing else', () => {
    const markup = (isDoubt: boolean) =>
      renderToStaticMarkup(<PrintedSheets header={header} sections={[{ ...filled, remark: { says: 'Said', isDoubt } }]} leftOut={[]} />);
    expect(markup(true)).toContain('class="doubt"');
    expect(markup(false)).not.toContain('class="doubt"');
    expect(words([filled])).not.toContain('Said');
  });

  it('says it above the data that it casts doubt on', () =>
    expect(words([{ ...filled, remark: { says: 'It is old.', isDoubt: true } }])).toMatch(/Lab results 01\/01\/2018 to \S+ It is old\. /));

  it('says so of a section that was not opened, and which sections are not shown', () => {
    const said = words([{ id: 'examinations', title: 'Examinations', figure: undefined, remark: notOpened }], ['Treatments']);
    expect(said).toContain('Examinations This section had not been read when this was printed.');
    expect(said).toContain('Sections that are not printed: Treatments.');
  });
});
