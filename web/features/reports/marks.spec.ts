import type { PageView } from '#contracts/reports/reports';
import { printed } from '#tests/support/printed';
import { recognition } from '#tests/support/report-events';
import { inputOf, isSame, marksOf, PERSON } from './marks.ts';
import { contentOf } from './page-content.ts';

const at = (left: number) => ({ top: 10, left, right: left + 20, bottom: 30 });
const page: Pick<PageView, 'recognition' | 'match'> = {
  match: null,
  recognition: {
    ...recognition,
    header_regions: { patient_first_name: at(0), patient_last_name: at(40), date_collected: at(100) },
    row_data: recognition.row_data.map((row) => ({
      ...row,
      field_value: printed({ name: row.id, value: '1', range: '0.6-1.3', unit: 'mg/dL' }, { name: at(0), value: at(100), unit: at(200) }),
    })),
  },
};
const content = contentOf(page, null);
const shades = (change = content) =>
  Object.fromEntries(marksOf(page, change, '').map(({ row, field, shade }) => [`${row} ${field}`, shade]));

describe('the marks on the page', () => {
  it('are one for each field that was read somewhere, both names in one', () => {
    expect(Object.keys(shades())).toEqual([
      'person patient',
      'person collected',
      'creatinine name',
      'creatinine value',
      'creatinine unit',
      'glucose name',
      'glucose value',
      'glucose unit',
    ]);
    expect(marksOf(page, content, '')[0]?.region).toEqual({ top: 10, left: 0, right: 60, bottom: 30 });
  });

  it('document 3: empty fields are yellow, filled ones green, but not units and ignored rows', () => {
    const [first, second] = content.rows;
    const rows = [
      { ...first!, value: ' ' },
      { ...second!, ignored: true },
    ];
    expect(shades({ ...content, rows })).toMatchObject({
      'person patient': 'empty',
      'person collected': 'filled',
      'creatinine name': 'filled',
      'creatinine value': 'empty',
      'creatinine unit': 'none',
      'glucose value': 'none',
    });
  });

  it('lead to their inputs, a range to its upper limit', () => {
    expect(inputOf({ row: 'r1', field: 'range', region: at(0), shade: 'none' })).toBe('[id="r1-max"]');
    expect(inputOf({ row: 'r1', field: 'unit', region: at(0), shade: 'none' })).toBe('[id="r1-unit"]');
    expect(inputOf({ row: PERSON, field: 'patient', region: at(0), shade: 'none' })).toBe('[data-person="patient"] input');
  });

  it('are the same place only where row and field are', () => {
    const mark = { row: 'r1', field: 'value', region: at(0), shade: 'none' } as const;
    expect([isSame({ row: 'r1', field: 'value' }, mark), isSame({ row: 'r1' }, mark), isSame(undefined, mark)]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
