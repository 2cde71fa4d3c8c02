import { run } from './commands.ts';
import { inWords } from './in-words.ts';

run(process.argv.slice(2)).catch((error: unknown) => {
  console.error(inWords(error) ?? error);
  process.exit(1);
});
