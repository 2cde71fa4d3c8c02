import { mayStay, PAGING } from './former-answer.ts';

const page = (patient: string, rest: string) => `/api/lab-results?patient_id=${patient}&${rest}`;

describe('what is kept in sight while something else is read', () => {
  it('is the former page of the same list', () => {
    expect(mayStay(page('ada', 'skip=0&take=10'), page('ada', 'skip=10&take=10'), PAGING)).toBe(true);
    expect(mayStay(page('ada', 'skip=0&take=10'), page('ada', 'take=50'), PAGING)).toBe(true);
  });

  it('is never anything of another patient, whatever may differ', () => {
    for (const differing of [PAGING, true, ['patient_id', 'skip']]) {
      expect(mayStay(page('ada', 'skip=0'), page('bea', 'skip=0'), differing)).toBe(false);
      expect(mayStay(page('ada', 'skip=0'), '/api/lab-results?skip=0', differing)).toBe(false);
      expect(mayStay('/api/lab-results?skip=0', page('ada', 'skip=0'), differing)).toBe(false);
    }
  });

  it('is nothing of another list, nor of one that was filtered otherwise', () => {
    expect(mayStay('/api/intakes?skip=0', '/api/diagnoses?skip=0', true)).toBe(false);
    expect(mayStay(page('ada', 'skip=0'), page('ada', 'skip=0&removed=true'), PAGING)).toBe(false);
    expect(mayStay(page('ada', 'removed=true&skip=0'), page('ada', 'skip=10'), PAGING)).toBe(false);
  });

  it('is what a search found before, but not where nothing is to be kept', () => {
    expect(mayStay('/api/patients?skip=0&order_by=None', '/api/patients?skip=10&order_by=LastName', true)).toBe(true);
    expect(mayStay(page('ada', 'skip=0'), page('ada', 'skip=10'), false)).toBe(false);
  });
});
