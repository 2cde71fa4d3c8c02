/**
 * Arguments with which Node runs a module of the product in a thread or process of its own: none for the compiled program; for the sources,
 * which tests, benchmarks and fault runs use, what compiles them.
 */
export const nodeArguments: readonly string[] = import.meta.url.endsWith('.ts')
  ? ['--conditions=source', `--import=${new URL('../../bin/typescript.js', import.meta.url).href}`]
  : [];

/** Address of a module beside `from`: as source or compiled, as `from` itself is. @param name with the ending `.ts` */
export const moduleBeside = (name: string, from: string): URL => new URL(from.endsWith('.ts') ? name : name.replace(/\.ts$/, '.js'), from);
