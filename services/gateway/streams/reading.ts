import type streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerWritableStream } from '@grpc/grpc-js';
import type { Filter, GatewayLog, Page, Span } from '../log/gateway-log.ts';
import { invalid, internal, streamDeleted } from '../protocol/errors.ts';
import { filterOf } from '../protocol/filters.ts';
import { lastOfStream, streamNotFound } from './answers.ts';
import { followAll, followStream } from './following.ts';
import { Outlet } from './outlet.ts';
import { streamName, wholeNumber } from './requests.ts';
import { type Place, show, type Showing } from './showing.ts';

type Options = streams.ReadReq.Options;
type ReadCall = ServerWritableStream<streams.ReadReq, Buffer>;

/** Read: a part of a stream or of the log, or everything from a place on and whatever comes. */
export const readingOf =
  (log: GatewayLog) =>
  (call: ReadCall): void => {
    const outlet = new Outlet(call);
    answer(log, call.request, outlet).then(
      () => call.end(),
      (error: unknown) => call.emit('error', internal(error)),
    );
  };

const answer = async (log: GatewayLog, request: streams.ReadReq, outlet: Outlet): Promise<void> => {
  const options = request.getOptions();
  if (!options) throw invalid('The options of the reading are missing');
  const form = options.getUuidOption()?.hasStructured() ? 'structured' : 'string';
  const showing: Showing = { outlet, form, resolvesLinks: options.getResolveLinks() };
  const filterOptions = options.getFilter();
  const filter = filterOptions && filterOf(filterOptions);
  if (options.hasStream()) {
    if (filterOptions) throw invalid('A filter is for the whole log');
    return options.hasSubscription() ? followStream(log, showing, ...placeInStream(options)) : readStream(log, showing, options);
  }
  if (!options.hasAll()) throw invalid('What is to be read is missing: a stream, or the whole log');
  if (!options.hasSubscription()) return readAll(log, showing, options, filter);
  return followAll(log, showing, { from: placeInLog(options), filter, interval: intervalOf(filterOptions) });
};

const readStream = async (log: GatewayLog, showing: Showing, options: Options): Promise<void> => {
  const [stream, place] = placeInStream(options);
  const state = await log.state(stream);
  if (state.kind === 'tombstoned') throw streamDeleted(stream);
  if (state.kind === 'missing') return showing.outlet.send(streamNotFound(stream));
  const direction = directionOf(options);
  const from = place === 'start' ? 0 : place === 'end' ? state.last : place;
  await pages(log, showing, { from, direction, limit: countOf(options) }, (span) => log.readStream(stream, span));
  if ((options.getControlOption()?.getCompatibility() ?? 0) >= 1) await showing.outlet.send(lastOfStream(state.last));
};

const readAll = async (log: GatewayLog, showing: Showing, options: Options, filter: Filter | undefined): Promise<void> => {
  const place = placeInLog(options);
  const direction = directionOf(options);
  const head = log.head();
  // backwards the place itself is left out, as every server of the protocol does; a place inside the log was an event's
  const from = place === 'start' ? 1 : place === 'end' ? head : direction === 'forwards' ? place : place - 1;
  if (direction === 'backwards' && (place === 'start' || from < 1)) return;
  const span = { from, direction, limit: countOf(options) };
  // ends at what is there when the reading begins, however fast the log grows
  await pages(log, showing, span, async (part) => {
    const page = await log.readAll({ ...part, ...(filter ? { filter } : {}) });
    if (direction === 'backwards' || page.seen < head) return page;
    return { ...page, events: page.events.filter(({ position }) => position <= head), isEnd: true };
  });
};

const pages = async (log: GatewayLog, showing: Showing, span: Span, read: (span: Span) => Promise<Page>): Promise<void> => {
  const { direction } = span;
  let { from, limit } = span;
  while (limit > 0 && !showing.outlet.isOver) {
    const page = await read({ from, direction, limit });
    if (!(await show(log, showing, page.events))) return;
    if (page.isEnd) return;
    limit -= page.events.length;
    from = direction === 'forwards' ? page.seen + 1 : page.seen - 1;
  }
};

const directionOf = (options: Options): Span['direction'] => (options.getReadDirection() === 0 ? 'forwards' : 'backwards');
const countOf = (options: Options): number => wholeNumber(options.getCount());

const placeInStream = (options: Options): [stream: string, place: Place] => {
  const stream = options.getStream()!;
  const place = stream.hasStart() ? 'start' : stream.hasEnd() ? 'end' : wholeNumber(stream.getRevision());
  return [streamName(stream.getStreamIdentifier()), place];
};

const placeInLog = (options: Options): Place => {
  const all = options.getAll()!;
  if (all.hasStart()) return 'start';
  if (all.hasEnd()) return 'end';
  return wholeNumber(all.getPosition()?.getCommitPosition() ?? '0');
};

/** After how many events that were looked at a reader of a filtered log is told where it stands; undefined: never but when it has caught up. */
const intervalOf = (options: streams.ReadReq.Options.FilterOptions | undefined): number | undefined => {
  if (!options) return undefined;
  const multiplier = options.getCheckpointintervalmultiplier();
  if (multiplier < 1) throw invalid('The interval of checkpoints is a whole number from 1 on');
  return multiplier * (options.hasMax() ? Math.max(1, options.getMax()) : 32);
};
