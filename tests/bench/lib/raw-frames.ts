import { connect } from 'node:http2';

/** So many messages of a gRPC answer, counted by their frames, with nothing decoded: what a server sends a second, whatever its clients can read. */
export const countFrames = (port: number, path: string, request: Uint8Array, most: number): Promise<number> =>
  new Promise((resolve, reject) => {
    // a window wide enough that the reader is never waited for
    const session = connect(`http://127.0.0.1:${port}`, { settings: { initialWindowSize: 16 * 1024 * 1024 } });
    session.once('error', reject);
    session.once('connect', () => session.setLocalWindowSize(64 * 1024 * 1024));
    const call = session.request({ ':method': 'POST', ':path': path, 'content-type': 'application/grpc', te: 'trailers' });
    let [count, left, start] = [0, 0, 0];
    let header = Buffer.alloc(0);
    call.on('data', (bytes: Buffer) => {
      start ||= performance.now();
      let rest = bytes;
      while (rest.byteLength > 0) {
        if (left > 0) {
          const taken = Math.min(left, rest.byteLength);
          left -= taken;
          rest = rest.subarray(taken);
          continue;
        }
        const missing = 5 - header.byteLength;
        header = Buffer.concat([header, rest.subarray(0, missing)]);
        rest = rest.subarray(missing);
        if (header.byteLength < 5) break;
        left = header.readUInt32BE(1);
        header = Buffer.alloc(0);
        count += 1;
      }
      if (count < most) return;
      const seconds = (performance.now() - start) / 1000;
      call.destroy();
      session.destroy();
      resolve(count / seconds);
    });
    call.once('error', reject);
    call.once('end', () => reject(new Error('the answer ended before the time was over')));
    const frame = Buffer.alloc(5 + request.byteLength);
    frame.writeUInt32BE(request.byteLength, 1);
    frame.set(request, 5);
    call.end(frame);
  });
