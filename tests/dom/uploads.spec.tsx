import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReportView } from '#contracts/reports/reports';
import { itemsOf } from './data.ts';
import { dialog, field, isClosed, isDisabled, isGone } from './find.ts';
import { screensOf } from './screens.tsx';
import { fill, opens, press } from './user.ts';

const BUSY = { code: 'uploads-busy', message: 'Other files are being uploaded: please wait for a place' };
const screens = screensOf('doctor');

/** Keys with which forms were sent, by path. */
let sent: [path: string, key: string][] = [];
let answers: { status: number; body: object }[] = [];

/** Sends nothing: each form is answered by what is next. */
class Line {
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onabort?: () => void;
  status = 0;
  statusText = '';
  responseText = '';
  private path = '';
  private key = '';

  open(_method: string, path: string) {
    this.path = path;
  }
  setRequestHeader(name: string, value: string) {
    if (name === 'Idempotency-Key') this.key = value;
  }
  getResponseHeader = (name: string) => (name === 'Retry-After' && this.status === 503 ? '1' : null);
  abort() {
    this.onabort?.();
  }
  send() {
    sent.push([this.path, this.key]);
    const { status, body } = answers.shift() ?? { status: 503, body: BUSY };
    setTimeout(() => {
      this.upload.onprogress?.({ loaded: 1000, total: 1000 });
      Object.assign(this, { status, responseText: JSON.stringify(body) });
      this.onload?.();
    }, 10);
  }
}

const real = globalThis.XMLHttpRequest;
beforeAll(() => void Object.assign(globalThis, { XMLHttpRequest: Line }));
afterAll(() => void Object.assign(globalThis, { XMLHttpRequest: real }));
beforeEach(() => {
  sent = [];
  answers = [];
});
const keys = () => new Set(sent.map(([, key]) => key));

describe('an upload of reports while others upload', () => {
  const choose = async () => {
    screens.open('/reports');
    const form = await opens('Upload lab results', 'Upload lab results');
    const files = ['one.pdf', 'two.pdf'].map((name) => new File(['%PDF'], name, { type: 'application/pdf' }));
    await userEvent.upload(form.getByLabelText('Files'), files);
    await press('Upload', form);
    return form;
  };

  it('waits for a place, says so on each row, and goes on by itself under the same key', async () => {
    const [report] = await itemsOf<ReportView>(screens.api, 'ocr?skip=0&take=1');
    answers = [
      { status: 503, body: BUSY },
      { status: 503, body: BUSY },
      { status: 201, body: { items: [{ id: report!.id, version: 0, position: 'p' }] } },
    ];
    const form = await choose();
    await waitFor(() => expect(form.getAllByText('Waiting for a place')).toHaveLength(3));
    expect(form.getAllByRole('row').filter(({ textContent }) => textContent.includes('Waiting for a place'))).toHaveLength(2);
    expect(form.getByRole('status').textContent).toBe('Waiting for a place');
    expect(form.queryByRole('alert')).toBeNull();
    await isClosed('dialog');
    expect([sent.length, keys().size]).toEqual([3, 1]);
  });

  it('is cancelled while it waits, and keeps the files', async () => {
    const form = await choose();
    await form.findAllByText('Waiting for a place');
    await press('Cancel', form);
    await isGone('Waiting for a place');
    const count = sent.length;
    form.getByText('one.pdf');
    expect(isDisabled('Upload', form)).toBe(false);
    await new Promise((done) => setTimeout(done, 1200));
    expect(sent).toHaveLength(count);
  });

  it('says why it failed for another reason', async () => {
    answers = [{ status: 503, body: { code: 'read-only', message: 'The disk is full: nothing was saved, reading still works' } }];
    const form = await choose();
    await form.findByText('The disk is full: nothing was saved, reading still works');
    expect(sent).toHaveLength(1);
  });
});

describe('an agreement while others upload', () => {
  it('waits for a place, and is given up by Cancel with nothing lost', async () => {
    screens.open('/patients');
    await userEvent.click((await screen.findAllByRole('button', { name: /^Update / }))[0]!);
    const form = await dialog('Update patient', 'dialog');
    await userEvent.upload(await field('File of the agreement', form), new File(['%PDF'], 'signed.pdf', { type: 'application/pdf' }));
    await fill(/^Comment/, 'It was signed', form);
    await press('Submit', form);
    await press('Proceed');
    await form.findByText('Waiting for a place');
    await waitFor(() => expect(sent.length).toBeGreaterThan(1));
    expect(keys().size).toBe(1);
    await press('Cancel', form);
    await isGone('Waiting for a place');
    form.getByText('signed.pdf');
    expect(await field(/^Comment/, form)).toHaveProperty('value', 'It was signed');
    expect(isDisabled('Submit', form)).toBe(false);
  });
});
