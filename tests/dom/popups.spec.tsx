import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BlueprintProvider, Classes, Menu, MenuItem, Button } from '@blueprintjs/core';
import { useState } from 'react';
import { SessionProvider } from '#web/lib/session.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { Popup } from '#web/ui/popup.tsx';
import { press, select } from './user.ts';
// What the product imports when it is needed is here before: jest's loader fails where two such imports meet.
import '#web/ui/calendar.tsx';

afterEach(cleanup);

const focused = () =>
  document.activeElement?.getAttribute('aria-label') ?? (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent;
const gone = (role: 'grid' | 'menu' | 'alertdialog') => waitFor(() => expect(screen.queryByRole(role)).toBeNull());

describe('the calendar of a date', () => {
  function Form() {
    const [value, setValue] = useState('2026-11-12T08:30:00');
    return (
      <BlueprintProvider>
        <SessionProvider>
          <DateField label="Start date" required value={value} onChange={setValue} />
        </SessionProvider>
        <input aria-label="Comment" />
        <output>{value}</output>
      </BlueprintProvider>
    );
  }
  const open = async () => {
    render(<Form />);
    await press('Calendar for Start date');
    await screen.findByRole('grid');
  };
  const day = (number: string) => screen.getByRole('gridcell', { name: number });
  const stored = () => screen.getByRole('status').textContent;

  it('closes on a choice with the focus on the field at once, and never takes it back', async () => {
    await open();
    await userEvent.click(day('15'));
    expect(focused()).toBe('Start date');
    expect(stored()).toBe('2026-11-15T08:30:00');
    // a key that is pressed while it still fades away: a day later
    await userEvent.keyboard('{ArrowUp}');
    await userEvent.click(screen.getByLabelText('Comment'));
    await gone('grid');
    expect(focused()).toBe('Comment');
    expect(stored()).toBe('2026-11-16T08:30:00');
  });

  it('closes on the day that is chosen already', async () => {
    await open();
    await userEvent.click(day('12'));
    expect(focused()).toBe('Start date');
    await gone('grid');
    expect(stored()).toBe('2026-11-12T08:30:00');
  });

  it('is used by keys: arrows move, Enter chooses, another month is no choice', async () => {
    await open();
    day('12').focus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{Enter}');
    expect(focused()).toBe('Start date');
    expect(stored()).toBe('2026-11-14T08:30:00');
    await gone('grid');
    await press('Calendar for Start date');
    await select('Month:', 'December');
    await screen.findByRole('grid', { name: /December/ });
    expect(stored()).toBe('2026-11-14T08:30:00');
  });

  it('closes by Escape, back on its button at once, and never takes the focus back', async () => {
    await open();
    await userEvent.keyboard('{Escape}');
    expect(focused()).toBe('Calendar for Start date');
    await userEvent.click(screen.getByLabelText('Comment'));
    await gone('grid');
    expect(focused()).toBe('Comment');
    expect(stored()).toBe('2026-11-12T08:30:00');
  });

  it('closes for a click elsewhere, which has the focus', async () => {
    await open();
    await userEvent.click(screen.getByLabelText('Comment'));
    expect(focused()).toBe('Comment');
    await gone('grid');
    expect(focused()).toBe('Comment');
  });
});

describe('a menu', () => {
  it('leads by key and by mouse to the question that it opens, which keeps the focus', async () => {
    function Row() {
      const [asks, setAsks] = useState(false);
      return (
        <BlueprintProvider>
          <Popup
            placement="bottom-end"
            content={
              <Menu>
                <MenuItem text="Remove" onClick={() => setAsks(true)} />
              </Menu>
            }
          >
            <Button aria-label="Actions" />
          </Popup>
          <input aria-label="Comment" />
          <ConfirmDialog isOpen={asks} startsInside confirm="Remove it" onConfirm={() => setAsks(false)} onCancel={() => setAsks(false)}>
            <input aria-label="Reason" autoFocus />
          </ConfirmDialog>
        </BlueprintProvider>
      );
    }
    render(<Row />);
    for (const choose of [() => userEvent.click(screen.getByRole('menuitem', { name: 'Remove' })), () => userEvent.keyboard('{Enter}')]) {
      await press('Actions');
      const item = await screen.findByRole('menuitem', { name: 'Remove' });
      // a menu takes the focus a frame after it was drawn: nobody chooses before
      await waitFor(() => expect(document.activeElement?.closest(`.${Classes.OVERLAY}`)).not.toBeNull());
      item.focus();
      await choose();
      await screen.findByRole('alertdialog');
      await gone('menu');
      expect(focused()).toBe('Reason');
      await userEvent.keyboard('A slip');
      expect((screen.getByLabelText('Reason') as HTMLInputElement).value).toBe('A slip');
      // and the question gives the focus back at once, to nobody who has moved on
      await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
      expect(focused()).toBe('Actions');
      await userEvent.click(screen.getByLabelText('Comment'));
      await gone('alertdialog');
      expect(focused()).toBe('Comment');
    }
  });
});
