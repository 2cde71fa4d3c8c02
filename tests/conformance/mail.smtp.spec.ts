import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { MailUnavailable } from '#infra/mail/mail';
import { SmtpMail } from '#infra/mail/smtp/smtp-mail';
import { aLetter, type Arrived, describeMail } from './mail.conformance.ts';

const FROM = 'clinic@records.example';

/** A mail server on loopback that keeps what it takes. `refuse` answers with a code instead. */
const startServer = async ({ refuse, at = 'RCPT' }: { refuse?: number; at?: 'RCPT' | 'DATA' } = {}) => {
  const taken: { raw: string; to: string[] }[] = [];
  const refusal = () =>
    refuse === undefined ? null : Object.assign(new Error('no such person <ada@example.org>'), { responseCode: refuse });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, callback) => callback(at === 'RCPT' ? refusal() : null),
    onData: (stream, session, callback) => {
      text(stream).then(
        (raw) => {
          if (at === 'DATA' && refuse !== undefined) return callback(refusal());
          taken.push({ raw, to: session.envelope.rcptTo.map(({ address }) => address) });
          callback();
        },
        (error: Error) => callback(error),
      );
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, taken, close: () => new Promise<void>((resolve) => server.close(() => resolve())) };
};

const decoded = (body: string, encoding: string): string => {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
};

const headerOf = (head: string, name: string): string =>
  (new RegExp(`^${name}: (.*)$`, 'im').exec(head.replaceAll(/\r?\n[ \t]+/g, ' '))?.[1] ?? '').trim();

const words = (header: string): string =>
  header
    .replaceAll(/\?= +=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, how: string, coded: string) =>
      decoded(how.toLowerCase() === 'q' ? coded.replaceAll('_', ' ') : coded, how.toLowerCase() === 'q' ? 'quoted-printable' : 'base64'),
    );

const readMail = ({ raw, to }: { raw: string; to: string[] }): Arrived => {
  const [head = ''] = raw.split(/\r?\n\r?\n/, 1);
  const boundary = /boundary="([^"]+)"/.exec(head)![1]!;
  const parts = raw.split(`--${boundary}`).slice(1, -1);
  const part = (type: string) => {
    const found = parts.find((one) => one.includes(type))!;
    const at = /\r?\n\r?\n/.exec(found)!;
    return decoded(found.slice(at.index + at[0].length), headerOf(found.slice(0, at.index), 'Content-Transfer-Encoding')).replaceAll(
      '\r\n',
      '\n',
    );
  };
  const id = /^<(.+)@records\.example>$/.exec(headerOf(head, 'Message-ID'))![1]!;
  return { id, to, subject: words(headerOf(head, 'Subject')), text: part('text/plain'), html: part('text/html') };
};

describeMail('SMTP', async () => {
  const server = await startServer();
  return {
    open: async () => new SmtpMail({ url: server.url, from: FROM }),
    arrived: async () => server.taken.map(readMail),
    dispose: () => server.close(),
  };
});

describe('mail by SMTP', () => {
  const sending = async (url: string) => {
    const mail = new SmtpMail({ url, from: FROM });
    return mail.send(aLetter()).finally(() => mail.close());
  };

  it('waits for a server that is away, or is none', async () => {
    const server = await startServer();
    await server.close();
    await expect(sending(server.url)).rejects.toThrow(MailUnavailable);
    const stranger = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(0, '127.0.0.1');
    await once(stranger, 'listening');
    await expect(sending(`smtp://127.0.0.1:${(stranger.address() as AddressInfo).port}`)).rejects.toThrow(MailUnavailable);
    stranger.close();
  });

  it.each(['RCPT', 'DATA'] as const)(
    'tells a mail that is refused for ever from one for later, without the words of the server (%s)',
    async (at) => {
      const [never, later] = [await startServer({ refuse: 550, at }), await startServer({ refuse: 451, at })];
      await expect(sending(never.url)).rejects.toMatchObject({ code: 'mail-refused', message: expect.not.stringContaining('ada@') });
      const fault = await sending(later.url).catch((error: unknown) => error as Error);
      expect(fault).toBeInstanceOf(Error);
      expect(fault).not.toBeInstanceOf(MailUnavailable);
      expect(fault).not.toHaveProperty('status');
      expect((fault as Error).message).not.toContain('ada@');
      await never.close();
      await later.close();
    },
  );

  it('tells who sent it, that it came by itself, and nobody else', async () => {
    const server = await startServer();
    await sending(server.url);
    expect(server.taken[0]!.raw).toMatch(/^From: Anamnesis <clinic@records\.example>/m);
    expect(server.taken[0]!.raw).toMatch(/^Auto-Submitted: auto-generated/m);
    expect(server.taken[0]!.raw).not.toMatch(/^(Bcc|Cc):/im);
    await server.close();
  });
});
