import { createTransport, type Transporter } from 'nodemailer';
import { isLoopback } from '#infra/http/loopback';
import { Refusal } from '../../event-store/decider.ts';
import { assertSendable, type Letter, Mail, MailUnavailable } from '../mail.ts';

/** Milliseconds until a server that does not answer counts as unavailable. */
const PATIENCE = 10_000;

/** What nodemailer calls trouble with the server itself, whatever the mail. */
const SERVER_TROUBLE = new Set([
  'ECONNECTION',
  'ETIMEDOUT',
  'ESOCKET',
  'EDNS',
  'ETLS',
  'EAUTH',
  'ENOAUTH',
  'EPROTOCOL',
  'EPROXY',
  'ECONFIG',
]);

export interface SmtpOptions {
  /** smtp://user:password@host:587, or smtps://...:465. */
  url: string;
  /** The address that mails come from. */
  from: string;
}

/** Hands mails to a mail server. To another machine they go encrypted, unless the address says `?requireTLS=false`. */
export class SmtpMail extends Mail {
  private readonly transport: Transporter;

  constructor(private readonly options: SmtpOptions) {
    super();
    const { hostname } = new URL(options.url);
    this.transport = createTransport({
      url: options.url,
      ...(isLoopback(hostname) || options.url.includes('requireTLS=') ? {} : { requireTLS: true }),
      connectionTimeout: PATIENCE,
      greetingTimeout: PATIENCE,
      socketTimeout: PATIENCE,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  async send(letter: Letter): Promise<void> {
    assertSendable(letter);
    const { id, to, subject, text, html } = letter;
    const { from } = this.options;
    const messageId = `<${id.toLowerCase()}@${from.split('@').at(-1)}>`;
    // addresses as objects: as text, one with a comma would be two
    const headers = { 'Auto-Submitted': 'auto-generated' };
    try {
      await this.transport.sendMail({
        from: { name: 'Anamnesis', address: from },
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId,
        headers,
      });
    } catch (error) {
      throw explained(error);
    }
  }

  async outbox(): Promise<undefined> {
    return undefined;
  }

  async removeAbout(): Promise<number> {
    return 0;
  }

  async close(): Promise<void> {
    this.transport.close();
  }
}

/** Of the server's answer only its number is kept: its words may quote the address. */
const explained = (error: unknown): Error => {
  const { code = '', responseCode = 0 } = error as { code?: string; responseCode?: number };
  const said = responseCode > 0 ? `${code} ${responseCode}` : code;
  if (SERVER_TROUBLE.has(code)) return new MailUnavailable(`the mail server does not take mails (${said})`);
  if (responseCode >= 500) return new Refusal('mail-refused', `The mail server refused this mail (${said})`);
  return new Error(`the mail server did not take the mail (${said})`);
};
