import sharp from 'sharp';
import type { Region } from '#contracts/observations/lab-values';
import type { Ready } from '#infra/processes/child-pool';

/** One at a time; the pool never sends the next before the last has ended. */
export type Order =
  | { kind: 'jpeg'; bytes: Uint8Array; side: number }
  | { kind: 'cut-out'; bytes: Uint8Array; region: Region; margin: number };

export type Answer = { kind: 'made'; data: Uint8Array; width: number; height: number } | { kind: 'unreadable' };

/** Pixels of a picture that is opened: a small file can claim to be of any size. */
const MOST_PIXELS = 100_000_000;
/** Milliseconds between two looks at the memory. */
const LOOK = 20;

const answer = (message: Answer | Ready): void => {
  process.send?.(message);
};

const opened = (bytes: Uint8Array) => sharp(bytes, { limitInputPixels: MOST_PIXELS });

const jpegOf = async ({ bytes, side }: Order & { kind: 'jpeg' }): Promise<Answer> => {
  const { data, info } = await opened(bytes)
    .rotate()
    .flatten({ background: 'white' })
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .jpeg({ quality: 85 })
    .toBuffer({ resolveWithObject: true });
  return { kind: 'made', data, width: info.width, height: info.height };
};

const cutOutOf = async ({ bytes, region, margin }: Order & { kind: 'cut-out' }): Promise<Answer> => {
  const image = opened(bytes);
  const { width, height } = await image.metadata();
  const [left, top] = [Math.max(0, Math.floor(region.left) - margin), Math.max(0, Math.floor(region.top) - margin)];
  const [w, h] = [Math.min(width, Math.ceil(region.right) + margin) - left, Math.min(height, Math.ceil(region.bottom) + margin) - top];
  const isInside = w > 0 && h > 0;
  const data = isInside ? await image.extract({ left, top, width: w, height: h }).png().toBuffer() : new Uint8Array();
  return { kind: 'made', data, width: w, height: h };
};

// Ctrl+C reaches every process of the terminal: the server ends this one itself.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());

sharp.cache(false);
sharp.concurrency(1);
const most = Number(process.argv[2]) * 1024 * 1024;

process.on('message', (order: Order) => {
  // what native code takes is not of the heap that Node limits
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() > most) process.kill(process.pid, 'SIGKILL');
  }, LOOK);
  void (order.kind === 'jpeg' ? jpegOf(order) : cutOutOf(order))
    .catch((): Answer => ({ kind: 'unreadable' }))
    .then((made) => {
      clearInterval(watch);
      answer(made);
    });
});
answer({ kind: 'ready' });
