import { renderToStaticMarkup } from 'react-dom/server';
import type { PageRequest } from '#contracts/reports/page-rows';
import { manualRow } from './page-draft.ts';
import { type RowDraft, rowErrors } from './row-draft.ts';
import { RowNotes } from './row-notes.tsx';

const row = { ...manualRow('r1'), name: 'Creatinine', parameter_id: 'p1', value: '1.28', unit: 'mg/dL' };
const person = { sex: 'Female', date_of_birth: '1950-03-01T00:00:00' };
const last = { ranges: [{ unit: 'mg/dL', min: '0.7', max: '1.2', collected: '2026-06-20T00:00:00' }] };
const notes = (given: Partial<RowDraft> = {}, whose = person, request?: PageRequest): string => {
  const shown = { ...row, ...given };
  const facts = { person: whose, last, collected: '2026-11-18T00:00:00' };
  return renderToStaticMarkup(
    <RowNotes
      row={shown}
      errors={rowErrors(shown)}
      warnings=""
      isAskedOver={false}
      note=""
      readOnly={false}
      facts={facts}
      request={request}
      onChange={() => undefined}
    />,
  );
};

it("ruling 49: offers the patient's last range where a row has none, and none of another unit, to a minor or for words", () => {
  expect(notes()).toContain('Last one: 0.7–1.2, 06/20/2026');
  const nothing = [
    notes({ unit: 'g/L' }),
    notes({ max: '1.3' }),
    notes({ value: 'negative' }),
    notes({ ignored: true }),
    notes({}, { ...person, date_of_birth: '2015-01-01T00:00:00' }),
  ];
  for (const html of nothing) expect(html).not.toContain('Last one');
});

it('shows each error under its own field', () => {
  const html = notes({ min: 'x', max: 'y', name: '' });
  expect(html.match(/data-part="\w+"/g)).toEqual(['data-part="name"', 'data-part="min"', 'data-part="max"']);
});

it('says that a printed flag stands beside another value, and offers to leave it out', () => {
  expect(notes({ flag: 'H', read: '1.90' })).toContain('Flag H is printed beside another value.');
  expect(notes({ flag: 'H', read: '1.28' })).not.toContain('Flag H');
});

it('says on one line what has not to be answered', () => {
  const html = notes({ flag: 'H', read: '1.90', value: '13,9', name: 'Rarum', parameter_id: null });
  expect(html.match(/<div class="facts">(?:(?!<div|<p).)*<\/div>/)?.[0]).toMatch(/Flag H .*Leave it out.*Read as 13\.9.*not requested yet/);
});

it('says that a value stands where the name belongs, unless the page was read so', () => {
  expect(rowErrors({ ...row, parameter_id: null, name: '12O' })).toMatchObject({ name: 'This looks like a value, not a name' });
  expect(rowErrors(row).name).toBeUndefined();
});

it('ruling 28: says how a number is read where that is not what stands there', () => {
  expect(notes({ value: '13,9', max: '.5' })).toContain('Read as 13.9, max 0.5');
  expect(notes({ value: '≤ 40' })).toContain('Read as &lt;=40');
  for (const html of [notes(), notes({ value: '< 40', max: '1.2' }), notes({ value: '13,9', ignored: true })])
    expect(html).not.toContain('Read as');
});

it('says how far the catalogue is with a name that it does not have, in the words of the documents', () => {
  const asked = (status: PageRequest['status'], given: Partial<RowDraft> = {}) =>
    notes({ name: 'Rarum', parameter_id: null, ...given }, person, {
      name: 'Rarum',
      id: 'r',
      status,
      requested_at: '2026-11-27T12:00:00.000Z',
    });
  const TRIGGERED = 'Parameter not found in the database - we&#x27;ve triggered a request for adding it.';
  expect(asked('AutomaticallyRequested')).toContain(`${TRIGGERED} Pending since 11/27/2026.`);
  expect(asked('AutomaticallyRequested')).toContain('Request as well');
  // nothing was triggered yet
  expect(notes({ name: 'Rarum', parameter_id: null })).toContain('Not in the catalogue, and not requested yet.');
  expect(notes({ name: 'Rarum', parameter_id: null })).not.toContain(TRIGGERED);
  expect(notes({ name: 'Rarum', parameter_id: null })).toContain('Request: add Rarum to the lab parameters');
  expect(asked('PendingApproval')).toContain(
    'Addition to the lab parameters database was already requested (requested 11/27/2026, pending)',
  );
  expect(asked('PendingApproval')).not.toMatch(/Request.*: add/);
  expect(asked('Rejected')).toContain('It was requested before, and rejected');
  // approved since the row was read
  expect(asked('Approved')).toContain('The catalogue has this name now');
  expect(asked('Approved')).not.toMatch(/not requested|Request.*: add/);
  expect(asked('AutomaticallyRequested', { ignored: true })).not.toMatch(/Request.*: add/);
  expect(notes()).not.toContain('request');
});

it('offers to request the printed phrase where another name was taken for it', () => {
  const html = notes({ name: 'Creatinine', fuzzy_match_from: 'Creatlnine' });
  expect(html).toContain('Parameter [Creatinine] was matched using the fuzzy algorithm from the original phrase [Creatlnine].');
  expect(html).toContain('Request the original: add Creatlnine to the lab parameters');
});
