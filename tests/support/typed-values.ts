import fc from '#tests/support/fast-check';

/** A typed value and the unit of its row. */
export interface TypedValueRow {
  value: string;
  unit: string;
  as_text?: true;
}

/** Result of typing: a number, words, or a question that must be answered before the form can be saved. */
export type TypedOutcome = { number: string } | { words: string } | { asks: string };

/** A form with a field for a value. */
export interface ValueEditor {
  /** As the form reads the row. */
  outcome: (row: TypedValueRow) => TypedOutcome;
  /** Codes of the questions that were answered, as they go with the save. */
  answered: (row: TypedValueRow) => readonly string[];
}

const NUMBER = 'Field should be number';
const MMOL = 'mmol/L';

/** One rule for typed values in each form: none becomes words without a question unless it is plainly words (rulings 17, 28, 56). */
export const itAsksAboutTypedValues = (editor: ValueEditor): void => {
  const made = (value: string, unit = MMOL): TypedOutcome => editor.outcome({ value, unit });

  describe('a typed value', () => {
    it.each(['5..2', '12O', '1O0', 'l2', '1.000,5', '5,2,1', '5.2.1', '5 2', '4-5', '2+', '1:80', '1/80', '3-5 /HPF', '½', '١٢'])(
      'asks about %j',
      (value) => expect(made(value)).toEqual({ asks: NUMBER }),
    );

    it.each(['lO', 'O.5', 'Il', '..', ',', '-', '--', '?', '<', '>=', 'S.O', 'x', 'o', 'A'])(
      'asks about %j, which has no digit and is no word',
      (value) => expect(made(value)).toEqual({ asks: NUMBER }),
    );

    it.each(['5.2 mg/L', '5.2mg/L', '120 cm', '1e5', '0x10', '140 (?)'])('asks about the unit in %j, which the row has not', (value) => {
      const { asks } = made(value) as { asks: string };
      expect(asks).toMatch(/^The unit '\S+' is not known here: /);
    });

    it.each([
      ['1,000', '1.000 or 1000?'],
      ['>12,345', '12.345 or 12345?'],
    ])('asks which number %j is', (value, asks) => expect(made(value)).toEqual({ asks }));

    it.each([
      ['5.2', '5.2'],
      ['5,2', '5.2'],
      ['.5', '0.5'],
      ['-1.5', '-1.5'],
      ['<5', '<5'],
      ['≥ 60', '>=60'],
      ['1,234.5', '1234.5'],
      ['5.2 mmol/L', '5.2'],
      ['5.2mmol/l', '5.2'],
    ])('reads %j as a number', (value, number) => expect(made(value)).toEqual({ number }));

    it.each(['Negative', '+++', '(+)', 'n/a', 'trace', 'not detected', 'haemolysed', 'Non-reactive', '溶血'])(
      'takes %j for words',
      (words) => expect(made(words)).toEqual({ words }),
    );

    it.each(['1:80', '<1:80', 'O', 'AB+', '3-5 /HPF', '10–15 per field', '2+', '3 ++', 'Negative'])(
      'takes %j for words where nothing says that the parameter is a number',
      (words) => expect(made(words, '')).toEqual({ words }),
    );

    it.each(['/HPF', '/[HPF]', 'per field'])("takes '3-5' for a count where the unit is %j, and a number for a number", (unit) => {
      expect(made('3-5', unit)).toEqual({ words: '3-5' });
      expect(made('4', unit)).toEqual({ number: '4' });
    });

    it.each(['5..2', '12O', '3-5', '1/10', '5.2 mg/L', '1.000,5', 'HPV 16'])('asks about %j without a unit beside it too', (value) =>
      expect(made(value, '')).toHaveProperty('asks'),
    );

    it('is words once a person has said so, and the save says that it was asked', () => {
      const row: TypedValueRow = { value: '5..2', unit: MMOL, as_text: true };
      expect(editor.outcome(row)).toEqual({ words: '5..2' });
      expect(editor.answered(row)).toEqual(['typed-text']);
      expect(editor.answered({ value: 'Negative', unit: MMOL })).toEqual([]);
      expect(editor.answered({ value: '1:80', unit: '' })).toEqual([]);
    });

    it('with a digit in it never becomes words of a parameter that has a unit, whatever is typed', () => {
      const typed = fc
        .array(fc.constantFrom(...'0123456789.,:/-+<>=≤ lOIxe%mgL?½²'), { minLength: 1, maxLength: 8 })
        .map((all) => all.join(''));
      fc.assert(
        fc.property(typed, (value) => {
          const outcome = made(value);
          if ('words' in outcome) expect(outcome.words).not.toMatch(/\p{N}/u);
        }),
      );
    });
  });
};
