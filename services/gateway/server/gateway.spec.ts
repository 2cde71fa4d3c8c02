import { connect } from 'node:net';
import { EventStoreDBClient } from '@eventstore/db-client';
import gossip from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import type { ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { credentials as channel, Metadata, type ServiceError, status, type ServerWritableStream } from '@grpc/grpc-js';
import { certificate, certificateFiles } from '#tests/support/certificate';
import type { GatewayLog } from '../log/gateway-log.ts';
import { CallMemory } from '../protocol/call-memory.ts';
import { type Gateway, OpenToEverybody, startGateway } from './gateway.ts';

/** A log that nothing is asked of. */
const log = { isWritable: true } as unknown as GatewayLog;
const credentials = { user: 'auditor', password: 'a long secret' };

/** Reads that go on until somebody ends them. */
const silent = {
  definition: streams.StreamsService,
  implementation: { read: (call: ServerWritableStream<unknown, unknown>) => void call.on('cancelled', () => {}) },
};

describe('the gateway', () => {
  const opened: Gateway[] = [];
  const start = async (more: Partial<Parameters<typeof startGateway>[0]> = {}) => {
    const memory = new CallMemory(1_000_000);
    const gateway = await startGateway({ log, services: [silent], memory, port: 0, host: '127.0.0.1', ...more });
    opened.push(gateway);
    return gateway;
  };
  afterEach(async () => {
    for (const gateway of opened.splice(0)) await gateway.close();
  });

  it('answers HTTP/1 and gRPC on one port, plain', async () => {
    const { port } = await start();
    const info = await fetch(`http://127.0.0.1:${port}/info`);
    expect(await info.json()).toMatchObject({ esVersion: '23.10.0', server: 'Anamnesis gateway' });
    expect((await fetch(`http://127.0.0.1:${port}/health/live`)).status).toBe(204);
    expect((await fetch(`http://127.0.0.1:${port}/elsewhere`)).status).toBe(404);
    expect(await leader(`127.0.0.1:${port}`)).toEqual({ address: '127.0.0.1', port });
  });

  it('tells each client its address as the client wrote it', async () => {
    const { port } = await start();
    expect(await leader(`localhost:${port}`)).toEqual({ address: 'localhost', port });
  });

  it('answers both through TLS, also a client that discovers it', async () => {
    const { port } = await start({ tls: certificate });
    const client = EventStoreDBClient.connectionString(`esdb+discover://localhost:${port}?tls=true&tlsCaFile=${certificateFiles.cert}`);
    expect(await client['capabilities']).toMatchObject({ serverVersion: '23.10.0' });
    await client.dispose();
  });

  it('takes a first line that comes in pieces', async () => {
    const { port } = await start();
    const socket = connect(port, '127.0.0.1');
    const answer = new Promise<string>((done) => socket.once('data', (bytes: Buffer) => done(bytes.toString())));
    for (const piece of ['P', 'OST /pi', 'ng HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n']) {
      socket.write(piece);
      await new Promise((done) => setTimeout(done, 20));
    }
    expect(await answer).toMatch(/^HTTP\/1\.1 404 /);
    socket.destroy();
  });

  it('answers addresses that are none', async () => {
    const { port } = await start();
    for (const path of ['//', '/%', '/streams/%ff', '*']) {
      const answer = await new Promise<string>((done) => {
        const socket = connect(port, '127.0.0.1', () => socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n`));
        socket.once('data', (bytes: Buffer) => {
          socket.destroy();
          done(bytes.toString());
        });
      });
      expect(answer).toMatch(/^HTTP\/1\.1 4/);
    }
  });

  it('refuses every call without credentials, or with wrong ones, and says so as clients read it', async () => {
    const { port } = await start({ credentials });
    const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
    for (const header of [undefined, 'Basic', 'Bearer x', basic('auditor:wrong'), basic('other:a long secret')]) {
      const error = await failing(port, header, 60_000);
      expect(error.code).toBe(status.UNAUTHENTICATED);
      expect(error.metadata.get('exception')).toEqual(['access-denied']);
    }
    expect((await failing(port, basic('auditor:a long secret'), 300)).code).toBe(status.CANCELLED);
    expect((await fetch(`http://127.0.0.1:${port}/streams/a`, { method: 'POST' })).status).toBe(401);
    expect(await leader(`127.0.0.1:${port}`)).toMatchObject({ port });
  });

  it('is not open to a network without credentials and a certificate', async () => {
    await expect(start({ host: '0.0.0.0', tls: certificate })).rejects.toThrow(OpenToEverybody);
    await expect(start({ host: '0.0.0.0', credentials })).rejects.toThrow(OpenToEverybody);
    await start({ host: '0.0.0.0', credentials, tls: certificate });
  });

  it('says plainly what it does not have', async () => {
    const { port } = await start();
    const client = EventStoreDBClient.connectionString(`esdb://127.0.0.1:${port}?tls=false`);
    await expect(client.listProjections()).rejects.toMatchObject({ code: status.UNIMPLEMENTED });
    await client.dispose();
  });

  it('ends what goes on with UNAVAILABLE when it closes, though a connection says nothing', async () => {
    const { port } = await start();
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    const error = failing(port, undefined, 60_000);
    await new Promise((done) => setTimeout(done, 200));
    const began = Date.now();
    await opened.splice(0)[0]!.close();
    expect(Date.now() - began).toBeLessThan(4000);
    expect((await error).code).toBe(status.UNAVAILABLE);
    socket.destroy();
  });
});

const leader = (address: string): Promise<{ address: string; port: number }> =>
  new Promise((done, failed) => {
    const client = new gossip.GossipClient(address, channel.createInsecure());
    client.read(new shared.Empty(), (error: ServiceError | null, info: ClusterInfo) => {
      client.close();
      if (error) failed(error);
      else done(info.getMembersList()[0]!.getHttpEndPoint()!.toObject());
    });
  });

/** How a read ends that gets no answer; one that was let in is cancelled by us after `patience` ms. */
const failing = (port: number, header: string | undefined, patience: number): Promise<ServiceError> =>
  new Promise((done) => {
    const client = new streams.StreamsClient(`127.0.0.1:${port}`, channel.createInsecure());
    const metadata = new Metadata();
    if (header) metadata.set('authorization', header);
    const call = client.makeServerStreamRequest(
      streams.StreamsService.read.path,
      () => Buffer.alloc(0),
      (bytes) => bytes,
      {},
      metadata,
    );
    const timer = setTimeout(() => call.cancel(), patience);
    call.on('data', () => {});
    call.on('error', (error: ServiceError) => {
      clearTimeout(timer);
      client.close();
      done(error);
    });
  });
