// Puts the compiled server and the libraries that are made of many small modules into one file, which starts in half the time:
// opening a thousand modules is most of a start. What is large, native or rarely needed stays where it is.
import { join, relative } from 'node:path';

/** Bundled; everything else in node_modules is loaded as it was installed. */
const libraries = [/^@nestjs\//, /^rxjs/, /^zod/, 'iterare', 'jose', 'lossless-json', 'reflect-metadata', 'tslib', 'uid', 'uuid'];

/** Lets code find what stands beside it (workers, models, starter lists) from where the bundle lies. */
const placesOf = (dist, outDir) => ({
  name: 'places',
  transform(code, id) {
    if (!id.startsWith(dist) || !code.includes('import.meta.url')) return null;
    const place = JSON.stringify(relative(outDir, id).split('\\').join('/'));
    return { code: code.replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`), map: null };
  },
});

/** Bundles `dist/services/cli/main.js` into `dist/program/main.js`. */
export const bundle = async (root) => {
  const { build } = await import('vite');
  const [dist, outDir] = [join(root, 'dist'), join(root, 'dist', 'program')];
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [placesOf(dist, outDir)],
    ssr: { target: 'node', noExternal: [...libraries, /^#/] },
    build: {
      ssr: true,
      target: 'node20',
      minify: false,
      copyPublicDir: false,
      outDir,
      emptyOutDir: true,
      rolldownOptions: {
        input: { main: join(dist, 'services', 'cli', 'main.js') },
        output: { keepNames: true, entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
        // types that decorators name are looked for among the values: there are none, and the code says so itself
        checks: { importIsUndefined: false },
      },
    },
  });
};
