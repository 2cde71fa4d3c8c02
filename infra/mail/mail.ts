import { z } from 'zod';
import { isPlain } from '#contracts/wire/primitives';
import { Refusal } from '../event-store/decider.ts';

/** A mail to one person, as plain text and as HTML of the same words. */
export interface Letter {
  /** UUID, the same each time the mail is sent again: so that a repetition can be recognised. */
  id: string;
  /** One address, without a name. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Subjects of keys ('invitation:<id>') whose data the mail holds: it is removed when one of them is erased. */
  about: readonly string[];
}

export interface SentLetter extends Letter {
  /** UTC. */
  sent_at: string;
}

/** No mail can be sent just now, to nobody: wait and try again. The words hold no data of a person. */
export class MailUnavailable extends Error {}

/** Sends mails at least once. All adapters pass tests/conformance/mail.conformance.ts. */
export abstract class Mail {
  /**
   * Resolves once somebody else answers for the mail: the mail server, or the disk.
   * @throws Refusal where this mail can never be sent, MailUnavailable where none can be just now, other errors where it may go later
   */
  abstract send(letter: Letter): Promise<void>;
  /** What lies in the outbox, the newest first; undefined where mails leave the machine. */
  abstract outbox(): Promise<SentLetter[] | undefined>;
  /** Removes what lies in the outbox about any of these subjects, and answers how many that was; what has left the machine is beyond reach. */
  abstract removeAbout(subjects: readonly string[]): Promise<number>;
  abstract close(): Promise<void>;
}

/** Refuses what would become another header or another recipient. @throws Refusal */
export const assertSendable = ({ id, to, subject }: Letter): void => {
  if (!z.uuid().safeParse(id).success) throw new TypeError('a mail is named by a UUID');
  if (!isPlain(to) || !z.email().safeParse(to).success) throw new Refusal('mail-address', 'This is no address that mail can be sent to');
  if (!isPlain(subject) || subject.length > 200) throw new Refusal('mail-subject', 'The subject of a mail is one short line');
};
