import { besideOfAll } from './beside-words.ts';

const by = (text: string) => [{ element: 'performer', text }];

describe('parts of all values of an item', () => {
  it('stand once where all values say them', () =>
    expect(besideOfAll(['Pulse', 'Weight'].map((name) => ({ name, beside: by('Nurse Ito') })))).toBe('Performed by: Nurse Ito'));

  it('stand behind the names of those that say them, where others do not', () =>
    expect(
      besideOfAll([
        { name: 'Pulse', beside: by('Nurse Ito') },
        { name: 'Weight', beside: by('Nurse Ito') },
        { name: 'Height', beside: by('Dr. Lee') },
        { name: 'Pain', beside: [] },
      ]),
    ).toBe('Pulse, Weight: Performed by: Nurse Ito · Height: Performed by: Dr. Lee'));

  it('are none where no value has any', () => expect(besideOfAll([{ name: 'Pulse' }, { name: 'Pain', beside: [] }])).toBeUndefined());
});
