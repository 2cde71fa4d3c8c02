import { jsonLines, type Line } from './json-lines.ts';

const read = async (chunks: (string | number[])[], longest?: number): Promise<Line[]> => {
  const found: Line[] = [];
  for await (const line of jsonLines(
    chunks.map((chunk) => Buffer.from(chunk as string)),
    longest,
  ))
    found.push(line);
  return found;
};

describe('lines of a file', () => {
  it('are whole wherever the chunks of the file end, with and without a last line end', async () => {
    expect(await read(['{"a":"', 'b"}\n{"c":1}\n\n{', '}'])).toEqual([
      { number: 1, text: '{"a":"b"}' },
      { number: 2, text: '{"c":1}' },
      { number: 4, text: '{}' },
    ]);
    expect(await read(['a\n'])).toEqual([{ number: 1, text: 'a' }]);
    expect(await read([])).toEqual([]);
  });
  it('that are blank are only counted, wherever the chunks end', async () => {
    expect(await read(['\n\r\n \t', ' \r\n', '\n\n', '  a\r\n \n\n', '\u00a0\nb\n\n'])).toEqual([
      { number: 6, text: '  a\r' },
      { number: 10, text: 'b' },
    ]);
  });
  it('that are blank take no time: a hundred million of them', async () => {
    const chunk = Buffer.alloc(1024 * 1024, 10);
    const all = function* () {
      for (let count = 0; count < 100; count++) yield chunk;
      yield Buffer.from('a');
    };
    const begun = performance.now();
    const found: Line[] = [];
    for await (const line of jsonLines(all())) found.push(line);
    expect(found).toEqual([{ number: 100 * 1024 * 1024 + 1, text: 'a' }]);
    expect(performance.now() - begun).toBeLessThan(10_000);
  }, 200_000);
  it('keep a character that stands over two chunks', async () => {
    expect(await read([[0xc3], [0xa9, 10]])).toEqual([{ number: 1, text: 'é' }]);
  });
  it('that are no UTF-8, or longer than memory is for, are told and passed over', async () => {
    expect(await read([[0xff, 10], 'ok\n'])).toEqual([
      { number: 1, reason: 'not UTF-8 text' },
      { number: 2, text: 'ok' },
    ]);
    const megabyte = 'x'.repeat(1024 * 1024);
    expect(await read([megabyte, megabyte, '\nok'], 1024 * 1024)).toEqual([
      { number: 1, reason: 'longer than 1 MB' },
      { number: 2, text: 'ok' },
    ]);
  });
});
