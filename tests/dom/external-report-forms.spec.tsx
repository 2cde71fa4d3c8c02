import { waitFor } from '@testing-library/react';
import { jest } from '@jest/globals';
import type { ExternalReportView, ReportForm as Form } from '#contracts/items/external-reports';
import { rereadAll } from '#web/lib/live.ts';
import { all, culture, FILE, idOf, report, reportsOnScreen } from './external-reports.data.ts';
import { dialog, isDisabled } from './find.ts';
import { press } from './user.ts';

const { answered, openRecord } = reportsOnScreen();

describe('the forms of a report', () => {
  const HTML =
    '<h1>Culture</h1><script>parent.stolen = 1</script><img src="x" onerror="parent.stolen = 1"><form action="/api/token"><button>Sign in</button></form>';
  const fetched = () => {
    const blobs: { type: string; size: number }[] = [];
    const made = jest.fn((blob: Blob) => `blob:${blobs.push({ type: blob.type, size: blob.size })}`);
    Object.assign(URL, { createObjectURL: made, revokeObjectURL: jest.fn() });
    return blobs;
  };
  /** What the route of the file answers; the harness answers JSON alone. */
  const file = (body: BodyInit, type: string, status = 200) => {
    const before = globalThis.fetch;
    const asked: (string | null)[] = [];
    globalThis.fetch = (async (path: string, init?: RequestInit) => {
      if (!path.includes('/forms/')) return before(path, init);
      asked.push(new Headers(init?.headers).get('authorization'));
      return status === 200
        ? new Response(body, { headers: { 'content-type': type } })
        : Response.json({ code: 'failed', message: 'Something failed' }, { status });
    }) as typeof fetch;
    return { asked, restore: () => void (globalThis.fetch = before) };
  };
  const openForm = async (form: ExternalReportView['forms'][number]) => {
    answered(report(1, { ...culture, forms: [form] }));
    await openRecord();
    await press(all.name);
    await press(/^Urine culture/, await dialog('Reports of external records', 'dialog'));
    return dialog('Report of an external record', 'dialog');
  };

  it('show text as it came, and why one is missing', async () => {
    const shown = await openForm({ content_type: 'text/plain', text: 'A  B\n<b>C</b>', remark: 'Cut after 20,000 letters.' });
    expect(shown.element.querySelector('pre')!.textContent).toBe('A  B\n<b>C</b>');
    await shown.findByText('Cut after 20,000 letters.');
  });

  it.each([
    ['the file is with its source, not in the import', 'The file is with its source, not in the import.'],
    ['kept at the clinic that imported it', 'Kept at the clinic that imported it.'],
  ])('say why there is no file: %s', async (remark, words) => {
    const shown = await openForm({ content_type: 'application/pdf', title: 'Letter', remark });
    await shown.findByText(words);
    expect(shown.queryByRole('button', { name: 'Save PDF' })).toBeNull();
  });

  it('show the file of a new version, not what was read of the one before', async () => {
    const { restore } = file('The first version', 'text/plain');
    const form = { content_type: 'text/plain', file_id: FILE };
    try {
      const shown = await openForm(form);
      await press('Show text', shown);
      await shown.findByText('The first version');
      answered(report(1, { ...culture, version: 1, forms: [{ ...form, file_id: idOf(901) }] }));
      await rereadAll();
      await shown.findByRole('button', { name: 'Show text' });
      expect(shown.queryByText('The first version')).toBeNull();
    } finally {
      restore();
    }
  });

  it('say that a download broke off', async () => {
    const { restore } = file(new ReadableStream({ pull: (stream) => stream.error(new TypeError('terminated')) }), 'application/pdf');
    try {
      const shown = await openForm({ content_type: 'application/pdf', file_id: FILE });
      await press('Save PDF', shown);
      expect((await shown.findByRole('alert')).textContent).toBe('The server cannot be reached. Check the network.');
      expect(isDisabled('Save PDF', shown)).toBe(false);
    } finally {
      restore();
    }
  });

  it('open an image with the session of the reader, as the type that the report names', async () => {
    const blobs = fetched();
    const { asked, restore } = file('PNG', 'text/html');
    const tab = { opener: window as unknown, location: { replace: jest.fn() }, close: jest.fn() };
    const open = jest.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
    try {
      const shown = await openForm({ content_type: 'image/png', file_id: FILE });
      await press('Open image', shown);
      await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith('blob:1'));
      expect(blobs).toEqual([{ type: 'image/png', size: 3 }]);
      expect(asked).toHaveLength(1);
      expect(/^Bearer \S+$/.test(asked[0] ?? '')).toBe(true);
      expect(tab.opener).toBeNull();
    } finally {
      restore();
      open.mockRestore();
    }
  });

  it('close the tab and say so where a file cannot be read', async () => {
    const { restore } = file('', '', 500);
    const tab = { opener: null, location: { replace: jest.fn() }, close: jest.fn() };
    const open = jest.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
    try {
      const shown = await openForm({ content_type: 'image/png', file_id: FILE });
      await press('Open image', shown);
      expect((await shown.findByRole('alert')).textContent).toBe('Something failed');
      expect(tab.close).toHaveBeenCalled();
      expect(tab.location.replace).not.toHaveBeenCalled();
      expect(isDisabled('Open image', shown)).toBe(false);
    } finally {
      restore();
      open.mockRestore();
    }
  });

  it.each([
    ['a file', { content_type: 'text/html', file_id: FILE } as Form],
    ['XHTML', { content_type: 'application/xhtml+xml', file_id: FILE } as Form],
  ])('run nothing of a web page that came as %s', async (_what, form) => {
    const blobs = fetched();
    const { restore } = file(HTML, 'text/html');
    try {
      const shown = await openForm(form);
      await press('Show web page', shown);
      const frame = await waitFor(() => shown.element.querySelector('iframe')!);
      expect(frame.getAttribute('sandbox')).toBe('');
      expect(frame.getAttribute('srcdoc')).toBe(HTML);
      expect(frame.hasAttribute('src')).toBe(false);
      // it has no address that a tab could be opened with
      expect(blobs).toEqual([]);
      expect(shown.element.querySelector('script, form, img')).toBeNull();
    } finally {
      restore();
    }
  });

  it.each([
    ['of its own', 'text/html', '<meta charset="windows-1252">Gr\u00f6\u00dfe'],
    ['of the answer', 'text/html; charset=windows-1252', 'Gr\u00f6\u00dfe'],
  ])('read a web page in the letters %s', async (_whose, type, text) => {
    const { restore } = file(
      Uint8Array.from(text, (letter) => letter.charCodeAt(0)),
      type,
    );
    try {
      const shown = await openForm({ content_type: 'text/html', file_id: FILE });
      await press('Show web page', shown);
      await waitFor(() => expect(shown.element.querySelector('iframe')?.getAttribute('srcdoc')).toBe(text));
    } finally {
      restore();
    }
  });

  it('show no letters that were guessed', async () => {
    const { restore } = file(Uint8Array.of(0x47, 0xf6, 0xdf), 'text/plain');
    try {
      const shown = await openForm({ content_type: 'text/plain', file_id: FILE });
      await press('Show text', shown);
      expect((await shown.findByRole('alert')).textContent).toMatch(/^Its text encoding cannot be read here\./);
      expect(shown.element.querySelector('pre')).toBeNull();
      shown.getByRole('button', { name: 'Save file' });
    } finally {
      restore();
    }
  });

  it('save a PDF, as a type that no browser runs', async () => {
    const blobs = fetched();
    const { restore } = file('<svg onload="parent.stolen = 1"/>', 'image/svg+xml');
    const clicked = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined);
    try {
      const shown = await openForm({ content_type: 'application/pdf', file_id: FILE });
      expect(shown.queryByRole('button', { name: /^(Open|Show)/ })).toBeNull();
      await press('Save PDF', shown);
      await waitFor(() => expect(clicked).toHaveBeenCalled());
      expect(blobs.map(({ type }) => type)).toEqual(['application/octet-stream']);
    } finally {
      restore();
      clicked.mockRestore();
    }
  });
});
