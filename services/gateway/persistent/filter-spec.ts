import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { Filter } from '../log/gateway-log.ts';
import { filterOf } from '../protocol/filters.ts';
import type { FilterSpec } from './settings.ts';

/** @throws ServiceError where the expression cannot be matched in linear time */
export const filterOfSpec = ({ on, prefixes, regex }: FilterSpec): Filter | undefined => {
  const expression = new streams.ReadReq.Options.FilterOptions.Expression();
  expression.setPrefixList(prefixes);
  expression.setRegex(regex ?? '');
  const options = new streams.ReadReq.Options.FilterOptions();
  if (on === 'stream') options.setStreamIdentifier(expression);
  else options.setEventType(expression);
  return filterOf(options);
};
