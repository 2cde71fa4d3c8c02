// The tests that decide whether a change may land (npm test): the projects of jest.all.config.js with a choice of their files. A new suite goes to
// `npm run test:all`; here comes only what takes less than 10 s alone and covers what no file here does (CONTRIBUTING.md).
import all from './jest.all.config.js';

const named = (folder, names) => `<rootDir>/${folder}/{${names.join(',')}}.spec.ts`;

/** What is run of a project, instead of all its files. */
const chosen = {
  integration: [
    '**/*.http.spec.ts',
    '<rootDir>/services/ocr/{reading/*,against-picture}.spec.ts',
    '<rootDir>/tests/conformance/!(*.disconnections|*.addresses|*.kurrent).spec.ts',
    named('tests/integration', ['routes', 'consent.property', 'erasure']),
  ],
  // what a form of a report shows and saves takes as long as all else of reports; the lists of patients take 20 s
  dom: ['<rootDir>/tests/dom/!(external-report-forms|patients).spec.tsx'],
  browser: [
    named('tests/e2e', [
      ...[
        'access',
        'all-clinics',
        'examination',
        'history',
        'invite',
        'lab-result',
        'lists',
        'safety',
        'the-way',
        'touch',
        'treatment',
        'twice',
      ],
      'unsaved',
    ]),
  ],
};

export default {
  ...all,
  projects: all.projects.map((project) => ({ ...project, testMatch: chosen[project.displayName] ?? project.testMatch })),
};
