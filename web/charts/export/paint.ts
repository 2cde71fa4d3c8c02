/** What of a style has to be said in the picture itself, and what holds where nothing is said. */
const INHERITED = {
  fill: 'rgb(0, 0, 0)',
  'fill-opacity': '1',
  stroke: 'none',
  'stroke-width': '1px',
  'stroke-dasharray': 'none',
  'stroke-linejoin': 'miter',
  'paint-order': 'normal',
  'text-anchor': 'start',
  'font-family': '',
  'font-size': '',
  'font-weight': '400',
} as const;
const OWN = { opacity: '1' } as const;

/** What stands in for the fonts of the page where they are not known. */
const FONTS = "'Inter Variable', Inter, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

const plain = (value: string): string => value.replace(/^(-?[\d.]+)px$/, '$1').replaceAll('"', "'");

/**
 * A drawing that stands in the page, as an SVG document of its own: styles become attributes, which word processors and drawing programs
 * read more surely than a style sheet.
 */
export const painted = (drawing: SVGSVGElement): string => {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const originals = [drawing, ...drawing.querySelectorAll('*')];
  const copies = [copy, ...copy.querySelectorAll('*')];
  const read = (element: Element) => {
    const style = getComputedStyle(element);
    return new Map([...Object.keys(INHERITED), ...Object.keys(OWN)].map((name) => [name, style.getPropertyValue(name)]));
  };
  const known = new Map<Element, Map<string, string>>();
  for (const [index, element] of originals.entries()) {
    const target = copies[index]!;
    const styles = read(element);
    known.set(element, styles);
    const above = index === 0 ? undefined : known.get(element.parentElement!);
    for (const [name, initial] of Object.entries(INHERITED)) {
      const value = styles.get(name) ?? '';
      target.removeAttribute(name);
      if (value !== (above?.get(name) ?? initial)) target.setAttribute(name, name === 'font-family' ? FONTS : plain(value));
    }
    for (const [name, initial] of Object.entries(OWN)) {
      const value = styles.get(name) ?? initial;
      if (value !== initial) target.setAttribute(name, plain(value));
    }
    // a drawing within a drawing would be cut at its edges, and the numbers of an axis reach beyond
    if (index > 0 && target.localName === 'svg') target.setAttribute('overflow', 'visible');
    for (const name of ['class', 'style', 'color', 'aria-hidden']) target.removeAttribute(name);
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('role', 'img');
  return new XMLSerializer().serializeToString(copy);
};
