import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { ConsentForms } from '#infra/consent/consent-forms';
import { type HttpApp, openHttpApp } from '#tests/support/http-app';
import { ConsentModule } from './consent.controller.ts';

let it_: HttpApp;
let folder: string;
beforeAll(async () => {
  it_ = await openHttpApp({ imports: [ConsentModule] });
  folder = join(it_.folder, 'consent');
});
afterEach(() => rm(folder, { recursive: true, force: true }));
afterAll(() => it_.close());

const ask = (query: string, name = 'hipaa') => it_.http().get(`/api/files/consent/${name}${query}`);
const putOwn = async (files: Record<string, string>) => {
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
};

it('shows two pages of a sample that says it is one, in the shape of the viewer', async () => {
  for (const pageId of [1, 2]) {
    const { body } = await ask(`?pageId=${pageId}`).expect(200).expect('content-type', 'image/jpeg');
    const { width, height } = await sharp(body as Buffer).metadata();
    expect([width, height]).toEqual([1124, 1584]);
    expect((await ask(`?pageId=${pageId}&extension=txt`).expect(200)).text).toMatch(/^SAMPLE\./);
  }
  await ask('?pageId=3').expect(404);
  await ask('?pageId=1&extension=png').expect(404);
});

it('shows a clinic’s own pages instead, never mixed with the sample, and agrees to what is shown', async () => {
  const forms = new ConsentForms(folder);
  const before = await forms.current('hipaa');
  expect(before.version).toBe('sample 1');
  await putOwn({ 'hipaa-1.png': 'one', 'hipaa-2.png': 'two', 'version.txt': '2026-11\n' });
  await ask('?pageId=1').expect(404);
  const { body } = await ask('?pageId=2&extension=png').expect(200).expect('content-type', 'image/png');
  expect((body as Buffer).toString()).toBe('two');
  await ask('?pageId=1&extension=txt').expect(404);
  const after = await forms.current('hipaa');
  expect(after.version).toBe('2026-11');
  expect(after.content_hash).not.toBe(before.content_hash);
});

it.each(['..%2f..%2fkeys%2fkeys', 'hipaa%00', 'HIPAA', 'version.txt', 'hipaa-1', 'constructor'])('has no form %s', async (name) => {
  await putOwn({ 'hipaa-1.png': 'one' });
  await ask('?pageId=1&extension=png', name).expect(404);
  expect(await readFile(join(folder, 'hipaa-1.png'), 'utf8')).toBe('one');
});

it.each(['?pageId=0', '?pageId=x', '?pageId=1&extension=svg', '?pageId=1&extension=../x'])('refuses %s', async (query) => {
  await ask(query).expect(400);
});
