import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { dialog, field, fill, press } from './find.ts';
import { screensOf } from './screens.tsx';

const signed = () => new File(['%PDF-1.4'], 'signed.pdf', { type: 'application/pdf' });
const opens = async (button: string, title: string) => {
  await press(button);
  return dialog(title, 'dialog');
};
/** The first patient of the list, in the update dialog. */
const openUpdate = async () => {
  await userEvent.click((await screen.findAllByRole('button', { name: /^Update / }))[0]!);
  return dialog('Update patient', 'dialog');
};

describe('an assistant', () => {
  const screens = screensOf('assistant');

  it('is asked for an agreement of a new patient, and for no email', async () => {
    screens.open('/patients');
    const form = await opens('Add new patient', 'Add new patient');
    await form.findByText('Drop HIPAA pdf file');
    expect(form.queryByLabelText(/^Email/)).toBeNull();
    await userEvent.upload(form.getByLabelText('File of the agreement'), signed());
    await form.findByText('signed.pdf');
    expect(form.queryByText('Drop HIPAA pdf file')).toBeNull();
    await press('Do not file signed.pdf', form);
    await form.findByText('Drop HIPAA pdf file');
  });

  it('is refused a file that is too large', async () => {
    screens.open('/patients');
    const form = await opens('Add new patient', 'Add new patient');
    const large = Object.defineProperty(signed(), 'size', { value: 50 * 1024 * 1024 + 1 });
    await userEvent.upload(form.getByLabelText('File of the agreement'), large);
    await form.findByText('The file is too large; 50 MB is the most');
    expect(form.queryByText('signed.pdf')).toBeNull();
  });

  it('sees the email of a patient and cannot change it', async () => {
    screens.open('/patients');
    const form = await openUpdate();
    expect(await field(/^Email/, form)).toHaveProperty('readOnly', true);
  });
});

describe('a doctor', () => {
  const screens = screensOf('doctor');

  it('is asked for an email or an agreement of a new patient', async () => {
    screens.open('/patients');
    const form = await opens('Add new patient', 'Add new patient');
    await form.findByText("Type patient's email or drop HIPAA pdf file");
    await fill(/^Email/, 'ava@example.org', form);
    await waitFor(() => expect(form.queryByText("Type patient's email or drop HIPAA pdf file")).toBeNull());
  });

  it('leads from the patient list to the upload of reports, once', async () => {
    screens.open('/patients');
    await press('Upload lab results');
    await dialog('Upload lab results', 'dialog');
    expect(location.pathname).toBe('/reports');
    await screens.reload();
    await screen.findByRole('heading', { name: /^Reports/ });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is told where no file of an agreement is on file', async () => {
    screens.answer(/^\/api\/patients\/[0-9a-f-]{36}/, (patient) => ({ ...(patient as object), agreement_uploaded: true }));
    screens.open('/patients');
    const form = await openUpdate();
    await press('Download', form);
    const told = await dialog('HIPAA agreement');
    await told.findByText('Patient accept Hipaa agreement on registration.');
  });
});
