import { randomUUID } from 'node:crypto';
import gossipService from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import messages from '@eventstore/db-client/generated/gossip_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { sendUnaryData, ServerUnaryCall } from '@grpc/grpc-js';
import type { GatewayService } from './service.ts';

/** 100 ns, counted from the year 1, as .NET counts. */
const TICKS_AT_1970 = 621_355_968_000_000_000n;
const ticks = (): string => (BigInt(Date.now()) * 10_000n + TICKS_AT_1970).toString();

/** 'host:port' as the client wrote it, also '[::1]:2113'. */
const endPoint = (authority: string) => {
  const [, address = authority, port = '2113'] = /^\[?(.*?)\]?(?::(\d+))?$/.exec(authority) ?? [];
  const point = new messages.EndPoint();
  point.setAddress(address);
  point.setPort(Number(port));
  return point;
};

/** A cluster of one: this node leads, at the address that was called. */
export const gossip = (): GatewayService => {
  const instance = randomUUID();
  const read = (call: ServerUnaryCall<unknown, unknown>, done: sendUnaryData<unknown>): void => {
    const id = new shared.UUID();
    id.setString(instance);
    const member = new messages.MemberInfo();
    member.setInstanceId(id);
    member.setTimeStamp(ticks());
    member.setState(messages.MemberInfo.VNodeState.LEADER);
    member.setIsAlive(true);
    member.setHttpEndPoint(endPoint(call.getHost()));
    const info = new messages.ClusterInfo();
    info.setMembersList([member]);
    done(null, info);
  };
  return { definition: gossipService.GossipService, implementation: { read } };
};
