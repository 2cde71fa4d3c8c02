import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const web = import.meta.dirname;

/** Props and properties of which a person reads or hears the text. */
const TEXTS: ReadonlySet<string> = new Set([
  ...[
    'what',
    'label',
    'title',
    'text',
    'placeholder',
    'alt',
    'htmlTitle',
    'helperText',
    'confirm',
    'cancel',
    'hint',
    'empty',
    'error',
    'failure',
  ],
  ...['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext', 'labelElement', 'legend', 'message', 'warning', 'note'],
]);
/** Words that have a capital within: units, analytes, and the key that the specification gives as a label. */
const WORDS: ReadonlySet<string> = new Set(['mmHg', 'kPa', 'mL', 'dL', 'uL', 'pH', 'eGFR', 'mmol', 'mEq', 'searchOfficeParameters']);
const IDENTIFIER = /(?<![\p{L}\d])\p{Ll}+\p{Lu}[\p{L}\d]*/gu;

/** The reason why words are none for people; undefined where they are. */
const fault = (text: string): string | undefined => {
  if (/bp\d-|\bstyles\./.test(text)) return 'a class';
  const identifier = text.match(IDENTIFIER)?.find((word) => !WORDS.has(word));
  return identifier && `the identifier ${identifier}`;
};

const isStyleSheet = (node: ts.Expression): boolean =>
  ts.isIdentifier(node) && new RegExp(String.raw`^import ${node.text} from '[^']+\.module\.css';`, 'm').test(node.getSourceFile().text);

/** The texts that an expression may be, and `styles.x` itself. */
const textsIn = (node: ts.Node): string[] => {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node))
    return [node.head.text, ...node.templateSpans.flatMap(({ expression, literal }) => [...textsIn(expression), literal.text])];
  if (ts.isJsxExpression(node) || ts.isParenthesizedExpression(node)) return node.expression ? textsIn(node.expression) : [];
  if (ts.isConditionalExpression(node)) return [...textsIn(node.whenTrue), ...textsIn(node.whenFalse)];
  if (ts.isBinaryExpression(node)) return [...textsIn(node.left), ...textsIn(node.right)].filter((text) => text !== '');
  if (ts.isPropertyAccessExpression(node) && isStyleSheet(node.expression)) return [`styles.${node.name.text}`];
  return [];
};

/** Texts of a source with their places: text props, properties of that name, and what stands between tags. */
const readableTexts = (source: ts.SourceFile): { line: number; text: string }[] => {
  const found: { line: number; text: string }[] = [];
  const add = (node: ts.Node, texts: readonly string[]) => {
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    found.push(...texts.map((text) => ({ line, text })));
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) add(node, [node.text]);
    if (ts.isJsxAttribute(node) && node.initializer && TEXTS.has(node.name.getText())) add(node, textsIn(node.initializer));
    // a property may also be the class of a place
    if (ts.isPropertyAssignment(node) && TEXTS.has(node.name.getText().replace(/^['"]|['"]$/g, '')))
      add(
        node,
        textsIn(node.initializer).filter((text) => !text.startsWith('styles.')),
      );
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
};

const faultsIn = (name: string, code: string): string[] =>
  readableTexts(
    ts.createSourceFile(name, code, ts.ScriptTarget.Latest, true, name.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS),
  ).flatMap(({ line, text }) => {
    const why = fault(text);
    return why === undefined ? [] : [`${name}:${line} says ${why}: ${text.trim()}`];
  });

describe('texts for people', () => {
  it.each([
    ['<Failed what="bp6-list-unstyled" />', 'a class'],
    ["import table from './a.module.css';\n<Failed what={table.rows} />", 'a class'],
    ['<Button aria-label={isOpen ? "Close" : "openDialog"} />', 'the identifier openDialog'],
    ['<Button title={`Save ${name} to bp6-list`} />', 'a class'],
    ['const row = { label: "rowLabel" };', 'the identifier rowLabel'],
    ['<p>Nothing in lastRow</p>', 'the identifier lastRow'],
  ])('are found wanting in %s', (code, why) => expect(faultsIn('a.tsx', code)).toEqual([expect.stringContaining(`says ${why}:`)]));

  it.each(['<p className="bp6-text-muted">Systolic, mmHg</p>', '<Failed what={name ?? "comments"} />', '<Cell id="rowLabel">eGFR</Cell>'])(
    'are right in %s',
    (code) => expect(faultsIn('a.tsx', code)).toEqual([]),
  );

  it('contain no class of a style sheet and no identifier', () => {
    const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.spec|\.d)\.tsx?$/.test(file));
    expect(files.length).toBeGreaterThan(300);
    expect(files.flatMap((file) => faultsIn(file, readFileSync(join(web, file), 'utf8')))).toEqual([]);
  });
});
