import { run } from './commands.ts';
import { inWords } from './in-words.ts';

// Files are their owner's alone, in whatever folder they are written.
process.umask(0o077);

// Whoever reads what is printed may stop reading, as `head` does: that ends no server, and no command half way.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

run(process.argv.slice(2)).catch((error: unknown) => {
  console.error(inWords(error) ?? error);
  process.exit(1);
});
