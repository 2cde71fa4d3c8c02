import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataFolder } from '#infra/data-folder/data-folder';
import { StorageFull } from '#infra/event-store/event-store';
import { KeysUnavailable } from '#infra/keys/keys';
import { OperationFailed } from './control.ts';
import { inWords } from './in-words.ts';

const thrownBy = async (work: () => unknown): Promise<unknown> => {
  try {
    return await work();
  } catch (error) {
    return error;
  }
};

describe('an error at the terminal', () => {
  it('says what a person can mend, without the place in the program', async () => {
    expect(inWords(new OperationFailed('There is no clinic yet'))).toBe('There is no clinic yet');
    expect(inWords(new StorageFull('The disk is full: nothing was written'))).toBe('The disk is full: nothing was written');
    expect(inWords(await thrownBy(() => readFile(tmpdir())))).toMatch(/: it is a folder$/);
    expect(inWords(await thrownBy(() => readFile(join(tmpdir(), 'nowhere', 'x'))))).toMatch(/nowhere\/x: it does not exist$/);
    expect(inWords(await thrownBy(() => DataFolder.open(join(import.meta.filename, 'data'))))).toMatch(
      /^The data folder .* cannot be used/,
    );
  });

  it('names what is wrong with the disk under the data', () => {
    const thrown = (errcode: number) => Object.assign(new Error('from SQLite'), { code: 'ERR_SQLITE_ERROR', errcode });
    expect(inWords(thrown(13))).toMatch(/^The disk is full/);
    expect(inWords(thrown(10 | (9 << 8)))).toMatch(/^The disk failed/);
    expect(inWords(thrown(8))).toMatch(/^The data can only be read/);
    expect(inWords(thrown(1))).toBeUndefined(); // a fault of the program
    const ofKeys = (cause: Error) => inWords(new KeysUnavailable('the key store cannot be read or written', { cause }));
    expect(ofKeys(thrown(14))).toMatch(/^A file of the data cannot be opened/);
    expect(ofKeys(thrown(26))).toBeUndefined(); // no key store: everything is wanted
    expect(inWords(new KeysUnavailable('Keys: MongoDB does not answer'))).toBe('Keys: MongoDB does not answer');
  });

  it('names the port that another program has', async () => {
    const first = createServer();
    await new Promise<void>((ready) => first.listen(0, '127.0.0.1', ready));
    const { port } = first.address() as { port: number };
    const error = await new Promise((failed) => createServer().once('error', failed).listen(port, '127.0.0.1'));
    await new Promise((closed) => first.close(closed));
    expect(inWords(error)).toBe(`Another program listens at port ${port} already. Stop it, or choose another one: PORT`);
  });

  it('leaves faults of the program as they are', () => {
    expect(inWords(new TypeError('x is not a function'))).toBeUndefined();
    expect(inWords(Object.assign(new Error('strange'), { code: 'ENOENT' }))).toBeUndefined();
    expect(inWords('text')).toBeUndefined();
  });
});
