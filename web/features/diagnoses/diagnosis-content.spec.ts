import { contentErrors, contentOf, differences, EMPTY, formOf, merge, storedContent } from './diagnosis-content.ts';

const disease = { id: 'I10', code: 'I10', text: 'Hypertension', release: '2026' };
const typed = { disease, time_from: '2024-02-29T00:00:00', time_to: '' };

describe('the diagnosis form', () => {
  it.each([
    ['nothing', EMPTY, { disease: ['Field is required'], time_from: ['Field is required'] }],
    ['no ICD choice', { ...typed, disease: null }, { disease: ['Field is required'] }],
    ['a start that is no date', { ...typed, time_from: '2/30' }, { time_from: ['Must be a correct date'] }],
    ['a stop that is no date', { ...typed, time_to: 'soon' }, { time_to: ['Must be a correct date'] }],
    ['a stop on the start', { ...typed, time_to: typed.time_from }, { time_to: ['Date should be after 02/29/2024'] }],
    ['what is right', { ...typed, time_to: '2024-03-01T00:00:00' }, {}],
    ['what lasts', typed, {}],
  ])('says of %s what the server would say', (_name, content, errors) => expect(contentErrors(content)).toEqual(errors));

  it('sends what was typed', () => {
    expect(formOf(typed)).toEqual({ disease, time_from: typed.time_from, time_to: null });
    expect(formOf({ ...typed, time_to: '2024-03-01T00:00:00' }).time_to).toBe('2024-03-01T00:00:00');
  });

  it('opens with what is stored', () => {
    expect(contentOf({ disease, time_from: typed.time_from, time_to: null })).toEqual(typed);
    expect(contentOf({ disease: { text: 'Hypertonie' }, time_from: null, time_to: null })).toEqual(EMPTY);
    expect(storedContent({ disease, time_from: typed.time_from, time_to: null, draft: false })).toEqual(typed);
    expect(storedContent({ disease, time_from: typed.time_from, time_to: null, removed: true })).toBeNull();
    expect(storedContent(undefined)).toBeNull();
  });

  it('ruling 12: lays both versions side by side, and takes what is chosen', () => {
    const theirs = { ...typed, disease: { ...disease, code: 'I11', text: 'Heart disease' }, time_to: '2025-01-01T00:00:00' };
    expect(differences(typed, theirs)).toEqual([
      { field: 'disease', label: 'Diagnosis', mine: 'I10 Hypertension', theirs: 'I11 Heart disease' },
      { field: 'time_to', label: 'Stop date', mine: '', theirs: 'Wed Jan 1, 2025' },
    ]);
    expect(merge(typed, theirs, new Set(['time_to']))).toEqual({ ...typed, time_to: theirs.time_to });
  });
});
