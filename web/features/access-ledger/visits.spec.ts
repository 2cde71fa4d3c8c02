import type { OwnAccessView } from '#contracts/people/access-ledger';
import { visitsOf } from './visits.ts';

const read = (number: number, clock: string, kind: string, change: Partial<OwnAccessView> = {}): OwnAccessView => ({
  ...{ number, at: `2026-03-01T${clock}:00.000Z`, person: 'Helen Hart', clinic: 'Lindenhof', kind, own: false },
  ...change,
});

it('puts what one person read within minutes into one visit, each kind once', () => {
  const reads = [read(4, '10:09', 'Trends'), read(3, '10:02', 'Diagnoses'), read(2, '10:01', 'Trends'), read(1, '10:00', 'Patient data')];
  expect(visitsOf(reads)).toEqual([
    {
      ...{ number: 4, person: 'Helen Hart', clinic: 'Lindenhof', own: false },
      ...{ from: '2026-03-01T10:00:00.000Z', to: '2026-03-01T10:09:00.000Z', kinds: ['Patient data', 'Trends', 'Diagnoses'] },
    },
  ]);
});

it('keeps apart who else came, from another clinic, as oneself, or after a pause', () => {
  const others = [{ person: 'Paul Bright' }, { clinic: 'Harbor Clinic' }, { own: true }];
  for (const change of others) expect(visitsOf([read(2, '10:01', 'Trends', change), read(1, '10:00', 'Trends')])).toHaveLength(2);
  expect(visitsOf([read(2, '10:11', 'Trends'), read(1, '10:00', 'Trends')])).toHaveLength(2);
  expect(visitsOf([])).toEqual([]);
});
