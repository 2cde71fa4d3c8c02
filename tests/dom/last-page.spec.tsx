import { waitFor } from '@testing-library/react';
import { patientId } from '../e2e/api.ts';
import { until } from '../e2e/until.ts';
import { dialog, fill, isGone, press, rowOf, rowsOf, said, section } from './find.ts';
import { screensOf } from './screens.tsx';

const address = () => new URLSearchParams(location.search);

describe('the last row of the last page', () => {
  const screens = screensOf('doctor');

  it('of a list of medical items leads one page back when it is removed', async () => {
    const patient_id = await patientId(screens.api, 'Okafor');
    interface Listed {
      items: { id: string; disease: object }[];
      overall_count: number;
    }
    const list = (skip = 0) => screens.api.get<Listed>(`/api/diagnoses?patient_id=${patient_id}&skip=${skip}&take=5`);
    const before = await list();
    const { disease } = before.items[0]!;
    for (let year = before.overall_count; year < 6; year++) {
      const form = { patient_id, disease, time_from: `201${year}-03-04T00:00:00`, time_to: null, draft: false };
      await screens.api.send('POST', '/api/diagnoses', form);
    }
    await until('there are two pages', async () => (await list()).overall_count === 6);
    const [last] = (await list(5)).items;
    screens.open(`/patients/${patient_id}?diagnoses_view=list&diagnoses_active=false&diagnoses_take=5&diagnoses_skip=5`);
    await press(/^Remove/, await rowOf(last!.id));
    const question = await dialog('Are you sure?');
    await fill('Comment', 'Entered twice', question);
    await press('Remove diagnosis', question);
    const { element } = await section('Diagnoses');
    await waitFor(() => expect(rowsOf(element)).toHaveLength(5));
    expect(address().get('diagnoses_skip')).toBeNull();
    expect(address().get('diagnoses_take')).toBe('5');
  });

  it('of the reports: their file goes with its results, after a question and with a reason', async () => {
    interface Listed {
      items: { id: string; name: string; status: string }[];
      overall_count: number;
    }
    const list = () => screens.api.get<Listed>('/api/ocr?skip=0&take=10');
    const report = await until(
      'the report of the demonstration is read',
      async () => (await list()).items.find(({ status }) => status === 'Finished'),
      120_000,
    );
    const { overall_count } = await list();
    screens.open('/reports');
    await press(/^Remove /, await rowOf(report.id));
    const question = await dialog('Are you sure?');
    await question.findByText("Are you sure? You're trying to remove OCR files and related lab results. This action is irreversible!");
    await question.findByText(report.name);
    expect(question.getByRole('button', { name: 'Remove OCR' })).toHaveProperty('disabled', true);
    await press('Cancel', question);
    await waitFor(() => expect(document.querySelector('[role=alertdialog]')).toBeNull());
    expect(await screens.api.status(`/api/ocr/${report.id}`)).toBe(200);

    await press(/^Remove /, await rowOf(report.id));
    const again = await dialog('Are you sure?');
    await fill('Comment', 'Of another clinic', again);
    await press('Remove OCR', again);
    await said(`${report.name} was removed with its results`);
    await isGone(report.name);
    await until('it is removed', async () => (await screens.api.status(`/api/ocr/${report.id}`)) === 404);
    await until('the list is without it', async () => (await list()).overall_count === overall_count - 1);
  });
});

describe('the last page of a catalogue', () => {
  const screens = screensOf('admin');

  it('is followed by the one before when its only template is removed', async () => {
    const { items } = await screens.api.get<{ items: { id: string }[] }>('/api/measurement-parameters?state=0&take=1');
    const list = () => screens.api.get<{ items: { id: string; name: string }[] }>('/api/examination-templates?own=true&take=50');
    const body = (name: string) => ({ name, parameter_ids: [items[0]!.id], is_public: true, patient_id: null });
    const { length } = (await list()).items;
    for (let n = length; n < 6; n++) await screens.api.send('POST', '/api/examination-templates', body(`Zero ${n}`));
    await until('there are two pages', async () => (await list()).items.length === 6);
    const last = (await list()).items[5]!;
    screens.open('/templates-management?take=5&skip=5');
    await press(/^Edit /, await rowOf(last.id));
    await press('Remove', await dialog('Update Office Template', 'dialog'));
    await press('Remove', await dialog('Are you sure?'));
    await said(`The template '${last.name}' was removed`);
    await waitFor(() => expect(rowsOf()).toHaveLength(5));
    expect(address().get('skip')).toBeNull();
  });
});
