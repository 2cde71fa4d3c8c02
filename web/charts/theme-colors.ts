import { PALETTE, paletteColor } from './marks.ts';

const known = new Map<string, string>();
let knownOf = '';

/**
 * What a colour of the theme is now, such as `var(--ink)`: a canvas knows no variables. Each is asked for once in a theme, for all canvases:
 * asking makes the browser resolve the styles of everything that was just put on the page.
 */
export const themeColor = (variable: string): string => {
  const theme = `${document.documentElement.className} ${document.body.className}`;
  if (theme !== knownOf) known.clear();
  knownOf = theme;
  let value = known.get(variable);
  if (value === undefined) {
    value = getComputedStyle(document.body).getPropertyValue(variable.slice(4, -1)).trim();
    known.set(variable, value);
  }
  return value;
};

/** Asks for the colours that charts draw with, before there is much on the page. */
export const knowColors = (): void => {
  for (const name of ['ink', 'ground', 'abnormal', 'doubt']) themeColor(`var(--${name})`);
  for (let color = 1; color <= PALETTE; color += 1) themeColor(paletteColor(color));
};
