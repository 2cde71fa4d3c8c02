import fences from './.dependency-cruiser.js';

const { options } = fences;

/** No folder of the product depends on itself by way of another. Specs may look anywhere, and are left out. */
export default {
  forbidden: [{ name: 'no-cycles-of-folders', severity: 'error', scope: 'folder', from: {}, to: { circular: true } }],
  options: { ...options, exclude: { path: [...options.exclude.path, '\\.spec\\.tsx?$', '^tests/'] } },
};
