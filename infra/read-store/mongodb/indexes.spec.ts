import type { Collection } from 'mongodb';
import type { MongoDatabase } from '../../mongodb/mongo-database.ts';
import { indexesFor, makeIndexes } from './indexes.ts';
import type { MongoDocument } from './stored.ts';

describe('indexes in MongoDB', () => {
  it('are on the data, and end with the id', () => {
    const [index, ...others] = indexesFor([['patient_id', 'born.year'], []]);
    expect([...index!.key]).toEqual([
      ['data.patient_id', 1],
      ['data.born.year', 1],
      ['_id', 1],
    ]);
    expect(others.map(({ name }) => name)).toEqual(['removed']);
  });

  it('have names that stay, one for each list of fields', () => {
    const names = indexesFor([['a', 'b'], ['b', 'a'], ['a.b'], ['a', 'b']]).map(({ name }) => name);
    expect(new Set(names).size).toBe(4);
    expect(names[0]).toBe('declared_0473ef2dc0d324ab');
    expect(names[3]).toBe(names[0]);
  });

  it('are refused where one is hidden, or on other fields than its name says', async () => {
    const present = indexesFor([['a'], ['b']]).map(({ name, key }) => ({ name, key: Object.fromEntries(key), hidden: false }));
    const collection = { collectionName: 'of', createIndexes: async () => [], indexes: async () => present };
    const database = { attempt: (work: () => Promise<unknown>) => work(), attemptUnhurried: (work: () => Promise<unknown>) => work() };
    const make = () => makeIndexes(database as MongoDatabase, collection as unknown as Collection<MongoDocument>, [['a'], ['b']]);
    await make();
    present[0]!.hidden = true;
    await expect(make()).rejects.toThrow(`indexes of of differ from their declaration: ${present[0]!.name}`);
    present[0]!.hidden = false;
    present[1]!.key = { _id: 1, 'data.b': 1 };
    await expect(make()).rejects.toThrow(`indexes of of differ from their declaration: ${present[1]!.name}`);
  });
});
