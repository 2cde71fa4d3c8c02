import grpcPersistent from '@eventstore/db-client/generated/persistent_grpc_pb.js';
import messages from '@eventstore/db-client/generated/persistent_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { sendUnaryData, ServerUnaryCall, ServiceDefinition, UntypedServiceImplementation } from '@grpc/grpc-js';
import { internal, invalid } from '../protocol/errors.ts';
import type { CallMemory } from '../protocol/call-memory.ts';
import { wholeNumber } from '../streams/requests.ts';
import type { GroupStore } from './group-store.ts';
import type { Groups } from './groups.ts';
import { informationOf } from './information.ts';
import { readingOf } from './reading.ts';
import { groupName, groupStream, settingsOf, sourceOfRequest, streamOf } from './requests.ts';

const asItIs = (bytes: Buffer): Buffer => bytes;
const { PersistentSubscriptionsService } = grpcPersistent;

/** The service with answers of Read that are bytes already. */
const definition: ServiceDefinition = {
  ...PersistentSubscriptionsService,
  read: { ...PersistentSubscriptionsService.read, responseSerialize: asItIs as never },
};

const features = {
  create: ['all'],
  update: ['all'],
  delete: ['all'],
  read: ['all'],
  getInfo: ['stream', 'all'],
  list: ['stream', 'all'],
  replayParked: ['stream', 'all'],
};

/** Answers a call with what the work resolves to, or with its error. */
const unary =
  <Request, Response>(work: (request: Request) => Promise<Response>) =>
  (call: ServerUnaryCall<Request, Response>, done: sendUnaryData<Response>): void => {
    const answer = async (): Promise<Response> => work(call.request);
    answer().then(
      (response) => done(null, response),
      (error: unknown) => done(internal(error)),
    );
  };

/** A part that every request has. */
const present = <T>(options: T | undefined): T => {
  if (options === undefined) throw invalid('The options of the request are missing');
  return options;
};

/** Persistent subscriptions: groups of consumers among whom the events of a stream, or of the whole log, are shared out. */
export const persistentService = (
  groups: Groups,
  { store, memory, user }: { store: GroupStore; memory: CallMemory; user: string },
): { definition: ServiceDefinition; implementation: UntypedServiceImplementation; features: typeof features } => {
  const create = async (request: messages.CreateReq): Promise<messages.CreateResp> => {
    const options = present(request.getOptions());
    await groups.create(groupName(options), sourceOfRequest(options), settingsOf(options));
    return new messages.CreateResp();
  };
  const update = async (request: messages.UpdateReq): Promise<messages.UpdateResp> => {
    const options = present(request.getOptions());
    await groups.update(groupStream(options), groupName(options), settingsOf(options));
    return new messages.UpdateResp();
  };
  const remove = async (request: messages.DeleteReq): Promise<messages.DeleteResp> => {
    const options = present(request.getOptions());
    await groups.remove(streamOf(options), groupName(options));
    return new messages.DeleteResp();
  };
  const getInfo = async (request: messages.GetInfoReq): Promise<messages.GetInfoResp> => {
    const options = present(request.getOptions());
    const response = new messages.GetInfoResp();
    response.setSubscriptionInfo(await informationOf(groups.get(streamOf(options), groupName(options)), store));
    return response;
  };
  const list = async (request: messages.ListReq): Promise<messages.ListResp> => {
    const options = present(request.getOptions());
    const ofStream = options.getListForStream();
    const found = groups.list(ofStream && streamOf({ hasAll: () => ofStream.hasAll(), getStreamIdentifier: () => ofStream.getStream() }));
    const response = new messages.ListResp();
    response.setSubscriptionsList(await Promise.all(found.map((group) => informationOf(group, store))));
    return response;
  };
  const replayParked = async (request: messages.ReplayParkedReq): Promise<messages.ReplayParkedResp> => {
    const options = present(request.getOptions());
    const group = groups.get(streamOf(options), groupName(options));
    await group.replayParked(options.hasStopAt() ? wholeNumber(options.getStopAt()) : undefined);
    return new messages.ReplayParkedResp();
  };
  const restartSubsystem = async (): Promise<shared.Empty> => {
    await groups.restart();
    return new shared.Empty();
  };
  const implementation = {
    create: unary(create),
    update: unary(update),
    delete: unary(remove),
    read: readingOf(groups, memory, user),
    getInfo: unary(getInfo),
    list: unary(list),
    replayParked: unary(replayParked),
    restartSubsystem: unary(restartSubsystem),
  };
  return { definition, implementation: implementation as UntypedServiceImplementation, features };
};
