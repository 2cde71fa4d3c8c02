import type { AuditEntry } from '#contracts/items/history';
import { lastOperation } from './last-operation.ts';

const change = (field: string, from: string | null, to: string | null, entry_id?: string) => ({
  field,
  from,
  to,
  ...(entry_id === undefined ? {} : { entry_id }),
});
const entry = (changes: AuditEntry['changes'], action = 'Changed'): AuditEntry => ({
  audit_id: 'a',
  action,
  event_type: 'LabResultCorrected',
  version: 1,
  created_by: 'Helen Hart',
  created_by_id: null,
  created_at: '2026-03-04T10:00:00.000Z',
  comment: 'Typing error',
  changes,
  sources: [],
});

describe('the last operation of a row', () => {
  it('says who, when, why and which value, values before ranges and dates', () => {
    const changes = [
      change('Date collected', '03/01/2026', '03/02/2026'),
      change('Creatinine value', '1.29 mg/dL', '1.28 mg/dL', 'a'),
      change('Creatinine range', '0.7 to 1.2', '0.7 to 1.1', 'a'),
    ];
    expect(lastOperation(entry(changes))).toEqual({
      action: 'Changed',
      event_type: 'LabResultCorrected',
      by: 'Helen Hart',
      by_id: null,
      at: '2026-03-04T10:00:00.000Z',
      reason: 'Typing error',
      changes: [
        { field: 'Creatinine', from: '1.29 mg/dL', to: '1.28 mg/dL', entry_id: 'a' },
        { field: 'Creatinine range', from: '0.7 to 1.2', to: '0.7 to 1.1', entry_id: 'a' },
        { field: 'Date collected', from: '03/01/2026', to: '03/02/2026' },
      ],
      more: 0,
    });
  });

  it('counts a changed range among what it leaves out, not the range of a new value', () => {
    const values = ['a', 'b', 'c'].map((id) => change(`${id} value`, '1', '2', id));
    const range = change('c range', '0.7 to 1.2', '0.7 to 1.1', 'c');
    expect(lastOperation(entry([...values, range]))).toMatchObject({ more: 1 });
    const begun = [change('d value', null, '1', 'd'), change('d range', null, 'up to 5', 'd')];
    const told = lastOperation(entry([...begun, range]));
    expect([told.changes.map(({ field }) => field), told.more]).toEqual([['d', 'c range'], 0]);
  });

  it('says how many more there are', () => {
    const changes = ['a', 'b', 'c', 'd', 'e'].map((id) => change(`${id} value`, null, '1', id));
    expect(lastOperation(entry(changes, 'Created'))).toMatchObject({ changes: [{ field: 'a' }, { field: 'b' }, { field: 'c' }], more: 2 });
  });

  it('tells a changed range where no value changed, and of a new item not what its name says', () => {
    const range = change('CRP range', 'up to 5', 'up to 6', 'a');
    expect(lastOperation(entry([range])).changes).toEqual([range]);
    const begun = [change('Diagnosis', null, 'I10'), change('Start date', null, '03/04/2026'), change('Draft', null, 'No')];
    expect(lastOperation(entry(begun, 'Created')).changes).toEqual([{ field: 'Start date', from: null, to: '03/04/2026' }]);
  });

  it('tells the dose and how often it is taken before schedule and dates, and what the treatment is before both', () => {
    const [medication, schedule, start, dose, frequency] = [
      ['Medication', 'medication', 'Lipitor'],
      ['Schedule', 'schedule_kind', 'Tapering'],
      ['Start date', 'time_from', '11/24/2025'],
      ['Dose', 'dosages.dose', '20 mg'],
      ['Frequency', 'frequency', 'once a day'],
    ].map(([field, path, to]) => ({ ...change(field!, null, to!), path: path! }));
    const fields = (changes: AuditEntry['changes']) => lastOperation(entry(changes)).changes.map(({ field }) => field);
    expect(fields([schedule!, start!, dose!, frequency!])).toEqual(['Dose', 'Frequency', 'Start date']);
    expect(fields([start!, dose!, { ...medication!, from: 'Zocor' }])).toEqual(['Medication', 'Dose', 'Start date']);
  });
});
