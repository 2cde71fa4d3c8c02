import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { isLinesFile, readFhirFile, type SourceFile } from './fhir-file.ts';
import { textOf } from './resource.ts';

/** A file that comes in pieces of some bytes. */
const fileOf = (content: string | Buffer, path = 'some.json', piece = 7): SourceFile => ({
  path,
  async *read() {
    const bytes = Buffer.from(content as string);
    for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
  },
});
const readAll = async (file: SourceFile, signal?: AbortSignal): Promise<void> => {
  for await (const _ of readFhirFile(file, signal));
};
/** Ids of its resources with their places, and reasons and types of documents about the file. */
const read = async (...given: Parameters<typeof fileOf>): Promise<string[]> => {
  const parts: string[] = [];
  for await (const part of readFhirFile(fileOf(...given))) {
    const words =
      'reason' in part ? part.reason : 'about' in part ? `about: ${textOf(part.about, 'resourceType')}` : textOf(part.resource, 'id');
    parts.push(part.place === '' ? words! : `${part.place}: ${words}`);
  }
  return parts;
};
const patient = (id: string, rest: object = {}) => ({ resourceType: 'Patient', id, ...rest });
const [a, b] = [JSON.stringify(patient('a')), JSON.stringify(patient('b'))];
const pretty = JSON.stringify(patient('a', { name: [{ family: 'One' }], meta: {} }), null, 1);
const list = JSON.stringify([patient('a'), { resourceType: 'Bundle', entry: [{ resource: patient('b') }] }, 5, [patient('c')]]);
const ofList = ['item 1: a', 'item 2: about: Bundle', 'item 2, entry 1: b'];
const ofOthers = ['item 3: no FHIR resource: it has no resourceType', 'item 4: no FHIR resource: it has no resourceType'];

describe('NDJSON', () => {
  it.each([
    ['', `${a}\n${b}`, ['line 1: a', 'line 2: b']],
    ['with ends of Windows and a byte order mark', `\ufeff${a}\r\n${b}\r\n`, ['line 1: a', 'line 2: b']],
    ['after blank lines', `\n \r\n${a} \n\n${b}\n`, ['line 3: a', 'line 5: b']],
    ['with lists in lines', `[${a}]\n[${b}]`, ['line 1, item 1: a', 'line 2, item 1: b']],
    ['with a broken line', `${a}\n{"resourceType":\n${b}`, ['line 1: a', 'line 2: not JSON', 'line 3: b']],
    ['with two documents on one line', `${a}\n${b}${a}`, ['line 1: a', 'line 2: several JSON documents on one line']],
    ['packed', gzipSync(`${a}\n${b}`), ['line 1: a', 'line 2: b']],
  ])('%s is recognised by its content, whatever its name', async (_what, content, parts) => {
    for (const path of ['some.json', 'some.ndjson', 'some']) {
      expect(await read(content, path)).toEqual(parts);
      expect(await isLinesFile(fileOf(content, path))).toBe(true);
    }
  });
  it('without its name is read line by line: only its beginning is in memory', async () => {
    const line = Buffer.from(`${JSON.stringify(patient('a', { text: 'x'.repeat(64 * 1024) }))}\n`);
    let pieces = 0;
    const endless: SourceFile = {
      path: 'large.json',
      async *read() {
        for (;;) {
          pieces++;
          yield line;
        }
      },
    };
    let count = 0;
    for await (const part of readFhirFile(endless)) if ('resource' in part && ++count === 300) break;
    expect([count, pieces <= 303]).toEqual([300, true]);
  });
  it.each(['}', ']', ',', ': 1', '"words"'])('under that name goes on after a second line of %j', async (line) => {
    const two = JSON.stringify(patient('a', { text: 'a "}" in words \\' }));
    expect(await read(`${two}\n${line}\n${b}`, 'some.ndjson')).toEqual([
      'line 1: a',
      `line 2: ${line === '"words"' ? 'no FHIR resource: it has no resourceType' : 'not JSON'}`,
      'line 3: b',
    ]);
    expect(await isLinesFile(fileOf(`${two}\n${line}\n${b}`, 'some.ndjson'))).toBe(true);
  });
  it('that ends within its first line is named by its name', async () => {
    expect(await read('{"resourceType":"Patient",', 'some.ndjson')).toEqual(['line 1: not JSON']);
    expect(await read('', 'some.ndjson')).toEqual([]);
  });
});

