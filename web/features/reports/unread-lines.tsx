import { Button, Callout } from '@blueprintjs/core';
import { Add } from '@blueprintjs/icons';
import type { UnreadLine } from '#contracts/observations/recognition';
import type { Place } from './marks.ts';
import { Strip } from './strip.tsx';
import styles from './page.module.css';

interface Props {
  lines: readonly UnreadLine[];
  page: { width: number; height: number };
  url: string | undefined;
  onAdd: (line: UnreadLine) => void;
  onHover: (place: Place | undefined) => void;
}

/** Lines that look like results and became no row: as they were read, with their strip of the page. One press makes a row of one. */
export function UnreadLines({ lines, page, url, onAdd, onHover }: Props) {
  if (lines.length === 0) return null;
  const title =
    lines.length === 1
      ? 'One line of this page looks like a result and was not read'
      : `${lines.length} lines of this page look like results and were not read`;
  return (
    <Callout compact intent="warning" icon={null} className={styles.unread} role="region" aria-label="Lines not read">
      <strong>{title}</strong>
      <ul>
        {lines.map((line) => (
          <li key={line.id}>
            <div>
              <span>{line.text}</span>
              <Button
                size="small"
                variant="minimal"
                icon={<Add />}
                text="Make it a row"
                aria-label={`Make it a row: ${line.text}`}
                onMouseEnter={() => onHover({ row: line.id })}
                onMouseLeave={() => onHover(undefined)}
                onFocus={() => onHover({ row: line.id })}
                onBlur={() => onHover(undefined)}
                onClick={() => onAdd(line)}
              />
            </div>
            {line.region && <Strip url={url} page={page} region={line.region} doubtful={[line.region]} name={line.text} />}
          </li>
        ))}
      </ul>
    </Callout>
  );
}
