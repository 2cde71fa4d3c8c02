import { changesText, sinceWhen } from './changes-text.ts';

const none = {
  lab_results: 0,
  intakes: 0,
  diagnoses: 0,
  examinations: 0,
  corrected: 0,
  removed: 0,
  comments: 0,
  external: 0,
  unchecked: 0,
  critical: 0,
  abnormal: 0,
  last_seen_at: new Date(2026, 7, 12, 12).toISOString(), // noon wherever this runs
};

it('says what is new since the person looked', () =>
  expect(changesText({ ...none, lab_results: 3, corrected: 1, comments: 1, external: 2 })).toBe(
    'Since 08/12/2026: 3 lab entries, 1 corrected, 1 comment, 2 external',
  ));
it('ruling 24: counts what nobody has checked apart', () =>
  expect(changesText({ ...none, diagnoses: 1, examinations: 1200, unchecked: 2, removed: 1 })).toBe(
    'Since 08/12/2026: 1 diagnosis, 1,200 examinations, 1 removed, 2 unchecked',
  ));
it('says how many of them are critical or abnormal', () => {
  expect(changesText({ ...none, lab_results: 3, critical: 1, abnormal: 2 })).toBe(
    'Since 08/12/2026: 3 lab entries; 1 with critical values, 2 with abnormal values',
  );
});
it('says that nothing is', () => expect(changesText(none)).toBe('Nothing new since 08/12/2026'));
it('calls all of it new to who never said to have seen it, and is silent on an empty record', () => {
  expect(changesText({ ...none, last_seen_at: null, intakes: 2 })).toBe('New to you: 2 treatments');
  expect(changesText({ ...none, last_seen_at: null })).toBeUndefined();
  expect([sinceWhen(null), sinceWhen(none.last_seen_at)]).toEqual(['to you', 'since 08/12/2026']);
});
