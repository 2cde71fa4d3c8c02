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
    for (let n = 1; n <= 203; n++) await mail.send(aLetter({ subject: `Letter ${n}` }));
    const outbox = await mail.outbox();
    expect(outbox).toHaveLength(200);
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

it('without any way to send, every mail waits', async () => {
  const mail = new NoMail();
  await expect(mail.send(aLetter())).rejects.toThrow(MailUnavailable);
  await expect(mail.send(aLetter({ to: 'x' }))).rejects.toMatchObject({ status: 422 });
  expect(await mail.outbox()).toBeUndefined();
});