describe('one document', () => {
  it.each([
    ['on one line', a, ['a']],
    ['on one line, with its end', `\ufeff${a}\n`, ['a']],
    ['on several lines', pretty, ['a']],
    ['of which the first line ends with a bracket', '{"meta":{}\n,"resourceType":"Patient","id":"a"}', ['a']],
    ['packed', gzipSync(pretty), ['a']],
    ['that is a list', list, [...ofList, ...ofOthers]],
    ['that is a list on several lines', JSON.stringify(JSON.parse(list), null, 2), [...ofList, ...ofOthers]],
    ['that is a list with one item a line', `[${a},\n${b}]`, ['item 1: a', 'item 2: b']],
  ])('%s is read as one', async (_what, content, parts) => {
    expect(await read(content)).toEqual(parts);
    expect(await isLinesFile(fileOf(content))).toBe(false);
  });
  it.each([
    ['on several lines', pretty, ['a']],
    ['of which the first line ends with a bracket', '{"meta":{}\n,"resourceType":"Patient","id":"a"}', ['a']],
    ['that is a list on several lines', JSON.stringify(JSON.parse(list), null, 2), [...ofList, ...ofOthers]],
    ['that is a list with one item a line', `[${a},\n${b}]`, ['item 1: a', 'item 2: b']],
  ])('%s is read as one under the name of NDJSON too, and stands alone', async (_what, content, parts) => {
    expect(await read(content, 'some.ndjson')).toEqual(parts);
    expect(await isLinesFile(fileOf(content, 'some.ndjson'))).toBe(false);
  });
});

describe('a file that is not read', () => {
  const ONLY = 'only FHIR as JSON and NDJSON is read';
  it.each([
    ['holds several JSON documents one after the other, and not one on each line', `${a}${b}`],
    ['holds several JSON documents one after the other, and not one on each line', `${pretty}\n${pretty}`],
    [`is FHIR as XML: ${ONLY}`, '<?xml version="1.0"?>\n<!-- of a server -->\n<Bundle xmlns="http://hl7.org/fhir">\n</Bundle>'],
    [`is FHIR as XML: ${ONLY}`, '\ufeff<f:Patient xmlns:f="http://hl7.org/fhir"/>'],
    [`is a C-CDA document (XML): ${ONLY}`, '<ClinicalDocument xmlns="urn:hl7-org:v3">'],
    [`is XML: ${ONLY}`, '<note/>'],
    ['is a web page (HTML), such as an error page in place of the file', '<!DOCTYPE html>\n<html lang="en">'],
    ['is a web page (HTML), such as an error page in place of the file', ' <html>'],
    ['is a zip archive: unpack it first', 'PK\x03\x04rest'],
    ['is a gzip file: unpack it first', gzipSync(gzipSync(a))],
    [`is an Excel workbook: ${ONLY}`, 'PK\x03\x04\x14\0\0xl/workbook.xml'],
    [`is a PDF: ${ONLY}`, '%PDF-1.7'],
    ['is UTF-32: save it as UTF-8', Buffer.from([...a].flatMap((letter) => [0, 0, 0, letter.charCodeAt(0)]))],
    ['is a tar archive: unpack it first', `${'Patient.ndjson'.padEnd(257, '\0')}ustar`],
    ['is UTF-16: save it as UTF-8', Buffer.from(`\ufeff${a}`, 'utf16le')],
    ['is UTF-16: save it as UTF-8', Buffer.from(a, 'utf16le')],
    ['is a list without FHIR resources', '[1, {}, []]'],
    ['is a list without FHIR resources', '[]'],
    ['is no FHIR resource: it has no resourceType', '{"output":[]}'],
    ['is not JSON', 'code,value'],
    ['is not JSON', '{"resourceType":"Patient"'],
    ['is empty', ' \n'],
    ['is empty', ''],
  ])('%s', async (reason, content) => {
    await expect(read(content)).rejects.toThrow(`some.json ${reason}`);
    expect(await isLinesFile(fileOf(content))).toBe(false);
  });
  it.each(['<html>', 'PK\x03\x04', `${pretty}\n${pretty}`])('is refused under the name of NDJSON too: %j', async (content) =>
    expect(read(content, 'some.ndjson')).rejects.toThrow(/is a |holds several/),
  );
  it.each(['<html>', 'PK\x03\x04', gzipSync(`${a}\n${b}`).subarray(0, 30)])('belongs to NDJSON by its name: %j', async (content) => {
    expect(await isLinesFile(fileOf(content, 'some.ndjson'))).toBe(true);
    expect(await isLinesFile(fileOf(content, 'some.json'))).toBe(false);
  });

  const xml = Buffer.from(`<note>${randomBytes(450_000).toString('hex')}</note>`);
  it.each([
    ['plain', xml],
    ['gzipped', gzipSync(xml)],
  ])('is closed: %s', async (_what, content) => {
    let pieces = 0;
    let isClosed = false;
    const file: SourceFile = {
      path: 'some.json',
      async *read() {
        try {
          for (let at = 0; at < content.length; at += 20_000) {
            pieces++;
            yield content.subarray(at, at + 20_000);
          }
          pieces = Infinity;
        } finally {
          isClosed = true;
        }
      },
    };
    const closed = async () => {
      for (let tries = 0; !isClosed && tries < 200; tries++) await pause(5);
      return isClosed && pieces < 15;
    };
    await expect(readAll(file)).rejects.toThrow('is XML');
    expect(await closed()).toBe(true);
    [isClosed, pieces] = [false, 0];
    expect(await isLinesFile(file)).toBe(false);
    expect(await closed()).toBe(true);
  });
});

