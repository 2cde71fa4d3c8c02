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
      { number: 3, text: '' },
      { number: 4, text: '{}' },
    ]);
    expect(await read(['a\n'])).toEqual([{ number: 1, text: 'a' }]);
    expect(await read([])).toEqual([]);
  });
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
