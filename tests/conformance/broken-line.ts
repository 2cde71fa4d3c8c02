import { connect, createServer, type Socket } from 'node:net';

/** A line to a server that breaks on order. */
export interface BrokenLine {
  port: number;
  /** Resets every connection. */
  reset(): void;
  /** Everything that is said takes so many milliseconds longer. */
  slow(milliseconds: number): void;
  /** Every connection stands still and says nothing any more; new ones work. */
  freeze(): void;
  close(): Promise<void>;
}

/** @param port of the server, on this machine @param at the line's own port; left out: any */
export const brokenLine = async (port: number, at = 0): Promise<BrokenLine> => {
  const open = new Set<[Socket, Socket]>();
  let delay = 0;
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    const pair: [Socket, Socket] = [near, far];
    open.add(pair);
    for (const [one, other] of [pair, [far, near]] as const) {
      one.on('data', (bytes) => (delay === 0 ? other.write(bytes) : setTimeout(() => other.write(bytes), delay)));
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(pair);
        other.destroy();
      });
    }
  });
  await new Promise<void>((done) => server.listen(at, '127.0.0.1', done));
  const frozen: Socket[] = [];
  return {
    port: (server.address() as { port: number }).port,
    reset: () => {
      for (const pair of open) for (const socket of pair) socket.resetAndDestroy();
    },
    slow: (milliseconds) => {
      delay = milliseconds;
    },
    freeze: () => {
      for (const pair of open) {
        for (const socket of pair) {
          socket.removeAllListeners('data').removeAllListeners('close');
          socket.pause();
          frozen.push(socket);
        }
      }
      open.clear();
    },
    close: async () => {
      for (const socket of [...frozen, ...[...open].flat()]) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
};
