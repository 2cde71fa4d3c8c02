import type streams from '@eventstore/db-client/generated/streams_pb.js';
import { RE2JS } from 're2js';
import type { Filter } from '../log/gateway-log.ts';
import { invalid } from './errors.ts';

type Expression = Pick<streams.ReadReq.Options.FilterOptions.Expression, 'getRegex' | 'getPrefixList'>;
type FilterOptions = Pick<streams.ReadReq.Options.FilterOptions, 'getStreamIdentifier' | 'getEventType'> & {
  getStreamIdentifier(): Expression | undefined;
  getEventType(): Expression | undefined;
};

/** Names remembered for one reader: types are few, streams come in runs. */
const REMEMBERED = 10_000;
/** How clients say 'none of these', which is no regular language's own way. */
const NONE_OF = /^\^\(\?!\((.*)\)\)$/s;

/**
 * What a reader of the whole log asked for, by the names of streams or of types: prefixes, or a regular expression, matched in linear time, so
 * that no expression can hold up the server. Without look-around, but for the form `^(?!(...))` over the whole.
 * @throws ServiceError where the expression cannot be matched so
 */
export const filterOf = (options: FilterOptions): Filter | undefined => {
  const [byStream, byType] = [options.getStreamIdentifier(), options.getEventType()];
  if (byStream) return named(byStream, ({ stream }) => stream);
  if (byType) return named(byType, ({ type }) => type);
  return undefined;
};

const named = (expression: Expression, nameOf: (event: Parameters<Filter>[0]) => string): Filter => {
  const wanted = matcher(expression);
  const known = new Map<string, boolean>();
  return (event) => {
    const name = nameOf(event);
    let answer = known.get(name);
    if (answer === undefined) {
      answer = wanted(name);
      if (known.size >= REMEMBERED) known.clear();
      known.set(name, answer);
    }
    return answer;
  };
};

const matcher = (expression: Expression): ((name: string) => boolean) => {
  const regex = expression.getRegex();
  if (regex === '') {
    const prefixes = expression.getPrefixList();
    return (name) => prefixes.some((prefix) => name.startsWith(prefix));
  }
  const [, excluded] = NONE_OF.exec(regex) ?? [];
  const pattern = compiled(excluded === undefined ? regex : `^(${excluded})`);
  const isWanted = excluded === undefined;
  return (name) => pattern.matcher(name).find() === isWanted;
};

const compiled = (regex: string): RE2JS => {
  try {
    return RE2JS.compile(regex);
  } catch (error) {
    throw invalid(`This regular expression cannot be used: ${(error as Error).message}`);
  }
};
