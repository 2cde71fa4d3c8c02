import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const web = import.meta.dirname;
const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).map((name) => join(web, name));
const sources = files.filter((file) => /\.tsx?$/.test(file)).map((file) => ({ file, text: readFileSync(file, 'utf8') }));
const modules = files.filter((file) => file.endsWith('.module.css'));

/** The classes that a style sheet defines, those of other sheets and of Blueprint left aside. */
const defined = (css: string): Set<string> =>
  new Set(
    [...css.replaceAll(/\/\*[^]*?\*\/|:global\([^)]*\)|'[^']*'/g, '').matchAll(/\.([a-zA-Z][\w-]*)(?=[^{};]*\{|[^{};]*,)/g)].map(
      ([, name]) => name!,
    ),
  );

/** The classes of a module that the sources name: `styles.name` by whatever name they import it. */
const used = (module: string): Set<string> => {
  const names = new Set<string>();
  for (const { file, text } of sources)
    for (const [, local, from] of text.matchAll(/^import (\w+) from '([^']+\.module\.css)';$/gm)) {
      const path = from!.startsWith('#web/') ? join(web, from!.slice('#web/'.length)) : resolve(dirname(file), from!);
      if (path === module) for (const [, name] of text.matchAll(new RegExp(`(?<![/-])\\b${local}\\.(\\w+)`, 'g'))) names.add(name!);
    }
  return names;
};

/** The compiler takes any name for a class of a module. */
describe('the style modules', () => {
  it.each(modules.map((module) => [module.slice(web.length + 1), module]))(
    '%s has the classes that are used, and no others',
    (_, module) => {
      const css = readFileSync(module, 'utf8');
      const composed = [...css.matchAll(/composes: ([^;]+);/g)].flatMap(([, names]) => names!.split(/\s+/));
      expect([...new Set([...used(module), ...composed])].sort()).toEqual([...defined(css)].sort());
    },
  );

  it('stand beside a component or a drawing of their name; nothing else is for the whole application', () => {
    const stems = new Set(sources.map(({ file }) => file.replace(/(\.\w+)?\.tsx?$/, '')));
    const others = files.filter((file) => file.endsWith('.css') && !stems.has(file.replace(/\.module\.css$/, '')));
    expect(others.map((file) => file.slice(web.length + 1)).sort()).toEqual(['ui/blueprint.css', 'ui/calendar.css', 'ui/tokens.css']);
  });
});
