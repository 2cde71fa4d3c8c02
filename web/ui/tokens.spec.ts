import { readFileSync } from 'node:fs';

/** WCAG 2.2 relative luminance and contrast. */
const luminance = (hex: string): number => {
  const [r, g, b] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0);
};
const contrast = (a: string, b: string): number => {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
};

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const colours = (selector: string): Record<string, string> => {
  const block = css.slice(css.indexOf(`${selector} {`)).split('}')[0] ?? '';
  return Object.fromEntries([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map((match) => [match[1] ?? '', match[2] ?? '']));
};
const light = colours(':root');
const themes = { light, dark: { ...light, ...colours('.bp6-dark') } };

const GROUNDS = ['ground', 'raised', 'hover', 'selected', 'draft'];
const TEXTS = ['ink', 'muted', 'accent', 'abnormal', 'doubt', 'external', 'done', 'teal', 'error'];
const MARKS = ['ocr-empty', 'ocr-filled', 'ocr-manual', 'ocr-requested', 'ocr-rejected', 'band'];
const TAGS = [
  ['ink', 'waiting-fill'],
  ['accent', 'running-fill'],
  ['doubt', 'needs-fill'],
  ['done', 'done-fill'],
  ['error', 'failed-fill'],
  ['external', 'external-fill'],
];

describe.each(Object.entries(themes))('in %s colours', (_name, theme) => {
  const of = (a: string, b: string) => contrast(theme[a] ?? '', theme[b] ?? '');

  it.each(TEXTS.flatMap((text) => GROUNDS.map((ground) => [text, ground])))('%s can be read on %s', (text, ground) => {
    expect(of(text, ground)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(MARKS)('text can be read on %s', (mark) => {
    expect(of('ink', mark)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(TAGS)('%s can be read on its tag %s', (text, fill) => {
    expect(of(text, fill)).toBeGreaterThanOrEqual(4.5);
  });

  it('fills with text on them can be read', () => {
    expect(of('critical-text', 'critical-fill')).toBeGreaterThanOrEqual(4.5);
    expect(of('aggregated-text', 'aggregated')).toBeGreaterThanOrEqual(4.5);
    expect(of('on-accent', 'accent')).toBeGreaterThanOrEqual(4.5);
    for (const bar of ['development', 'stage', 'local']) expect(of('environment-text', `environment-${bar}`)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['ground', 'raised', 'hover'])('borders, focus and the line at 1 are seen on %s', (ground) => {
    for (const line of ['border', 'accent', 'reference']) expect(of(line, ground)).toBeGreaterThanOrEqual(3);
    expect(of('band-edge', 'band')).toBeGreaterThanOrEqual(3);
  });

  it('every colour of the palette is seen on the ground', () => {
    for (let n = 1; n <= 19; n += 1) expect(of(`palette-${n}`, 'ground')).toBeGreaterThanOrEqual(3);
  });
});
