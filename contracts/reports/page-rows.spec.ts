import { recognition } from '#tests/support/report-events';
import { pageRow } from './page-rows.ts';

const [row] = recognition.row_data;

describe('a row as the validation screen is told it', () => {
  it('says no error where nothing is doubtful', () => expect(pageRow(row!, undefined)).toEqual({ ...row, parameter_status: 'Approved' }));

  it.each([
    ['unknown-name', 'ParameterName', 'The name is not in the catalogue'],
    ['two-readings', 'Value', 'Two readings of this value differ'],
    ['unit-missing', 'Value', 'No unit was found'],
    ['range-unclear', 'Range', 'The reference range could not be understood'],
  ] as const)('says what %s is about', (doubt, error_field, error) =>
    expect(pageRow({ ...row!, doubts: [doubt] }, undefined)).toMatchObject({ error, error_field }),
  );

  it('says all doubts, and the field of the first', () =>
    expect(pageRow({ ...row!, doubts: ['range-missing', 'fuzzy-name'] }, undefined)).toMatchObject({
      error: 'No reference range was found; The name was matched approximately',
      error_field: 'Range',
    }));

  it('says whether a person left it out', () => {
    expect(pageRow(row!, true)).toMatchObject({ ignored_during_validation: true });
    expect(pageRow(row!, false)).toMatchObject({ ignored_during_validation: false });
  });
});
