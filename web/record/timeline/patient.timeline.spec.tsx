import { renderToStaticMarkup } from 'react-dom/server';
import { presetSpan } from '#web/record/graphs/visuals.ts';
import { Timeline } from './patient.timeline.tsx';

const today = '2026-11-21';
const nothing = () => undefined;

/** The words of the buttons that look pressed. */
const pressed = (isFit: boolean, preset: '5y' | 'all') => {
  const shown = { isKnown: true, span: presetSpan(preset, today), today, isFit, isFolded: false, folded: '' };
  const markup = renderToStaticMarkup(<Timeline {...shown} onChange={nothing} onFit={nothing} onFold={nothing} onZoom={nothing} />);
  return [...markup.matchAll(/<button[^>]*bp6-active[^>]*>(.*?)<\/button>/g)].map(([, words]) => words!.replace(/<[^>]*>/g, ''));
};

it('looks chosen at one place: what fits an empty record are the days of a preset, which nobody chose', () => {
  expect([pressed(true, '5y'), pressed(true, 'all')]).toEqual([['Fit'], ['Fit']]);
  expect([pressed(false, '5y'), pressed(false, 'all')]).toEqual([['5y'], ['All']]);
});
