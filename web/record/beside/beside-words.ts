import { type Beside, besideText } from '#contracts/wire/beside';

interface Entry {
  name: string;
  beside?: Beside;
}

/** Parts of all values of an item in one line: what all of them say once, what only some say behind their names; undefined without any. */
export const besideOfAll = (entries: readonly Entry[]): string | undefined => {
  const names = new Map<string, string[]>();
  for (const { name, beside } of entries) {
    const text = besideText(beside);
    if (text !== undefined) names.set(text, [...(names.get(text) ?? []), name]);
  }
  const lines = [...names].map(([text, of]) => (of.length === entries.length ? text : `${of.join(', ')}: ${text}`));
  return lines.length === 0 ? undefined : lines.join(' · ');
};
