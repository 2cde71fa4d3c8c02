import { Button, HTMLSelect } from '@blueprintjs/core';
import { ChevronLeft, ChevronRight } from '@blueprintjs/icons';

interface Props {
  skip: number;
  take: number;
  total: number;
  onChange: (page: { skip: number; take: number }) => void;
  /** Page sizes to choose from, where the documents offer them: 5, 10, 25, 50. */
  sizes?: readonly number[];
}

const MOST_DOTS = 12;

/** Where a list stands: '1–50 of 1,204', and the number of pages. */
export const pageOf = (skip: number, take: number, total: number) => ({
  first: total === 0 ? 0 : skip + 1,
  last: Math.min(skip + take, total),
  page: Math.floor(skip / take),
  pages: Math.max(1, Math.ceil(total / take)),
});

/** The way out of a page that could not be read. */
export const FirstPage = ({ onGo }: { onGo: () => void }) => (
  <nav className="paging" aria-label="Pages">
    <Button variant="minimal" icon={<ChevronLeft />} text="First page" onClick={onGo} />
  </nav>
);

/** Previous and next page with a dot for each, and the total. */
export function Paging({ skip, take, total, onChange, sizes }: Props) {
  const { first, last, page, pages } = pageOf(skip, take, total);
  const go = (to: number) => onChange({ skip: Math.max(0, Math.min(to, pages - 1)) * take, take });
  return (
    <nav className="paging" aria-label="Pages">
      {sizes && (
        <span className="paging-size">
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
      <span className="paging-total">
        {first.toLocaleString('en-US')}–{last.toLocaleString('en-US')} of {total.toLocaleString('en-US')}
      </span>
      {pages > 1 && (
        <>
          <Button variant="minimal" icon={<ChevronLeft />} aria-label="Previous page" disabled={page === 0} onClick={() => go(page - 1)} />
          {pages <= MOST_DOTS ? (
            <span className="paging-dots">
              {Array.from({ length: pages }, (_, index) => (
                <button
                  key={index}
                  type="button"
                  className="paging-dot"
                  aria-label={`Page ${index + 1}`}
                  aria-current={index === page ? 'page' : undefined}
                  onClick={() => go(index)}
                />
              ))}
            </span>
          ) : (
            <span>
              Page {page + 1} of {pages}
            </span>
          )}
          <Button
            variant="minimal"
            icon={<ChevronRight />}
            aria-label="Next page"
            disabled={page >= pages - 1}
            onClick={() => go(page + 1)}
          />
        </>
      )}
    </nav>
  );
}
