import { basename } from 'node:path';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';

// The API of a running application, for `vite` as a development server.
const api = process.env['ANAMNESIS_API'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: 'web',
  plugins: [react()],
  define: { NODE_ENV: JSON.stringify('production') },
  // a class is named after its file, so that it can be found from the page
  css: { modules: { generateScopedName: (name, file) => `${basename(file, '.module.css')}-${name}` } },
  resolve: { conditions: ['source', ...defaultClientConditions] },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // fonts and images stay files: the content security policy allows no data addresses for them
    assetsInlineLimit: 0,
    reportCompressedSize: true,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        // few files, since each costs a browser some milliseconds: what
        // every screen needs, the contract, what many need, and what records and charts share
        codeSplitting: {
          groups: [
            { name: 'shell', tags: ['$initial'], priority: 4 },
            // the words of requested names come with the forms that ask for one, those of reports with their list
            {
              name: 'contract',
              test: /[\\/]contracts[\\/](?!lab[\\/]requested-names|reports[\\/]report-progress)/,
              minShareCount: 2,
              priority: 3,
            },
            {
              name: 'components',
              test: /[\\/](web[\\/](ui|lib|record[\\/](patient|form))|node_modules)[\\/]/,
              minShareCount: 3,
              priority: 2,
            },
            { name: 'record', test: /[\\/]web[\\/](record|charts|features)[\\/]/, minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': api } },
});
