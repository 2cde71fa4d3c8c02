import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createPlainServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

/** PEM texts. */
export interface Tls {
  cert: string;
  key: string;
}

export interface OnePort {
  port: number;
  host: string;
  tls?: Tls | undefined;
  http1: RequestListener;
  /** Takes over a connection whose client speaks HTTP/2. */
  http2: (socket: Socket) => void;
}

export interface Listening {
  port: number;
  /** Takes no further connection. */
  refuse(): void;
  /** Ends what is left of HTTP/1 or has said nothing yet, and resolves once every connection is closed. */
  close(): Promise<void>;
}

/** Connections at one time; further ones are closed at once. */
const MAX_CONNECTIONS = 1000;
/** Milliseconds within which a connection says what it speaks, TLS included. */
const FIRST_WORD = 10_000;
/** Milliseconds after which a silent HTTP/1 connection is closed. */
const SILENT = 60_000;
/** What HTTP/2 begins with; HTTP/1 knows no such method. */
const PREFACE = Buffer.from('PRI * HTTP/2.0');

/** Serves HTTP/1 and HTTP/2 on one port, told apart by the first bytes of a connection. @throws where the port is taken or a PEM text is wrong */
export const listenOnOnePort = async ({ port, host, tls, http1, http2 }: OnePort): Promise<Listening> => {
  const web = createHttpServer(http1);
  web.timeout = SILENT;
  // a server that does not listen itself keeps no list of its connections
  const ours = new Set<Socket>();
  const take = (socket: Socket): void => {
    socket.on('error', () => {}); // who is gone is gone
    ours.add(socket);
    socket.once('close', () => ours.delete(socket));
    socket.setTimeout(FIRST_WORD, () => socket.destroy());
    awaitFirstBytes(socket, (isHttp2) => {
      socket.setTimeout(0);
      if (!isHttp2) return void web.emit('connection', socket);
      ours.delete(socket);
      http2(socket);
    });
  };
  const server: Server = tls
    ? createTlsServer({ ...tls, ALPNProtocols: ['h2', 'http/1.1'], handshakeTimeout: FIRST_WORD }, take)
    : createPlainServer({ noDelay: true }, take);
  server.maxConnections = MAX_CONNECTIONS;
  if (tls) server.on('connection', (socket: Socket) => socket.setNoDelay(true));
  await new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen(port, host, () => {
      server.off('error', failed);
      server.on('error', (error) => console.error(`The gateway could not take a connection: ${error.message}`));
      done();
    });
  });
  const closed = new Promise<void>((done) => server.once('close', done));
  return {
    port: (server.address() as AddressInfo).port,
    refuse: () => void server.close(),
    close: async () => {
      for (const socket of ours) socket.destroy();
      await closed;
    },
  };
};

/** Looks at as many bytes as tell, and puts them back for whoever goes on with the socket. */
const awaitFirstBytes = (socket: Socket, tell: (isHttp2: boolean) => void): void => {
  let seen = Buffer.alloc(0);
  const look = (): void => {
    const chunk = socket.read() as Buffer | null;
    if (chunk === null) return;
    seen = Buffer.concat([seen, chunk]);
    const isLike = PREFACE.subarray(0, seen.length).equals(seen.subarray(0, PREFACE.length));
    if (isLike && seen.length < PREFACE.length) return;
    socket.off('readable', look);
    socket.unshift(seen);
    tell(isLike);
  };
  socket.on('readable', look);
};
