/** Average width of a letter at 12 px, on the generous side. */
const LETTER = 6.6;

/** As much of a text as fits into so many pixels, with an ellipsis; nothing rather than a stump. The tooltip has the whole. */
export const fitted = (text: string, pixels: number): string => {
  const letters = Math.floor(pixels / LETTER);
  if (text.length <= letters) return text;
  return letters < 4 ? '' : `${text.slice(0, letters - 1).trimEnd()}…`;
};
