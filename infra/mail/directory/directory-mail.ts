import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '#infra/data-folder/make-folder';
import { syncFile } from '#infra/data-folder/sync-file';
import { assertSendable, type Letter, Mail, type SentLetter } from '../mail.ts';

/** More is not kept: an outbox is for looking at what was just sent. */
const KEPT = 200;

/** Keeps mails in files, `<id>.json`, for whoever develops: none leaves the machine. */
export class DirectoryMail extends Mail {
  private constructor(private readonly folder: string) {
    super();
  }

  static async open({ folder }: { folder: string }): Promise<DirectoryMail> {
    makeFolder(folder);
    return new DirectoryMail(folder);
  }

  async send(letter: Letter): Promise<void> {
    assertSendable(letter);
    const { id, to, subject, text, html, about } = letter;
    const path = this.pathOf(id);
    const draft = join(this.folder, `${randomUUID()}.draft`);
    const sent: SentLetter = { id, to, subject, text, html, about, sent_at: new Date().toISOString() };
    await writeFile(draft, JSON.stringify(sent, undefined, 2), { mode: 0o600 });
    await rename(draft, path);
    await syncFile(path);
    for (const old of (await this.outbox()).slice(KEPT)) await rm(this.pathOf(old.id), { force: true });
  }

  override async outbox(): Promise<SentLetter[]> {
    const names = (await readdir(this.folder)).filter((name) => name.endsWith('.json'));
    const letters = await Promise.all(names.map((name) => readLetter(join(this.folder, name))));
    return letters.filter((letter) => letter !== undefined).sort((a, b) => (a.sent_at < b.sent_at ? 1 : -1));
  }

  async removeAbout(subjects: readonly string[]): Promise<number> {
    const wanted = new Set(subjects);
    const letters = (await this.outbox()).filter(({ about }) => about.some((subject) => wanted.has(subject)));
    for (const { id } of letters) await rm(this.pathOf(id), { force: true });
    return letters.length;
  }

  async close(): Promise<void> {
    // nothing is held open between calls
  }

  private pathOf(id: string): string {
    return join(this.folder, `${id.toLowerCase()}.json`);
  }
}

/** Undefined where somebody removed it meanwhile, or it is no mail. */
const readLetter = async (path: string): Promise<SentLetter | undefined> => {
  try {
    return { about: [], ...(JSON.parse(await readFile(path, 'utf8')) as Omit<SentLetter, 'about'>) };
  } catch {
    return undefined;
  }
};
