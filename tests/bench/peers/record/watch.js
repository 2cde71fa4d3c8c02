// Runs within the product's pages: says when a screen that something was done on has come to rest, and which calls it made.

/** A screen on which nothing was drawn for so many milliseconds has come to rest. */
const REST = 250;
const LONGEST = 60_000;

const seen = { underWay: 0, due: 0, drawn: 0, charts: 0, calls: [] };

const ask = window.fetch.bind(window);
window.fetch = async (path, options) => {
  if (typeof path !== 'string' || path.includes('/api/notices')) return ask(path, options);
  seen.calls.push(path);
  seen.underWay += 1;
  try {
    return await ask(path, options);
  } finally {
    seen.underWay -= 1;
  }
};

const SECTIONS = ['diagnoses', 'intakes', 'lab-results', 'examinations'];
/** A chart with something on it, a list, or what stands where there is nothing to draw. */
const CONTENT = '[aria-roledescription="chart"] :is(svg *, canvas), table[data-items], .faces-face';

const areChartsDrawn = () =>
  SECTIONS.every((id) => {
    const section = document.querySelector(`section#${id}`);
    return section && !section.querySelector('[aria-busy="true"]') && section.querySelector(CONTENT);
  });

const drawn = () => {
  seen.due += 1;
  requestAnimationFrame(() => {
    seen.due -= 1;
    seen.drawn = performance.now();
    if (seen.charts === 0 && areChartsDrawn()) seen.charts = seen.drawn;
  });
};
const start = () =>
  new MutationObserver(drawn).observe(document.documentElement, { subtree: true, childList: true, attributes: true, characterData: true });
if (document.documentElement) start();
else document.addEventListener('readystatechange', start, { once: true });

const begin = {
  // what a click on a link does
  go: (path) => history.pushState(null, '', path),
  click: (selector) => document.querySelector(selector).click(),
  type: (selector, text) => {
    const input = document.querySelector(selector);
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  },
};

const isAtRest = () =>
  seen.underWay === 0 &&
  seen.due === 0 &&
  performance.now() - seen.drawn > REST &&
  document.querySelector('main [aria-busy="true"]') === null;

window.record = {
  /** Milliseconds from the click until all charts were drawn (below 0: there were none), and until the last drawing; the calls made. */
  async act(act, ...words) {
    Object.assign(seen, { charts: 0, calls: [] });
    const from = performance.now();
    seen.drawn = from;
    begin[act](...words);
    while (!isAtRest()) {
      if (performance.now() - from > LONGEST) throw new Error(`the page does not come to rest after ${act} ${words.join(' ')}`);
      await new Promise((later) => setTimeout(later, 20));
    }
    return { charts: seen.charts - from, all: seen.drawn - from, calls: seen.calls };
  },
  /** Milliseconds of the same calls, all at once, read and parsed and nothing else. */
  async bare(paths) {
    const headers = { Authorization: `Bearer ${localStorage.getItem('anamnesis.token').replaceAll('"', '')}` };
    const from = performance.now();
    const read = async (path) => {
      const answer = await ask(path, { headers, cache: 'no-store' });
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      JSON.parse(await answer.text());
    };
    await Promise.all(paths.map(read));
    return performance.now() - from;
  },
};