describe('a signal', () => {
  it.each(['many.json', 'many.ndjson'])('ends the reading of %s within blank lines', async (path) => {
    const stop = new AbortController();
    let pieces = 0;
    const endless: SourceFile = {
      path,
      async *read() {
        yield Buffer.from(path.endsWith('.json') ? `${a}\n${b}\n`.padEnd(5000) : `${a}\n`.padEnd(5000));
        yield Buffer.from(`${b}\n`);
        for (;;) {
          if (++pieces === 50) stop.abort(new Error('stopped'));
          yield Buffer.alloc(1000, 10);
        }
      },
    };
    await expect(readAll(endless, stop.signal)).rejects.toThrow('stopped');
    expect(pieces).toBe(50);
    const reason = new AbortController();
    reason.abort();
    await expect(isLinesFile(endless, reason.signal)).rejects.toBe(reason.signal.reason);
  });
});

describe('what a bundle says of its file', () => {
  const outcome = (diagnostics: string) => ({ resourceType: 'OperationOutcome', issue: [{ severity: 'error', diagnostics }] });
  const inner = { resourceType: 'Bundle', type: 'searchset', total: 9, entry: [{ resource: patient('b') }] };
  it('is read wherever it is: in bundles, beside entries, as a line', async () => {
    const entry = [
      { resource: inner },
      { response: { status: '403 Forbidden', outcome: outcome('no') } },
      { resource: outcome('some'), search: { mode: 'outcome' } },
      { resource: patient('c'), request: { method: 'DELETE' } },
    ];
    const document = JSON.stringify({ resourceType: 'Bundle', type: 'batch-response', issues: outcome('all'), entry });
    const parts = [
      'about: Bundle',
      'about: OperationOutcome',
      'entry 1: about: Bundle',
      'entry 1, entry 1: b',
      'entry 2: about: OperationOutcome',
      'entry 2: an entry without a resource: the server answered 403',
      'entry 3: about: OperationOutcome',
      'entry 4: a request to delete a resource: it is not carried out here',
    ];
    expect(await read(document)).toEqual(parts);
    const inLine = (part: string) => (part.startsWith('about') ? `line 1: ${part}` : `line 1, ${part}`);
    expect(await read(`${document}\n${JSON.stringify(outcome('line'))}`)).toEqual([
      ...parts.map(inLine),
      'line 2: about: OperationOutcome',
    ]);
  });
});
