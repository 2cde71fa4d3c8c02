import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Version of the package, which is the API's; found from the sources and from the built program alike. */
export const release = (): string => {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    try {
      const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name: string; version: string };
      if (name === 'anamnesis') return version;
    } catch {
      // further up
    }
    if (folder === dirname(folder)) return 'unknown';
  }
};
