import fc from '#tests/support/fast-check';
import { type NamesIn, slipsOf, withLikeNames, withSameBirth } from './like-names.ts';
import { isLookAlike } from './look-alikes.ts';
import type { PatientDocument } from './patients.projection.ts';

const patient = (id: string, [last, first]: readonly [string, string]) => ({ id, search: { last, first } }) as PatientDocument;

/** Looks through a list as the store would, and counts what it answers. */
const among = (all: readonly PatientDocument[]) => {
  const read: { documents: number; calls: number } = { documents: 0, calls: 0 };
  const namesIn: NamesIn = async ({ last, last_begins = '', first_begins = '', given, most = Infinity }) => {
    const wanted = last && new Set(last);
    const isWanted = (own: PatientDocument['search']) =>
      (wanted?.has(own.last) ?? true) &&
      own.last.startsWith(last_begins) &&
      own.first.startsWith(first_begins) &&
      (given?.some((name) => own.first === name || own.first.startsWith(`${name} `)) ?? true);
    const found = all.filter(({ search }) => isWanted(search)).slice(0, most);
    read.documents += found.length;
    read.calls += 1;
    return found;
  };
  return { namesIn, read };
};

const people = (...names: (readonly [string, string])[]) => names.map((name, n) => patient(`p${n}`, name));
const similarIn = async (all: readonly PatientDocument[], shown = all) => [...(await withLikeNames(shown, among(all).namesIn))].sort();

describe('ruling 27: those for whom another patient could be taken', () => {
  it('have a namesake, or one whose name is a slip away', async () => {
    expect(await similarIn(people(['schneider', 'mia'], ['schnieder', 'mia'], ['schuster', 'mia']))).toEqual(['p0', 'p1']);
    expect(await similarIn(people(['smith', 'katherine'], ['smith', 'catherine'], ['smith', 'bob']))).toEqual(['p0', 'p1']);
    expect(await similarIn(people(['müller', 'ava'], ['muller', 'bob'], ['иванова', 'анна'], ['иваново', 'анна']))).toEqual(['p2', 'p3']);
  });

  it('whatever they are written in', async () => {
    expect(await similarIn(people(['kowalski', 'jan'], ['kowałski', 'jan'], ['kowal', 'jan']))).toEqual(['p0', 'p1']);
    expect(await similarIn(people(['אברמוביץ', 'דוד'], ['אברמוביצ', 'דוד'], ['אברהמי', 'דוד']))).toEqual(['p0', 'p1']);
    expect(await similarIn(people(['გელაშვილი', 'ანა'], ['გელაშვილე', 'ანა']))).toEqual(['p0', 'p1']);
  });

  it('have one name that the other one has too', async () => {
    const all = people(['', 'nagarajan'], ['smith', 'nagarajan'], ['', 'naomi'], ['suharto', ''], ['suharto', 'ana'], ['', 'nagarajanan']);
    expect(await similarIn(all)).toEqual(['p0', 'p1', 'p3', 'p4']);
    expect(await similarIn(all, [all[1]!])).toEqual(['p1']);
    expect(await similarIn(people(['', 'nagarajan anna'], ['', 'nagarajan']))).toEqual(['p0', 'p1']);
    expect(await similarIn(people(['', 'nagarajan'], ['', 'naomi']))).toEqual([]);
  });

  it('need not both be on the page, and nobody is like themselves', async () => {
    const all = people(['morgan', 'ava'], ['morgan', 'anna'], ['kim', 'grace']);
    expect(await similarIn(all, [all[0]!, all[2]!])).toEqual(['p0']);
  });

  it('are those that comparing everybody with everybody finds', async () => {
    const named = (beginnings: string[], ...written: string[]) =>
      fc
        .tuple(fc.constantFrom(...beginnings), fc.array(fc.constantFrom(...written), { maxLength: 6 }))
        .map(([beginning, rest]) => beginning + rest.join(''));
    const last = fc.oneof(
      fc.constant(''),
      named(['mo', 'ma', 'м'], 'a', 'b', 'c', 'ø', "'", ' ', 'я', 'λ'),
      named(['გე'], 'ა', 'ბ', 'გ', ' '),
    );
    const name = fc
      .tuple(last, fc.constantFrom('ava', 'eva', 'ana', 'hanna', 'anna maria', ''))
      .filter(([one, other]) => one !== '' || other !== '');
    await fc.assert(
      fc.asyncProperty(fc.array(name, { maxLength: 30 }), async (names) => {
        const all = people(...names);
        const isLike = (a: PatientDocument, b: PatientDocument) =>
          a.id !== b.id &&
          (a.search.last === '' || b.search.last === '' || a.search.last.slice(0, 2) === b.search.last.slice(0, 2)) &&
          isLookAlike(a.search, b.search);
        const expected = all.filter((one) => all.some((other) => isLike(one, other))).map(({ id }) => id);
        expect(await similarIn(all)).toEqual(expected.sort());
      }),
    );
  });

  it('are found without reading the clinic: two of the most common name tell', async () => {
    const clinic = people(...Array.from({ length: 3000 }, (_, n) => [n % 2 ? 'smith' : `qu${n}ist${n}`, 'ava'] as const));
    const { namesIn, read } = among(clinic);
    expect(await withLikeNames(clinic.slice(0, 50), namesIn)).toHaveProperty('size', 25);
    expect(read).toEqual({ documents: 25 * 2 + 25 + 25, calls: 52 });
  });
});

