import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Worklist } from '#contracts/items/worklist';
import { patientId } from '../e2e/api.ts';
import { dialog, isGone } from './find.ts';
import { screensOf } from './screens.tsx';

describe('what waits for me', () => {
  const screens = screensOf('doctor');
  const part = async (title: string) => within(await screen.findByRole('region', { name: title }));

  it('leads to each thing, and lets a comment be read where it stands', async () => {
    const id = await patientId(screens.api, 'Morgan');
    const patient = await screens.as('patient');
    const { items } = await patient.get<{ items: { id: string }[] }>(`/api/diagnoses?patient_id=${id}`);
    await patient.send('POST', '/api/comments', { patient_id: id, diagnose_id: items[0]!.id, comment: 'Does this pass?' });
    screens.open('/worklist');
    const row = (await (await part('Comments of patients')).findByText('Does this pass?')).closest('tr')!;
    within(row).getByText('Ava Morgan');
    await userEvent.click(row);
    const opened = await dialog('Comment from patient', 'dialog');
    await opened.findByText(/^Ava Morgan: /);
    for (const box of await opened.findAllByRole('checkbox')) await userEvent.click(box);
    await waitFor(async () =>
      expect((await screens.api.get<Worklist>('/api/worklist')).comments.items.map(({ comment }) => comment)).not.toContain(
        'Does this pass?',
      ),
    );
    await screens.reload('/worklist');
    await part('Comments of patients');
    await isGone('Does this pass?');
  });

  it('opens the pages of a report that waits', async () => {
    screens.open('/worklist');
    const [file] = (await screens.api.get<Worklist>('/api/worklist')).reports.items;
    await userEvent.click((await (await part('Reports to validate')).findByText(file!.name)).closest('tr')!);
    await waitFor(() => expect(location.pathname).toBe(`/ocr-page/${file!.pages[0]!.id}`));
  });

  it('says that nothing waits, and what could not be read', async () => {
    const none = { items: [], overall_count: 0 };
    screens.answer(/^\/api\/worklist/, () => ({ comments: none, drafts: none, reports: none, invitations: none }));
    screens.open('/worklist');
    await screen.findByText('Nothing waits for you');
    screens.answerAll();
    screens.answer(/^\/api\/worklist/, 'failed');
    await screens.reload('/worklist');
    await screen.findByRole('button', { name: /try again/i });
  });
});
