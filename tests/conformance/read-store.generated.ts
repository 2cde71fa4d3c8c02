import fc from '#tests/support/fast-check';
import type { Condition, Filter, Json, JsonObject, Query, Scalar } from '#infra/read-store/read-store';

const text = fc.oneof(
  fc.constantFrom(
    '',
    'a',
    'ab',
    'abc',
    'b',
    'B',
    '1',
    'true',
    'null',
    '[1]',
    '[',
    '{}',
    'a%',
    'a_',
    "a'",
    'a"',
    'a\0b',
    'é',
    '\ud7ff',
    '\uffff',
    '𝄞',
    '\u{10ffff}',
  ),
  fc.string({ unit: 'binary', maxLength: 3 }),
);
const number = fc.oneof(
  fc.constantFrom(0, 1, -1, 0.1, 1.5, 10, 2 ** 53, 2 ** 60, -(2 ** 63), 1e300, 5e-324),
  fc.integer({ min: -3, max: 3 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0 || 0), // JSON has no negative zero
);
const scalar: fc.Arbitrary<Scalar> = fc.oneof(text, number, fc.boolean(), fc.constant(null));
const anything = fc.oneof({ weight: 6, arbitrary: scalar }, fc.constantFrom<Json>([], [1], ['a'], { x: 1 }, { x: { y: 'a' } }));

/** Fields `a` and `b` hold anything, `n` numbers and `t` texts or nothing, `nested.x` and `nested.deep.y` scalars. */
export const documentData = fc.record(
  {
    a: anything,
    b: anything,
    n: fc.oneof(number, fc.constant(null)),
    t: fc.oneof(text, fc.constant(null)),
    nested: fc.oneof(fc.record({ x: scalar, deep: fc.record({ y: scalar }, { requiredKeys: [] }) }, { requiredKeys: [] }), scalar),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<JsonObject>; // a field that is left out is no field that is undefined

const bound = fc.oneof(number, text);
const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({ eq: scalar }),
  fc.record({ ne: scalar }),
  fc.record({ in: fc.array(scalar, { maxLength: 4 }) }),
  fc.record({ prefix: text }),
  fc.record({ gt: bound, gte: bound, lt: bound, lte: bound }, { requiredKeys: [] }).filter((range) => Object.keys(range).length > 0),
);
const field = fc.constantFrom('a', 'b', 'n', 't', 'nested.x', 'nested.deep.y', 'absent');
const filter: fc.Arbitrary<Filter> = fc.dictionary(field, condition, { maxKeys: 3, noNullPrototype: true });

export const query: fc.Arbitrary<Query> = fc.record(
  {
    filter,
    any_of: fc.array(fc.array(filter, { maxLength: 3 }), { maxLength: 3 }),
    beyond: fc.oneof(
      text,
      fc.nat({ max: 9 }).map((n) => `d${n}`),
    ),
    sort: fc.uniqueArray(fc.tuple(fc.constantFrom('n', 't'), fc.constantFrom('asc' as const, 'desc' as const)), {
      maxLength: 2,
      selector: ([name]) => name,
    }),
    skip: fc.nat({ max: 5 }),
    take: fc.nat({ max: 5 }),
  },
  { requiredKeys: [] },
);
