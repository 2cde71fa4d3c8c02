/** Average width of a letter at 12 px, on the generous side. */
export const LETTER = 6.6;

/** As much of a text as fits into so many pixels, with an ellipsis; nothing rather than a stump. The tooltip has the whole. */
export const fitted = (text: string, pixels: number): string => {
  const letters = Math.floor(pixels / LETTER);
  if (text.length <= letters) return text;
  return letters < 4 ? '' : `${text.slice(0, letters - 1).trimEnd()}…`;
};

/** A text in lines that fit into so many pixels, broken between words. */
export const wrapped = (text: string, pixels: number): string[] => {
  const letters = Math.max(12, Math.floor(pixels / LETTER));
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= letters) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
};