it('a last name has some hundred slips, a short one none', () => {
  expect(slipsOf('kim')).toEqual([]);
  expect(slipsOf('schneider')).toEqual(expect.arrayContaining(['schnieder', 'schnider', 'schneiders', "schneider'", 'schnyider']));
  expect(slipsOf('schneider')).not.toContain('schneider');
  expect(slipsOf('schneider').length).toBeLessThan(700);
});

describe('ruling 27: those who may have two records', () => {
  const born = (id: string, name: readonly [string, string], date_of_birth: string, date_of_birth_precision?: 'year' | 'month') =>
    ({ ...patient(id, name), date_of_birth, ...(date_of_birth_precision && { date_of_birth_precision }) }) as PatientDocument;
  const sameIn = async (...all: PatientDocument[]) => {
    const bornOn = async (days: readonly string[], last: readonly string[]) =>
      all.filter(({ date_of_birth, search }) => days.some((day) => date_of_birth.startsWith(day)) && last.includes(search.last));
    return [...(await withSameBirth(all, bornOn))].sort();
  };
  const [DAY, OTHER] = ['1961-03-09T00:00:00', '1961-09-03T00:00:00'];

  it('have the same name and the same day of birth', async () => {
    const doris = ['duplikat', 'doris'] as const;
    expect(await sameIn(born('a', doris, DAY), born('b', doris, DAY), born('c', doris, OTHER))).toEqual(['a', 'b']);
    expect(await sameIn(born('a', doris, DAY), born('b', doris, '1961-03-09T08:00:00'))).toEqual(['a', 'b']);
    expect(await sameIn(born('a', doris, DAY), born('b', ['duplikat', 'dora'], DAY), born('c', ['duplikate', 'doris'], DAY))).toEqual([]);
    // the one's day is the other one's name
    expect(await sameIn(born('a', doris, DAY), born('b', ['kim', 'doris'], OTHER), born('c', doris, OTHER))).toEqual([]);
  });
  it('are not those of whom only the year or the month of birth is known, or nothing', async () => {
    const anna = ['kim', 'anna'] as const;
    const first = '1948-01-01T00:00:00';
    expect(await sameIn(born('a', anna, first, 'year'), born('b', anna, first, 'year'))).toEqual([]);
    expect(await sameIn(born('a', anna, first, 'month'), born('b', anna, first))).toEqual([]);
    expect(await sameIn(born('a', anna, ''), born('b', anna, ''))).toEqual([]);
  });
});
