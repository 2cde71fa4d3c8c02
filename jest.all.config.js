// Every test that needs only npm packages (npm run test:all). Tests run from the TypeScript sources: the `source` condition of package.json's
// imports, compiled on the fly by swc.
import { readFileSync } from 'node:fs';

/** Suites of unfinished work, which only `npm run verify` runs: tests/not-yet.json. */
const notYet = JSON.parse(readFileSync(new URL('tests/not-yet.json', import.meta.url), 'utf8')).map(
  ({ file }) => `<rootDir>/${file.replace(/[.()[\]]/g, '\\$&')}$`,
);

const swc = (tsx) => [
  '@swc/jest',
  {
    module: { type: 'es6' },
    jsc: {
      target: 'es2023',
      parser: { syntax: 'typescript', tsx, decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true, react: { runtime: 'automatic' } },
    },
  },
];

const common = {
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/data/', '<rootDir>/.engines/'],
  testPathIgnorePatterns: ['/node_modules/', ...(process.env.TEST_NOT_YET ? [] : notYet)],
  moduleNameMapper: { '\\.module\\.css$': '<rootDir>/tests/support/module.css.js', '\\.css$': '<rootDir>/tests/support/no.css.js' },
  transform: { '\\.ts$': swc(false), '\\.tsx$': swc(true) },
};

const running = { globalSetup: '<rootDir>/tests/support/prepare.js', globalTeardown: '<rootDir>/tests/support/prepare.after.js' };
const elsewhere = [
  '<rootDir>/tests/(integration|conformance|engines|dom)/',
  '\\.http\\.spec\\.ts$',
  '<rootDir>/services/ocr/',
  '<rootDir>/web/bundle-budget\\.spec\\.ts$',
];

/** Projects: unit (no server), integration (engines, servers, reading), dom (screens in a document without layout), browser (a headless one). */
export default {
  // In processes of their own, ended when they have grown: modules of ES kind are never freed within one.
  maxWorkers: 3,
  workerIdleMemoryLimit: '1200MB',
  testTimeout: 30_000,
  reporters: ['default', '<rootDir>/tests/support/slowest.reporter.js'],
  projects: [
    {
      ...common,
      displayName: 'unit',
      testMatch: ['**/*.spec.ts', '**/*.spec.tsx'],
      testPathIgnorePatterns: [...common.testPathIgnorePatterns, '<rootDir>/tests/e2e/', ...elsewhere],
    },
    {
      ...common,
      ...running,
      displayName: 'integration',
      testMatch: [
        '<rootDir>/tests/{integration,conformance,engines}/**/*.spec.ts',
        '**/*.http.spec.ts',
        '<rootDir>/services/ocr/**/*.spec.ts',
        '<rootDir>/web/bundle-budget.spec.ts',
      ],
    },
    {
      ...common,
      ...running,
      displayName: 'dom',
      testEnvironment: '<rootDir>/tests/support/dom.environment.js',
      testMatch: ['<rootDir>/tests/dom/**/*.spec.tsx'],
    },
    { ...common, ...running, displayName: 'browser', testMatch: ['<rootDir>/tests/e2e/**/*.spec.ts'] },
  ],
};
