import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DirectoryMail } from '#infra/mail/directory/directory-mail';
import { NoMail } from '#infra/mail/no-mail';
import { MailUnavailable } from '#infra/mail/mail';
import { aLetter, describeMail } from './mail.conformance.ts';

const temporary = () => mkdtemp(join(tmpdir(), 'anamnesis-mail-'));

describeMail('directory', async () => {
  const folder = await temporary();
  const open = () => DirectoryMail.open({ folder });
  return {
    open,
    arrived: async () => (await (await open()).outbox()).map(({ to, ...letter }) => ({ ...letter, to: [to] })),
    dispose: () => rm(folder, { recursive: true, force: true }),
  };
});

describe('an outbox', () => {
  it('lists the newest first, keeps two hundred and passes over what is no mail', async () => {
    const folder = await temporary();
    const mail = await DirectoryMail.open({ folder });
    await writeFile(join(folder, 'broken.json'), '{');
    await mail.send(aLetter());
    const [letter] = await mail.outbox();
    const before = Array.from({ length: 199 }, (_, n) => ({ ...letter, id: randomUUID(), sent_at: new Date(n).toISOString() }));
    for (const sent of before) await writeFile(join(folder, `${sent.id}.json`), JSON.stringify(sent));
    for (const n of [1, 2, 3]) await mail.send(aLetter({ subject: `Letter ${n}` }));
    const outbox = await mail.outbox();
    expect([outbox.length, outbox.at(-1)?.sent_at]).toEqual([200, before[3]?.sent_at]);
    expect(outbox.map(({ sent_at }) => sent_at)).toEqual(
      outbox
        .map(({ sent_at }) => sent_at)
        .sort()
        .reverse(),
    );
    expect((await readdir(folder)).filter((name) => name.endsWith('.draft'))).toEqual([]);
    await rm(folder, { recursive: true, force: true });
  });
});

it('loses what it holds about a subject, and nothing else', async () => {
  const folder = await temporary();
  const mail = await DirectoryMail.open({ folder });
  const [first, second, third] = [aLetter({ about: ['user:1'] }), aLetter({ about: ['invitation:1'] }), aLetter({ about: [] })];
  for (const letter of [first, second, third]) await mail.send(letter);
  expect(await mail.removeAbout(['invitation:1', 'patient:1'])).toBe(1);
  expect((await mail.outbox()).map(({ id }) => id).sort()).toEqual([first.id, third.id].sort());
  expect(await mail.removeAbout(['invitation:1'])).toBe(0);
  await rm(folder, { recursive: true, force: true });
});

it('without any way to send, every mail waits', async () => {
  const mail = new NoMail();
  await expect(mail.send(aLetter())).rejects.toThrow(MailUnavailable);
  await expect(mail.send(aLetter({ to: 'x' }))).rejects.toMatchObject({ status: 422 });
  expect(await mail.outbox()).toBeUndefined();
  expect(await mail.removeAbout()).toBe(0);
});
