import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { sendUnaryData, ServerUnaryCall } from '@grpc/grpc-js';
import type { GatewayLog } from '../log/gateway-log.ts';
import { accessDenied, internal, invalid, streamDeleted, wrongVersion } from '../protocol/errors.ts';
import { expectation, streamName } from './requests.ts';

/** Delete: readers find the stream no more until somebody writes to it again. */
export const deletingOf =
  (log: GatewayLog) =>
  (call: ServerUnaryCall<streams.DeleteReq, streams.DeleteResp>, callback: sendUnaryData<streams.DeleteResp>): void => {
    remove(log, call.request.getOptions(), 'soft').then(
      (position) => {
        const place = new streams.DeleteResp.Position();
        place.setCommitPosition(String(position));
        place.setPreparePosition(String(position));
        const answer = new streams.DeleteResp();
        answer.setPosition(place);
        callback(null, answer);
      },
      (error: unknown) => callback(internal(error)),
    );
  };

/** Tombstone: the stream is closed for ever. */
export const tombstoningOf =
  (log: GatewayLog) =>
  (call: ServerUnaryCall<streams.TombstoneReq, streams.TombstoneResp>, callback: sendUnaryData<streams.TombstoneResp>): void => {
    remove(log, call.request.getOptions(), 'hard').then(
      (position) => {
        const place = new streams.TombstoneResp.Position();
        place.setCommitPosition(String(position));
        place.setPreparePosition(String(position));
        const answer = new streams.TombstoneResp();
        answer.setPosition(place);
        callback(null, answer);
      },
      (error: unknown) => callback(internal(error)),
    );
  };

/** The position of what says so in the log. @throws ServiceError */
const remove = async (
  log: GatewayLog,
  options: streams.DeleteReq.Options | streams.TombstoneReq.Options | undefined,
  how: 'soft' | 'hard',
): Promise<number> => {
  if (!log.isWritable) throw accessDenied('This log is read only');
  if (!options) throw invalid('The options of the deletion are missing');
  const stream = streamName(options.getStreamIdentifier() as shared.StreamIdentifier | undefined);
  const expected = expectation(options, () => options.getRevision());
  const changed = await log.change({ kind: 'delete', stream, expected, how });
  switch (changed.kind) {
    case 'deleted':
      throw streamDeleted(stream);
    case 'wrong':
      throw wrongVersion(stream, expected, changed.actual);
    case 'done':
      return changed.position;
  }
};
