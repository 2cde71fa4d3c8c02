import { mutants } from './mutants.ts';
import { changedFiles } from './stage.ts';

it.each(mutants)('a product that $name can still be made of this one', async (mutant) => {
  expect((await changedFiles(mutant)).size).toBeGreaterThan(0);
});
