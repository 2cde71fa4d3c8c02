// Tests run from the TypeScript sources: the `source` condition of package.json's imports, compiled on the fly by swc.
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

export default {
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/data/'],
  testMatch: ['**/*.spec.ts', '**/*.spec.tsx'],
  testTimeout: 30_000,
  moduleNameMapper: { '\\.css$': '<rootDir>/tests/support/no.css.js' },
  transform: { '\\.ts$': swc(false), '\\.tsx$': swc(true) },
};
