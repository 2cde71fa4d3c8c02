import { jest } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { markRow } from '#web/lib/returning.ts';
import { useWaitingRows } from '#web/ui/use-waiting-rows.ts';

const items = (ids: string) => ids.split('').map((id) => ({ id }));

function List({ question = 'all', ids }: { question?: string; ids: string }) {
  const [top, { rows, waiting, show, forget }] = useWaitingRows(question, items(ids));
  return (
    <>
      <div ref={top} />
      <output>{rows.map(({ item, removed }) => (removed ? `(${item.id})` : item.id)).join('')}</output>
      <button type="button" onClick={show}>
        {waiting} wait
      </button>
      <button type="button" onClick={() => forget('b')}>
        seen
      </button>
    </>
  );
}

describe('rows that stay where they are', () => {
  let scroll: (isAtTop: boolean) => void;
  const observers = globalThis.IntersectionObserver;
  beforeEach(() => {
    globalThis.IntersectionObserver = class {
      constructor(told: (entries: { isIntersecting: boolean }[]) => void) {
        scroll = (isIntersecting) => act(() => told([{ isIntersecting }]));
      }
      observe = jest.fn();
      disconnect = jest.fn();
    } as unknown as typeof IntersectionObserver;
  });
  afterEach(() => {
    act(() => markRow(undefined));
    cleanup();
    globalThis.IntersectionObserver = observers;
  });
  const said = () => `${screen.getByRole('status').textContent}, ${screen.getByRole('button', { name: / wait$/ }).textContent}`;
  const opened = () => {
    const { rerender } = render(<List ids="ba" />);
    return (ids: string, question?: string) => rerender(<List ids={ids} {...(question === undefined ? {} : { question })} />);
  };

  it('take in what is new while the top of the list is on the screen', () => {
    opened()('cba');
    expect(said()).toBe('cba, 0 wait');
  });
  it('let what is new wait below it, until it is asked for', async () => {
    const answer = opened();
    scroll(false);
    answer('cba');
    expect(said()).toBe('ba, 1 wait');
    await userEvent.click(screen.getByRole('button', { name: '1 wait' }));
    expect(said()).toBe('cba, 0 wait');
  });
  it('take in what waits when the top comes back', () => {
    const answer = opened();
    scroll(false);
    answer('cba');
    scroll(true);
    expect(said()).toBe('cba, 0 wait');
  });
  it('take in what somebody is led to', () => {
    const answer = opened();
    scroll(false);
    answer('cba');
    act(() => markRow('c'));
    expect(said()).toBe('cba, 0 wait');
  });
  it('begin anew with another question', () => {
    const answer = opened();
    scroll(false);
    answer('dc', 'others');
    expect(said()).toBe('dc, 0 wait');
  });
  it('keep the place of what is gone until it was seen', async () => {
    const answer = opened();
    answer('a');
    expect(said()).toBe('(b)a, 0 wait');
    await userEvent.click(screen.getByRole('button', { name: 'seen' }));
    answer('ba');
    expect(said()).toBe('a, 0 wait');
  });
});
