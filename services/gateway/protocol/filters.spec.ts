import streams from '@eventstore/db-client/generated/streams_pb.js';
import { filterOf } from './filters.ts';

const options = (by: 'stream' | 'type', filter: { regex?: string; prefixes?: string[] }) => {
  const expression = new streams.ReadReq.Options.FilterOptions.Expression();
  if (filter.regex !== undefined) expression.setRegex(filter.regex);
  if (filter.prefixes) expression.setPrefixList(filter.prefixes);
  const made = new streams.ReadReq.Options.FilterOptions();
  if (by === 'stream') made.setStreamIdentifier(expression);
  else made.setEventType(expression);
  return made;
};

const names = ['patient-1', 'patients', '$settings', '$$patient-1', 'intake-2'];
const kept = (by: 'stream' | 'type', filter: { regex?: string; prefixes?: string[] }): string[] => {
  const wanted = filterOf(options(by, filter))!;
  return names.filter((name) => wanted(by === 'stream' ? { stream: name, type: 'x' } : { stream: 'x', type: name }));
};

it.each<[string, { regex?: string; prefixes?: string[] }, string[]]>([
  ['prefixes', { prefixes: ['patient-', 'intake'] }, ['patient-1', 'intake-2']],
  ['a prefix that is a pattern elsewhere', { prefixes: ['p.*'] }, []],
  ['an expression', { regex: '^patient' }, ['patient-1', 'patients']],
  ['what clients send to leave out the events of the server', { regex: '^[^\\$].*' }, ['patient-1', 'patients', 'intake-2']],
  ['what other clients send for it', { regex: '^(?!(\\$.+$))' }, ['patient-1', 'patients', 'intake-2']],
  ['none of several', { regex: '^(?!(patient.*$|intake-2$))' }, ['$settings', '$$patient-1']],
])('keeps by %s', (_, filter, found) => {
  expect(kept('stream', filter)).toEqual(found);
  expect(kept('type', filter)).toEqual(found);
});

it('refuses what cannot be matched in linear time, and says so', () => {
  expect(() => filterOf(options('stream', { regex: '(a)\\1' }))).toThrow(/cannot be used/);
});

it('answers an expression that grows without bound elsewhere at once', () => {
  const wanted = filterOf(options('stream', { regex: '^(a+)+$' }))!;
  expect(wanted({ stream: `${'a'.repeat(1000)}!`, type: 'x' })).toBe(false);
});
