import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { Screens } from './screens.tsx';

/** A screen or section that reads something. */
export interface Faced {
  /** As its faces call what it shows: 'lab results'. */
  what: string;
  path: (patient: string) => string;
  /** The call that fills it. */
  calls: RegExp;
  filled: RegExp;
  empty: string;
}

/** The same answer with nothing in its lists, and nothing counted. */
const emptied = (body: unknown) =>
  Object.fromEntries(
    Object.entries(body as object).map(([name, value]) => [name, Array.isArray(value) ? [] : typeof value === 'number' ? 0 : value]),
  );

/** Its four faces: loading, failed, empty, filled. */
export const holdsItsFaces = ({ what, path, calls, filled, empty }: Faced, screens: Screens, patient: () => string) => {
  const failure = `The ${what} could not be read`;

  it(`${what}: nothing is said of them while they are read, and a failure says so, can be tried again, and leaves what is shown`, async () => {
    screens.answer(calls, 'never');
    screens.open(path(patient()));
    await screen.findByLabelText(`Reading ${/^history|^trends/.test(what) ? 'the ' : ''}${what}`);
    expect([screen.queryByText(filled), screen.queryByText(empty), screen.queryByText(failure)]).toEqual([null, null, null]);

    screens.again(calls, 'failed');
    const failed = (await screen.findByText(failure)).closest('[role="alert"]')!;
    expect([screen.queryByText(filled), screen.queryByText(empty)]).toEqual([null, null]);
    screens.answerAll();
    fireEvent.click([...failed.querySelectorAll('button')].find((button) => button.textContent === 'Try again')!);
    await screen.findAllByText(filled);
    await waitFor(() => expect(screen.queryByText(failure)).toBeNull());
  });

  it(`${what}: where there are none, that is said, and nothing has failed`, async () => {
    screens.answer(calls, emptied);
    screens.open(path(patient()));
    await screen.findByText(empty);
    expect([screen.queryByText(filled), screen.queryByText(failure)]).toEqual([null, null]);
  });
};
