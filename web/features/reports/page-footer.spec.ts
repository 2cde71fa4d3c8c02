import type { PatientView } from '#contracts/people/patients';
import type { PageView } from '#contracts/reports/reports';
import type { PageFormState } from './page.state.ts';
import { missing } from './page-footer.tsx';

const BORN = '1950-03-01T00:00:00';
const page = { status: 'ValidationRequired', recognition: null, validation: null } as unknown as PageView;
const state = (patient: Partial<PatientView> | undefined, isPicked: boolean) =>
  ({ content: { rows: [], collected: '2026-01-02T00:00:00', isOther: false }, patient, birth: BORN, isPicked }) as unknown as PageFormState;
const similar = { first_name: 'Erika', last_name: 'Mustermann', date_of_birth: BORN, similar_name: true };

it('ruling 27: takes nobody by a name that two have, until a person chose', () => {
  expect(missing(page, state(similar, false))).toEqual(['choose the patient: another one has a similar name']);
  expect(missing(page, state(similar, true))).toEqual([]);
  const same = { ...similar, same_name_and_birth_date: true as const };
  expect(missing(page, state(same, false))).toEqual(['choose the patient: another one has the same name and birth date']);
  expect(missing(page, state({ ...similar, similar_name: undefined }, false))).toEqual([]);
  expect(missing(page, state(undefined, false))).toEqual(['choose the patient']);
});

it('document 3: wants the date of birth, and ruling 25: one other than that of the record is confirmed', () => {
  const plain = { ...similar, similar_name: undefined };
  expect(missing(page, { ...state(plain, true), birth: '' })).toEqual(['enter the date of birth']);
  const other = { ...state(plain, true), birth: '1951-03-01T00:00:00' };
  expect(missing(page, other)).toEqual(['confirm the patient']);
  expect(missing(page, { ...other, content: { ...other.content, isOther: true } })).toEqual([]);
});
