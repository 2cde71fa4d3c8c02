// The fences between the rooms: who may import whom. Cycles and type-only imports count.
const rooms = (names) => `^(${names})/`;

/** The layers of the web, each above those that follow. */
const layers = ['app', 'features', 'record', 'charts', 'ui', 'lib'];

export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    ...layers.map((layer, n) => ({
      name: `web-${layer}-knows-only-what-is-below`,
      severity: 'error',
      from: { path: `^web/${layer}/`, pathNot: '\\.spec\\.tsx?$' },
      to: { path: `^web/(${layers.slice(0, n).join('|') || 'none'})/` },
    })),
    {
      name: 'features-do-not-know-each-other',
      severity: 'error',
      from: { path: '^web/features/([^/]+)/', pathNot: '\\.spec\\.tsx?$' },
      to: { path: '^web/features/', pathNot: '^web/features/$1/' },
    },
    {
      name: 'nothing-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: ['^node$', '^pdfjs-dist/types/', '^fhir/'] },
    },
    {
      name: 'contracts-know-only-zod',
      severity: 'error',
      from: { path: '^contracts/', pathNot: '\\.spec\\.ts$' },
      to: { pathNot: ['^contracts/', 'node_modules/zod'] },
    },
    {
      name: 'services-do-not-know-projections',
      severity: 'error',
      from: { path: '^services/', pathNot: '^services/cli/' },
      to: { path: '^projections/' },
    },
    { name: 'projections-do-not-know-services', severity: 'error', from: { path: '^projections/' }, to: { path: '^services/' } },
    {
      name: 'gateway-knows-contracts-and-infra',
      severity: 'error',
      from: { path: '^services/gateway/', pathNot: '\\.spec\\.ts$' },
      to: { path: ['^services/(?!gateway/)', rooms('projections|catalogues|web|tests')] },
    },
    {
      name: 'infra-knows-only-contracts',
      severity: 'error',
      from: { path: '^infra/', pathNot: '\\.spec\\.ts$' },
      to: { path: rooms('services|projections|catalogues|web|tests') },
    },
    {
      name: 'catalogues-know-contracts-and-infra',
      severity: 'error',
      from: { path: '^catalogues/', pathNot: '\\.spec\\.ts$' },
      to: { path: rooms('services|projections|web|tests') },
    },
    {
      name: 'slices-of-records-do-not-know-each-other',
      severity: 'error',
      from: { path: '^services/records/([^/]+)/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^services/records/', pathNot: '^services/records/($1|items)/' },
    },
    {
      name: 'projections-do-not-know-each-other',
      severity: 'error',
      from: { path: '^projections/([^/]+)/.*\\.projection\\.ts$' },
      to: { path: '^projections/', pathNot: ['^projections/$1/', '^projections/runner/'] },
    },
    {
      name: 'deciders-are-pure',
      severity: 'error',
      from: { path: '\\.decider\\.ts$' },
      to: { pathNot: ['^contracts/', '^infra/event-store/decider\\.ts$', '\\.decider\\.ts$'] },
    },
    {
      name: 'folds-are-pure',
      severity: 'error',
      from: { path: '\\.projection\\.ts$' },
      to: { pathNot: ['^contracts/', '^projections/runner/projection\\.ts$'] },
    },
    {
      name: 'web-knows-contracts-and-http',
      severity: 'error',
      from: { path: '^web/', pathNot: '\\.spec\\.tsx?$' },
      to: { path: rooms('services|projections|catalogues|infra|tests') },
    },
    {
      name: 'only-roots-read-configuration',
      severity: 'error',
      from: { pathNot: ['^infra/config/', '^services/cli/', '^tests/'] },
      to: { path: '^infra/config/' },
    },
    {
      name: 'only-roots-choose-engines',
      severity: 'error',
      from: {
        path: '^(services|projections|catalogues|infra)/',
        pathNot: ['^services/cli/', '\\.spec\\.ts$', '/(sqlite|directory|smtp|eventstoredb|mongodb|kafka)/'],
      },
      to: { path: '^(infra/[^/]+|catalogues|services/gateway/[^/]+)/(sqlite|directory|smtp|eventstoredb|mongodb|kafka)/' },
    },
    {
      // whoever has the keys opens no foreign picture
      name: 'only-children-open-pictures',
      severity: 'error',
      from: { pathNot: ['^services/ocr/(reading|fixtures)/', '\\.child\\.ts$', '\\.spec\\.ts$', '^tests/'] },
      to: { path: 'node_modules/sharp/' },
    },
    {
      name: 'no-tests-in-the-product',
      severity: 'error',
      from: { pathNot: ['^tests/', '\\.spec\\.tsx?$'] },
      to: { path: ['^tests/', '\\.spec\\.tsx?$'] },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: ['node_modules', '^dist/'] },
    exclude: { path: ['^dist/', '^tests/bench/peers/', '\\.css$'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'types', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};
