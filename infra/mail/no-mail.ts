import { assertSendable, type Letter, Mail, MailUnavailable } from './mail.ts';

/** Where no way to send is configured: every mail waits, and none is lost. */
export class NoMail extends Mail {
  async send(letter: Letter): Promise<void> {
    assertSendable(letter);
    throw new MailUnavailable('no mail can be sent: ANAMNESIS_SMTP_URL is not set');
  }

  async outbox(): Promise<undefined> {
    return undefined;
  }

  async removeAbout(): Promise<number> {
    return 0;
  }

  async close(): Promise<void> {
    // there is nothing to close
  }
}
