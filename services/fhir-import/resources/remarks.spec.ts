import { parse } from 'lossless-json';
import { Tally } from '../tally.ts';
import type { RawResource } from './fhir-file.ts';
import { remarksOf } from './remarks.ts';

/** Remarks of a document as it is read: its numbers are texts. */
const remarks = (about: object, place = ''): string[] =>
  remarksOf({ about: parse(JSON.stringify(about), undefined, (number) => number) as RawResource, place }).map(({ text }) => text);

describe('a page of a longer answer', () => {
  const link = (relation: string, url = 'https://a.example/fhir?page=2') => ({ relation, url });
  const of = (resourceType: string, mode?: string) => ({ resource: { resourceType }, ...(mode === undefined ? {} : { search: { mode } }) });
  const set = (rest: object) => ({ resourceType: 'Bundle', type: 'searchset', entry: [of('Observation'), of('Observation')], ...rest });
  const two = 'one page of a longer answer: 2 of 57';
  it.each<[object, string[]]>([
    [{ total: 57 }, [two]],
    [{ total: 57, link: [link('next')] }, [two]],
    [{ total: 57, type: 'history' }, [two]],
    [{ total: 57, entry: [of('Observation', 'match'), of('Observation', 'match'), of('Patient', 'include')] }, [two]],
    [{ total: 57, entry: [of('Observation'), of('Observation'), of('OperationOutcome')] }, [two]],
    [{ total: 57, entry: [of('Observation'), of('Observation'), of('Location', 'outcome')] }, [two]],
    [{ total: 57, entry: [] }, ['one page of a longer answer: 0 of 57']],
    [{ total: 2, link: [link('next')] }, ['one page of a longer answer: a next page exists']],
    [{ link: [link('next'), link('previous')] }, ['one page of a longer answer: a next page exists']],
    [{ link: [link('prev')] }, ['one page of a longer answer: an earlier page exists']],
    [{ total: 0, link: [link('next')] }, ['one page of a longer answer: a next page exists']],
    [{ total: 'many', link: [link('next')] }, ['one page of a longer answer: a next page exists']],
    [{ total: 2 }, []],
    [{ total: 2, link: [link('self', 'https://a.example/FHIR?_getpages=1')] }, []],
    [{ total: 2, link: [link('self', 'https://a.example/fhir?_type=Observation&subject=Patient/Anna')] }, []],
    [{ total: 0 }, []],
    [{ total: -1 }, []],
    [{ total: 'many' }, []],
    [{ link: [link('self'), link('first'), link('last'), link('next', ''), null] }, []],
    [{ link: 'next', entry: 'none', total: [57] }, []],
  ])('is named, and nothing else: %j', (rest, texts) => expect(remarks(set(rest))).toEqual(texts));
  it.each([
    ['https://a.example/fhir/Observation?patient=1', 1],
    ['https://a.example/fhir/Patient/1/Observation?code=2', 1],
    ['https://a.example/fhir/Observation/_search', 1],
    ['https://a.example/fhir/Patient/1/$everything', 2],
    ['https://a.example/fhir?_type=Patient,Observation', 2],
    ['https://a.example/FHIR?_getpages=1', 2],
    ['https://a.example/fhir?_type=Observation&subject=Patient/Anna', 2],
    ['https://a.example/fhir?_type=Observation&subject=https://a.example/Observation', 2],
    ['https://a.example/fhir/Condition#Observation', 2],
    ['https://a.example/fhir/Patient/Anna', 2],
  ])('counts what was searched for: %s', (url, matches) =>
    expect(remarks(set({ total: 9, link: [link('self', url)], entry: [of('Patient'), of('Observation')] }))).toEqual([
      `one page of a longer answer: ${matches} of 9`,
    ]),
  );
  it('has its place where it is in another bundle', () =>
    expect(remarks(set({ total: 57 }), 'line 4, entry 2')).toEqual([`line 4, entry 2: ${two}`]));
});

it('places of a file that are no resource are named up to a hundred, and the others counted', () => {
  const [tally, sum] = [new Tally(), new Tally()];
  for (let item = 1; item <= 1234; item++) tally.unread('/a/list.json', `item ${item}`, 'no FHIR resource');
  tally.unread('/a/other.json', '', 'no FHIR resource');
  sum.add(tally);
  const { resources, skipped } = sum.report();
  expect(resources).toEqual({ Unknown: { read: 1235, imported: 0, unchanged: 0, skipped: 1235 } });
  expect(skipped).toHaveLength(102);
  expect(skipped[99]).toEqual({ reference: 'Unknown (list.json, item 100)', reason: 'no FHIR resource' });
  expect(skipped.slice(100)).toEqual([
    { reference: 'Unknown (other.json)', reason: 'no FHIR resource' },
    { reference: 'Unknown (list.json)', reason: 'and 1,134 more' },
  ]);
});

describe('messages of a server', () => {
  const issue = (...all: object[]) => remarks({ resourceType: 'OperationOutcome', issue: all });
  it('are shown in their own words, otherwise by their code', () => {
    expect(
      issue(
        { severity: 'warning', code: 'suppressed', diagnostics: 'Results of sensitive encounters are not included' },
        { severity: 'error', code: 'processing', details: { text: 'No such patient', coding: [{ display: 'Unknown' }] } },
        { severity: 'fatal', code: 'x', details: { coding: [{ code: 'y', display: 'Timed out' }] }, diagnostics: 'after 30 s' },
        { severity: 'information', code: 'informational', details: 'odd' },
        { severity: 'wibble', code: 'throttled' },
        {},
      ),
    ).toEqual([
      'warning: Results of sensitive encounters are not included',
      'error: No such patient',
      'fatal: Timed out - after 30 s',
      'information: informational',
      'message: throttled',
      'message: a message without words',
    ]);
    expect(remarks({ resourceType: 'OperationOutcome' })).toEqual(['message: an OperationOutcome without an issue']);
  });
  it('are one line without control characters, and no longer than fits', () => {
    expect(issue({ severity: 'error', diagnostics: 'a\n\u001b[31mb\u202e' })).toEqual(['error: a [31mb']);
    expect(issue({ severity: 'error', diagnostics: 'x'.repeat(5000) })[0]).toHaveLength(307);
  });
  it('are each listed once, warnings before others, with the number of those that are left out', () => {
    const tally = new Tally();
    const add = (severity: string, diagnostics: string) => {
      const about = { resourceType: 'OperationOutcome', issue: [{ severity, diagnostics }] };
      for (const remark of remarksOf({ about, place: '' })) tally.remark('some.json', remark);
    };
    for (let index = 1; index <= 200; index++) add('information', `created ${index}`);
    add('error', 'refused');
    add('error', 'refused');
    const [first, ...rest] = tally.report().files![0]!.remarks;
    expect(first).toBe('error: refused (2 times)');
    expect(rest).toHaveLength(11);
    expect(rest.at(-1)).toBe('and 190 more');
  });
});

describe('the manifest of a bulk export', () => {
  const manifest = (rest: object = {}) => ({ transactionTime: '2026-01-01T00:00:00Z', output: [{}, {}], error: [], ...rest });
  it('is named, with its files of errors', () => {
    const words = 'the manifest of a bulk export, not its data: it names 2 files of resources';
    expect(remarks(manifest())).toEqual([words]);
    expect(remarks(manifest({ error: [{}], deleted: [{}, {}] }))).toEqual([`${words}, 1 file of errors, 2 files of deletions`]);
    expect(remarks(manifest({ link: [{ relation: 'next', url: 'x' }] }))).toEqual([
      words,
      'one page of a longer answer: a next page exists',
    ]);
  });
});
