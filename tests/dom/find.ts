import { jest } from '@jest/globals';
import { configure, screen, waitFor, within } from '@testing-library/react';

// bounds for a busy machine, not expectations
jest.setTimeout(120_000);
configure({
  asyncUtilTimeout: 60_000,
  getElementError: (message) => new Error(`${message}\nThe screen says: ${document.body.textContent}`),
});

/** A part of the screen, and what is found within it. */
const part = (element: HTMLElement) => ({ element, ...within(element) });
export type Part = ReturnType<typeof part>;

/** One of the sections of a patient's screen, by its title, once it is there. */
export const section = async (title: string): Promise<Part> => part(await screen.findByRole('region', { name: title }));

/** The question or form above the screen, once it is there. */
export const dialog = async (name: string | RegExp, role = 'alertdialog'): Promise<Part> => part(await screen.findByRole(role, { name }));

/** The row of an item, once it is there. */
export const rowOf = async (id: string): Promise<Part> =>
  part(
    await waitFor(() => {
      const row = document.querySelector<HTMLElement>(`[data-row="${id}"]`);
      if (!row) throw new Error(`There is no row of ${id}`);
      return row;
    }),
  );

/** The words of the rows of tables in it, without their heads. */
export const rowsOf = (element: Element = document.body): string[] =>
  [...element.querySelectorAll('tbody tr')].map(({ textContent }) => textContent);

/** Waits until the row of an item has the focus, whole or by something in it. */
export const hasFocus = (id: string) =>
  waitFor(() => expect(document.activeElement?.closest('[data-row]')?.getAttribute('data-row')).toBe(id));

/** Waits until what is read next is awaited, with the former answer in its place. */
export const awaited = (element: Element = document.body) =>
  waitFor(() => expect(element.querySelector('[data-former][aria-busy="true"] table')).not.toBeNull());
/** Waits until it is there. */
export const answered = (element: Element = document.body) =>
  waitFor(() => expect(element.querySelector('[data-former], [aria-busy="true"]')).toBeNull());

/** Waits for a message. */
export const said = async (words: string | RegExp) => within(screen.getByRole('region', { name: 'Messages' })).findByText(words);

export type Where = Pick<Part, 'findByLabelText' | 'findByRole'>;
export type Name = string | RegExp;

/** Of two versions side by side, the choices as they stand. */
export const chosen = async (where: Pick<Part, 'findByText' | 'getAllByRole'> = screen): Promise<string[]> => {
  await where.findByText(/^Somebody else has changed this/);
  return where
    .getAllByRole<HTMLInputElement>('radio')
    .flatMap((radio) => (radio.name.startsWith('conflict-') && radio.checked ? [radio.getAttribute('aria-label') ?? ''] : []));
};
export const field = (name: Name, where: Where = screen) => where.findByLabelText<HTMLInputElement>(name);
export const valueOf = async (name: Name, where?: Where) => (await field(name, where)).value;
export const isDisabled = (name: Name, where: Pick<Part, 'getByRole'> = screen) =>
  where.getByRole<HTMLButtonElement>('button', { name }).disabled;
/** Waits until nothing on the screen has these words. */
export const isGone = (words: Name) => waitFor(() => expect(screen.queryByText(words)).toBeNull());
/** Waits until no question, or no form, is above the screen. */
export const isClosed = (role = 'alertdialog') => waitFor(() => expect(screen.queryByRole(role)).toBeNull());
export const textsOf = (elements: Iterable<Element>): string[] => [...elements].map(({ textContent }) => textContent ?? '');
