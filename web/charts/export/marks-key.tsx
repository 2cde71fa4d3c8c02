import { SignSvg } from '../scene-svg.tsx';
import { OUTSIDE, pointSign, RANGE, RING } from '../signs.ts';
import type { BarScene, BarShape } from '../bar-scene.ts';
import { BarMark } from '../bar-svg.tsx';
import type { Scene } from '../drawing.ts';

/** A sign that a drawing uses, with what it means. */
export interface MarkKey {
  id: string;
  says: string;
}

/** The signs of a drawing of lines that need a word. */
export const lineMarks = ({ panes }: Pick<Scene, 'panes'>): MarkKey[] => {
  const dots = panes.flatMap((pane) => pane.dots);
  const keys: (MarkKey & { isUsed: boolean })[] = [
    { id: 'up', says: 'above its range, or flagged high', isUsed: dots.some(({ arrow }) => arrow === 'up') },
    { id: 'down', says: 'below its range, or flagged low', isUsed: dots.some(({ arrow }) => arrow === 'down') },
    {
      id: 'flagged',
      says: 'flagged as abnormal by its laboratory',
      isUsed: dots.some(({ arrow, isDisputed }) => arrow === 'flagged' || isDisputed),
    },
    {
      id: 'critical',
      says: 'doubled: critical by its laboratory',
      isUsed: dots.some(({ isCritical, isDisputed }) => isCritical && !isDisputed),
    },
    { id: 'draft', says: 'read or drafted, not checked; not joined', isUsed: dots.some(({ hollow }) => hollow) },
    { id: 'corrected', says: 'corrected; not joined', isUsed: dots.some(({ corrected }) => corrected) },
    { id: 'above', says: 'greater than the point', isUsed: dots.some(({ shape }) => shape === 'above') },
    { id: 'below', says: 'less than the point', isUsed: dots.some(({ shape }) => shape === 'below') },
    { id: 'range', says: 'range changed', isUsed: dots.some(({ isRangeChanged }) => isRangeChanged) },
    { id: 'band', says: 'range of each result', isUsed: panes.some(({ bands }) => bands.some(({ area }) => area !== '')) },
  ];
  return keys.filter(({ isUsed }) => isUsed);
};

const BAR_WORDS = {
  ahead: 'ongoing or planned after today, or not confirmed since',
  needed: 'as needed, never summed',
  draft: 'draft, not checked',
  unsure: 'not confirmed, as the words after its name say',
  vague: 'only year or month known',
} as const;

/** The signs of a drawing of bars that need a word. */
export const barMarks = ({ rows }: Pick<BarScene, 'rows'>): MarkKey[] => {
  const shapes = rows.flatMap((row) => row.shapes);
  const kinds = (['ahead', 'needed', 'draft', 'unsure', 'vague'] as const).filter((kind) => shapes.some((shape) => shape.kind === kind));
  return [
    ...kinds.map((kind) => ({ id: `bar-${kind}`, says: BAR_WORDS[kind] })),
    ...(shapes.some(({ corrected }) => corrected) ? [{ id: 'bar-corrected', says: 'corrected' }] : []),
  ];
};

/** The mark of any series, in the colour of the words beside it. */
const OWN = { color: 'currentColor', symbol: 'circle' } as const;

/** The sign itself, around 0,0 and within 16 pixels. */
export function MarkSign({ id, pattern }: { id: string; pattern: string }) {
  switch (id) {
    case 'up':
    case 'down':
    case 'flagged':
      return <SignSvg sign={OUTSIDE[id]} />;
    case 'critical':
      return (
        <>
          <SignSvg sign={OUTSIDE.up} transform="translate(0,4)" />
          <SignSvg sign={OUTSIDE.up} transform="translate(0,-4)" />
        </>
      );
    case 'above':
      return <SignSvg sign={pointSign(OWN, id, false)} transform="translate(0,5)" />;
    case 'below':
      return <SignSvg sign={pointSign(OWN, id, false)} transform="translate(0,-5)" />;
    case 'draft':
      return <SignSvg sign={pointSign(OWN, 'symbol', true)} />;
    case 'corrected':
      return <SignSvg sign={RING} />;
    case 'range':
      return <SignSvg sign={RANGE} transform="scale(0.5)" />;
    case 'band':
      return <rect fill="var(--band)" stroke="var(--band-edge)" x={-8} y={-5} width={16} height={10} />;
    case 'bar-corrected':
      return <rect fill="var(--doubt)" x={-6} y={-1} width={12} height={2} />;
    default:
      return <BarSign kind={id.slice(4) as BarShape['kind']} pattern={pattern} />;
  }
}

function BarSign({ kind, pattern }: { kind: BarShape['kind']; pattern: string }) {
  const isHatched = kind === 'ahead' || kind === 'needed';
  const turn = kind === 'ahead' ? 45 : -45;
  return (
    <>
      {isHatched && (
        <pattern id={pattern} width={5} height={5} patternUnits="userSpaceOnUse" patternTransform={`rotate(${turn})`}>
          <line y2={5} stroke="currentColor" strokeWidth={1.5} />
        </pattern>
      )}
      <BarMark kind={kind} hatch={`url(#${pattern})`} edges="M-8,-5h16v10h-16Z" x={-8} y={-5} width={16} height={10} />
    </>
  );
}
