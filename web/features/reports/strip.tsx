import type { Region } from '#contracts/observations/lab-values';
import { useIsPhone } from '#web/lib/phone.ts';
import styles from './row-editor.module.css';

/** Of the page's width. */
const SHARE = 0.62;

interface Props {
  url: string | undefined;
  page: { width: number; height: number };
  region: Region;
  /** What of it is doubtful. */
  doubtful?: readonly Region[];
  /** What was read there. */
  name: string;
}

/** The strip of the page that a doubtful field was read from, enlarged, so that nobody searches the image. */
export function Strip({ url, page, region, doubtful = [], name }: Props) {
  const isPhone = useIsPhone();
  if (url === undefined || page.width === 0) return null;
  const line = Math.max(12, region.bottom - region.top);
  const margin = Math.min(line, 40) * 0.35;
  const left = Math.max(0, region.left - margin * 2);
  const top = Math.max(0, region.top - margin);
  // as much of every row, so that all strips are enlarged alike, and what is missing at its end is seen to be missing
  const right = Math.min(page.width, Math.max(region.right + margin * 2, left + page.width * SHARE));
  const box = `${left} ${top} ${right - left} ${Math.min(page.height, region.bottom + margin * 0.6) - top}`;
  return (
    // enlarged on a phone it is wider than the row: keys scroll it too
    <div className={styles.strip} {...(isPhone ? { role: 'group', tabIndex: 0, 'aria-label': `The strip of the page for ${name}` } : {})}>
      <svg viewBox={box} preserveAspectRatio="xMinYMid meet" role="img" aria-label={`What stands on the page: ${name}`}>
        <image href={url} width={page.width} height={page.height} />
        {doubtful.map((each) => (
          <rect
            key={`${each.left} ${each.top}`}
            x={each.left - 5}
            y={each.top - 3}
            width={each.right - each.left + 10}
            height={each.bottom - each.top + 6}
            rx={3}
          />
        ))}
      </svg>
    </div>
  );
}
