import { randomUUID } from 'node:crypto';
import type { Letter, Mail } from '#infra/mail/mail';

/** A letter as it arrived, with the header that names it. */
export interface Arrived {
  id: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
}

export interface MailUnderTest {
  open(): Promise<Mail>;
  /** Everything that arrived so far, in any order. */
  arrived(): Promise<Arrived[]>;
  dispose(): Promise<void>;
}

export const aLetter = (changes: Partial<Letter> = {}): Letter => ({
  id: randomUUID(),
  to: 'ada@example.org',
  subject: 'Please confirm your e-mail address',
  text: 'Good day Ada,\n\nhttps://records.example/verify/1.2\n',
  html: '<p>Good day Ada,</p>',
  about: [],
  ...changes,
});

/** What everything does that sends mails. */
export const describeMail = (name: string, make: () => Promise<MailUnderTest>): void => {
  describe(`mail: ${name}`, () => {
    let under: MailUnderTest;
    let mail: Mail;
    beforeEach(async () => {
      under = await make();
      mail = await under.open();
    });
    afterEach(async () => {
      await mail.close();
      await under.dispose();
    });

    it('brings a letter to whom it names, with its words', async () => {
      const letter = aLetter({ subject: 'Grüsse, Žofia', text: 'Zürich\n.\nafter a lonely dot\n' });
      await mail.send(letter);
      const [arrived, ...others] = await under.arrived();
      expect(others).toEqual([]);
      expect(arrived).toMatchObject({ id: letter.id, to: ['ada@example.org'], subject: 'Grüsse, Žofia' });
      expect(arrived!.text.trim()).toBe(letter.text.trim());
      expect(arrived!.html.trim()).toBe(letter.html);
    });

    it('lets a repetition be recognised by its id', async () => {
      const letter = aLetter();
      await mail.send(letter);
      await mail.send(letter);
      expect(new Set((await under.arrived()).map(({ id }) => id))).toEqual(new Set([letter.id]));
    });

    it.each([
      { to: 'ada@example.org\r\nBcc: eve@example.org' },
      { to: 'ada@example.org, eve@example.org' },
      { to: 'Ada <ada@example.org>' },
      { to: 'ada@example.org\0' },
      { to: '' },
      { subject: 'Hello\r\nBcc: eve@example.org' },
      { subject: 'Hello\nX: y' },
      { subject: 'x'.repeat(201) },
    ])('refuses for ever and sends nothing of %j', async (changes) => {
      await expect(mail.send(aLetter(changes))).rejects.toMatchObject({ status: 422 });
      expect(await under.arrived()).toEqual([]);
    });

    it('refuses a name that is no UUID', async () => {
      await expect(mail.send(aLetter({ id: '../etc/passwd' }))).rejects.toThrow(TypeError);
      expect(await under.arrived()).toEqual([]);
    });

    it('brings many that are sent at once', async () => {
      const letters = Array.from({ length: 20 }, () => aLetter());
      await Promise.all(letters.map((letter) => mail.send(letter)));
      expect((await under.arrived()).map(({ id }) => id).sort()).toEqual(letters.map(({ id }) => id).sort());
    });
  });
};
