import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';

const bytesOf = (answer: streams.ReadResp): Buffer => Buffer.from(answer.serializeBinary());

/** A stream's name as the protocol writes it. */
export const identifier = (stream: string): shared.StreamIdentifier => {
  const named = new shared.StreamIdentifier();
  named.setStreamName(Buffer.from(stream));
  return named;
};

export const confirmation = (id: string): Buffer => {
  const said = new streams.ReadResp.SubscriptionConfirmation();
  said.setSubscriptionId(id);
  const answer = new streams.ReadResp();
  answer.setConfirmation(said);
  return bytesOf(answer);
};

/** Everything up to there was looked at and, where it was asked for, sent. */
export const checkpoint = (position: number): Buffer => {
  const said = new streams.ReadResp.Checkpoint();
  said.setCommitPosition(String(position));
  said.setPreparePosition(String(position));
  const answer = new streams.ReadResp();
  answer.setCheckpoint(said);
  return bytesOf(answer);
};

export const caughtUp = (): Buffer => {
  const answer = new streams.ReadResp();
  answer.setCaughtUp(new streams.ReadResp.CaughtUp());
  return bytesOf(answer);
};

export const fellBehind = (): Buffer => {
  const answer = new streams.ReadResp();
  answer.setFellBehind(new streams.ReadResp.FellBehind());
  return bytesOf(answer);
};

export const streamNotFound = (stream: string): Buffer => {
  const said = new streams.ReadResp.StreamNotFound();
  said.setStreamIdentifier(identifier(stream));
  const answer = new streams.ReadResp();
  answer.setStreamNotFound(said);
  return bytesOf(answer);
};

/** Where the stream ends: only clients that ask for it understand it. */
export const lastOfStream = (revision: number): Buffer => {
  const answer = new streams.ReadResp();
  answer.setLastStreamPosition(String(revision));
  return bytesOf(answer);
};
