/** Pixels of a picture per pixel of its drawing, so that it stays sharp on paper. */
const SHARPNESS = 2;

/** Fonts of the page that have letters of a text, as a style sheet that needs nothing else. */
const fontsFor = async (text: string): Promise<string> => {
  const letters = new Set([...text].map((letter) => letter.codePointAt(0) ?? 0));
  const rules = [...document.styleSheets].flatMap((sheet) =>
    [...sheet.cssRules].flatMap((rule) => (rule instanceof CSSFontFaceRule ? [{ rule, base: sheet.href ?? location.href }] : [])),
  );
  const needed = rules.filter(({ rule }) => covers(rule.style.getPropertyValue('unicode-range'), letters));
  const faces = await Promise.all(
    needed.map(async ({ rule, base }) => {
      const address = /url\("?([^")]+)"?\)/.exec(rule.style.getPropertyValue('src'))?.[1];
      if (!address) return '';
      const bytes = new Uint8Array(await (await fetch(new URL(address, base))).arrayBuffer());
      const family = rule.style.getPropertyValue('font-family');
      const range = rule.style.getPropertyValue('unicode-range');
      return `@font-face{font-family:${family};font-weight:100 900;src:url(data:font/woff2;base64,${base64(bytes)});unicode-range:${range}}`;
    }),
  );
  return faces.join('');
};

/** Whether a `unicode-range` has any of the letters; an empty one has all. */
export const covers = (range: string, letters: ReadonlySet<number>): boolean =>
  range === '' ||
  range.split(',').some((part) => {
    const [, from = '', to = from] = /U\+([\dA-F?]+)(?:-([\dA-F]+))?/i.exec(part.trim()) ?? [];
    const [low, high] = [Number.parseInt(from.replaceAll('?', '0'), 16), Number.parseInt(to.replaceAll('?', 'F'), 16)];
    return [...letters].some((letter) => letter >= low && letter <= high);
  });

const base64 = (bytes: Uint8Array): string => {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
};

/** An SVG document as PNG. @throws where the browser can not draw it */
export const pngOf = async (svg: string): Promise<Blob> => {
  const fonts = await fontsFor(svg).catch(() => '');
  const whole = fonts === '' ? svg : svg.replace('>', `><style>${fonts}</style>`);
  const address = URL.createObjectURL(new Blob([whole], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth * SHARPNESS;
    canvas.height = image.naturalHeight * SHARPNESS;
    const pen = canvas.getContext('2d');
    if (!pen) throw new Error('There is no canvas');
    pen.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done, fail) =>
      canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('The picture is too large'))), 'image/png'),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
};
