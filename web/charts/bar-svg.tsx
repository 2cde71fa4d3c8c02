import { memo, type SVGProps } from 'react';
import type { BarRow, BarScene, BarShape } from './bar-scene.ts';
import styles from './drawing.module.css';
import { FoldMarks } from './fold-marks.tsx';
import { fade, Ticks, Today } from './scene-svg.tsx';

/** Draws bars: filled where they hold, hatched ahead of today, not confirmed and as needed, hollow where nobody checked them, an outline where nobody is sure. Colours come from the style sheet. */
export const BarSvg = memo(function BarSvg({ scene, id }: { scene: BarScene; id: string }) {
  const base = scene.height - 8;
  return (
    <svg className={styles.drawing} width={scene.width} height={scene.height} viewBox={`0 0 ${scene.width} ${scene.height}`} aria-hidden>
      <line className={styles.frame} x1={scene.left} x2={scene.left} y1={0} y2={base} />
      <line className={styles.frame} x1={scene.left} x2={scene.right} y1={base} y2={base} />
      <Ticks ticks={scene.ticks} base={base} words={false} />
      {scene.rows.map((row, index) => (
        <Row key={row.id} row={row} id={`${id}-${index}`} fading={fade(scene.focused, row.id)} />
      ))}
      <FoldMarks folds={scene.folds} top={0} bottom={base} />
      {scene.rows.map((row) => (
        <Name key={row.id} row={row} fading={fade(scene.focused, row.id)} />
      ))}
      {scene.today !== null && <Today x={scene.today} top={0} base={base} words={false} />}
    </svg>
  );
});

function Row({ row, id, fading }: { row: BarRow; id: string; fading: { opacity?: number } }) {
  const isHatched = row.shapes.some(({ kind }) => kind === 'ahead' || kind === 'needed');
  return (
    <g color={row.color} {...fading}>
      {isHatched && (
        <>
          <pattern id={`${id}-ahead`} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <line y2={6} stroke={row.color} strokeWidth={2} />
          </pattern>
          <pattern id={`${id}-needed`} width={4} height={4} patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">
            <line y2={4} stroke={row.color} strokeWidth={1.5} />
          </pattern>
        </>
      )}
      {row.shapes.map((shape) => (
        <Shape key={`${shape.kind} ${shape.bars.join(' ')} ${shape.x}`} shape={shape} hatch={`url(#${id}-${shape.kind})`} />
      ))}
    </g>
  );
}

/** Names stand over the folds: words are never torn. */
function Name({ row: { name }, fading }: { row: BarRow; fading: { opacity?: number } }) {
  return (
    name && (
      <text className={styles.words} fontWeight={600} x={name.x} y={name.y} textAnchor={name.anchor} {...fading}>
        {name.text}
      </text>
    )
  );
}

function Shape({ shape, hatch }: { shape: BarShape; hatch: string }) {
  const { x, y, width, height, kind, opens, closes, corrected, label } = shape;
  const edges = [`M${x},${y}h${width}`, closes ? `v${height}` : `m0,${height}`, `h${-width}`, opens ? `v${-height}` : ''].join('');
  return (
    <g>
      <BarMark kind={kind} hatch={hatch} edges={edges} x={x} y={y} width={width} height={height} />
      {corrected && <rect fill="var(--doubt)" x={x} y={y - 3} width={Math.min(width, 8)} height={2} />}
      {label && (
        <text className={styles.words} x={x + 5} y={y + height / 2 + 4}>
          {label}
        </text>
      )}
    </g>
  );
}

interface MarkProps extends SVGProps<SVGRectElement> {
  kind: BarShape['kind'];
  /** The pattern of what is ahead or taken as needed. */
  hatch: string;
  /** The path of the edges: none where a bar goes on. */
  edges: string;
}

/** What a bar is filled with, and its edges. */
export function BarMark({ kind, hatch, edges, ...place }: MarkProps) {
  const isDashed = kind === 'draft' || kind === 'vague';
  const fading = kind === 'ahead' ? { opacity: 0.55 } : {};
  return (
    <>
      {kind === 'solid' ? (
        <rect {...place} fill="currentColor" fillOpacity={0.25} />
      ) : (
        <rect {...place} fill={isDashed || kind === 'unsure' ? 'none' : hatch} {...fading} />
      )}
      <path fill="none" stroke="currentColor" strokeWidth={1.5} {...(isDashed ? { strokeDasharray: '4 3' } : {})} {...fading} d={edges} />
    </>
  );
}
