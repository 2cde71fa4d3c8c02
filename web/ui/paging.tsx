import { Button, HTMLSelect } from '@blueprintjs/core';
import { ChevronBackward, ChevronForward, ChevronLeft, ChevronRight } from '@blueprintjs/icons';
import type { ReactElement } from 'react';
import { useIsFinger } from './row-actions.tsx';
import styles from './paging.module.css';

interface Props {
  skip: number;
  take: number;
  total: number;
  onChange: (page: { skip: number; take: number }) => void;
  /** Page sizes to choose from, where the documents offer them: 5, 10, 25, 50. */
  sizes?: readonly number[];
  /** Of which list it is, where a screen has several. */
  of?: string;
  /** A page is being read: no other is turned to. */
  isHeld?: boolean;
}

const label = (of: string | undefined): string => (of === undefined ? 'Pages' : `Pages of ${of}`);

/** A finger needs more room for each. */
const MOST_DOTS = { mouse: 12, finger: 4 };

/** Where a list stands: '1–50 of 1,204', and the number of pages. */
export const pageOf = (skip: number, take: number, total: number) => ({
  first: total === 0 ? 0 : skip + 1,
  last: Math.min(skip + take, total),
  page: Math.floor(skip / take),
  pages: Math.max(1, Math.ceil(total / take)),
});

/** The way out of a page that could not be read. */
export const FirstPage = ({ onGo, of }: { onGo: () => void; of?: string }) => (
  <nav className={styles.paging} aria-label={label(of)}>
    <Button variant="minimal" icon={<ChevronLeft />} text="First page" onClick={onGo} />
  </nav>
);

/** Previous and next page with a dot for each, and the total; first and last page where there are more than dots have room. */
export function Paging({ skip, take, total, onChange, sizes, of, isHeld = false }: Props) {
  const { first, last, page, pages } = pageOf(skip, take, total);
  const isLong = pages > MOST_DOTS[useIsFinger() ? 'finger' : 'mouse'];
  const go = (to: number) => !isHeld && onChange({ skip: Math.max(0, Math.min(to, pages - 1)) * take, take });
  return (
    <nav className={styles.paging} aria-label={label(of)}>
      {sizes && (
        <span className={styles.size}>
          <HTMLSelect
            minimal
            aria-label="Rows per page"
            value={take}
            options={sizes.map(String)}
            onChange={(event) => {
              const size = Number(event.target.value);
              onChange({ skip: Math.floor(skip / size) * size, take: size });
            }}
          />
          rows
        </span>
      )}
      <span data-total>
        {first.toLocaleString('en-US')}–{last.toLocaleString('en-US')} of {total.toLocaleString('en-US')}
      </span>
      {pages > 1 && <span className={styles.paper}>Only these are printed; the others are on further pages of this list.</span>}
      {pages > 1 && (
        <span className={styles.steps}>
          {isLong && <Step name="First page" icon={<ChevronBackward />} disabled={page === 0} isHeld={isHeld} onGo={() => go(0)} />}
          <Step name="Previous page" icon={<ChevronLeft />} disabled={page === 0} isHeld={isHeld} onGo={() => go(page - 1)} />
          {isLong ? (
            <span>
              Page {(page + 1).toLocaleString('en-US')} of {pages.toLocaleString('en-US')}
            </span>
          ) : (
            <span className={styles.dots}>
              {Array.from({ length: pages }, (_, index) => (
                <button
                  key={index}
                  type="button"
                  aria-label={`Page ${index + 1}`}
                  aria-current={index === page ? 'page' : undefined}
                  onClick={() => go(index)}
                />
              ))}
            </span>
          )}
          <Step name="Next page" icon={<ChevronRight />} disabled={page >= pages - 1} isHeld={isHeld} onGo={() => go(page + 1)} />
          {isLong && (
            <Step name="Last page" icon={<ChevronForward />} disabled={page >= pages - 1} isHeld={isHeld} onGo={() => go(pages - 1)} />
          )}
        </span>
      )}
    </nav>
  );
}

interface StepProps {
  name: string;
  icon: ReactElement;
  disabled: boolean;
  /** Disabled for a moment, with the focus on it. */
  isHeld: boolean;
  onGo: () => void;
}

const Step = ({ name, icon, disabled, isHeld, onGo }: StepProps) => (
  <Button
    variant="minimal"
    className={isHeld ? 'bp6-disabled' : ''}
    icon={icon}
    aria-label={name}
    aria-disabled={isHeld || undefined}
    title={name}
    disabled={disabled}
    onClick={onGo}
  />
);
