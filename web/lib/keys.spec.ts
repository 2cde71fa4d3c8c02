import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isKey, keyList, KEYS, type KeyName } from './keys.ts';

const press = (key: string, ...held: ('ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey')[]) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...Object.fromEntries(held.map((name) => [name, true])),
});
const meant = (event: ReturnType<typeof press>) => (Object.keys(KEYS) as KeyName[]).filter((name) => isKey(event, name));

it('knows a key by what is held with it', () => {
  expect(meant(press('Enter', 'ctrlKey'))).toEqual(['save']);
  expect(meant(press('Enter', 'metaKey', 'shiftKey'))).toEqual(['saveAnother']);
  expect(meant(press('k', 'ctrlKey'))).toEqual(['search']);
  expect(meant(press('k'))).toEqual([]);
  expect(meant(press('F8', 'shiftKey'))).toEqual(['previousDoubt']);
  expect(meant(press('ArrowLeft', 'shiftKey'))).toEqual(['chartBack']);
});

it('takes a sign with Shift or without it, as keyboards differ', () => {
  expect(meant(press('?', 'shiftKey'))).toEqual(['keys']);
  expect(meant(press('?'))).toEqual(['keys']);
  expect(meant(press('?', 'altKey'))).toEqual([]);
});

it('lists every key once, with those that do the same together', () => {
  const listed = keyList().flatMap(({ where, keys }) => keys.flatMap((key) => key.press.map((each) => `${where}: ${each}`)));
  const defined = Object.values(KEYS).flatMap(({ where, press: all }) => all.map((each) => `${where}: ${each}`));
  expect(listed.toSorted()).toEqual(defined.toSorted());
  expect(keyList().find(({ where }) => where === 'Dates')?.keys).toEqual([
    { press: ['T'], does: 'Today' },
    { press: ['Up', 'Down'], does: 'A day later, a day earlier' },
  ]);
});

it('knows every key that any part of the screens acts on: none compares a pressed key by itself', () => {
  const web = resolve(import.meta.dirname, '..');
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.spec)\.tsx?$/.test(file));
  expect(files).toContain(join('lib', 'keys.ts'));
  const names = /'(Enter|Escape|Esc|Tab|Delete|Arrow\w+|Home|End|Page(Up|Down)|F\d+| |[a-z?/])'/i;
  const byItself = files.flatMap((file) =>
    readFileSync(join(web, file), 'utf8')
      .split('\n')
      .filter(
        (line) =>
          /\bevent\.(key|code)\b/.test(line) && (/\[event\.|switch|includes/.test(line) || (/[!=]==/.test(line) && names.test(line))),
      )
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(byItself).toEqual([]);
});
