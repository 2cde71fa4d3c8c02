/** How the server's TypeScript is compiled, wherever that happens. */
export const swc = {
  module: { type: 'es6' },
  jsc: {
    target: 'es2023',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
  },
  swcrc: false,
  configFile: false,
};
