import sharp from 'sharp';
import { blackPng } from '#tests/support/pictures';
import { Pictures, UnreadablePicture } from './pictures.ts';

const small = () => blackPng(60, 80);

describe('pictures', () => {
  let pictures: Pictures;
  const open = (options?: ConstructorParameters<typeof Pictures>[0]) => (pictures = new Pictures(options));
  afterEach(() => pictures.close());

  it('are opened in another process, which begins with the first one and ends without work', async () => {
    open({ idle_ms: 100 });
    expect(pictures.pids).toEqual([]);
    const made = pictures.jpeg(await small(), 3300);
    expect(pictures.pids).not.toContain(process.pid);
    expect(pictures.pids).toHaveLength(1);
    const { data, width, height } = await made;
    expect([width, height]).toEqual([60, 80]);
    expect(await sharp(data).metadata()).toMatchObject({ format: 'jpeg', width: 60, height: 80 });
    while (pictures.pids.length > 0) await new Promise((done) => setTimeout(done, 20));
  });

  it('are made smaller, upright, and lose what a camera says of place and time', async () => {
    open();
    const photograph = await sharp({ create: { width: 400, height: 200, channels: 3, background: 'white' } })
      .withExif({ IFD0: { Make: 'Camera of Janet' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { data, ...size } = await pictures.jpeg(photograph, 100);
    expect(size).toMatchObject({ width: 50, height: 100 });
    const { exif, orientation } = await sharp(data).metadata();
    expect([exif, orientation]).toEqual([undefined, undefined]);
  });

  it('are cut out with a margin; what lies outside is no part', async () => {
    open();
    const page = await small();
    const row = await pictures.cutOut(page, { left: 10, top: 70, right: 30, bottom: 90 }, 6);
    expect(await sharp(row).metadata()).toMatchObject({ format: 'png', width: 32, height: 16 });
    expect(await pictures.cutOut(page, { left: 100, top: 10, right: 120, bottom: 20 }, 6)).toBeUndefined();
  });

  it('that are damaged or claim too much are refused, and the next one is opened', async () => {
    open();
    const png = await small();
    for (const bytes of [png.subarray(0, 40), await blackPng(10_001, 10_000)]) {
      await expect(pictures.jpeg(bytes, 3300)).rejects.toThrow(UnreadablePicture);
    }
    expect(await pictures.jpeg(png, 3300)).toMatchObject({ width: 60 });
  }, 60_000);

  it('that exhaust the memory, native code included, end their process alone', async () => {
    open({ memory_mb: 400 });
    const [heavy, png] = [await blackPng(10_000, 9_999, { isHeavy: true }), await small()];
    const [bomb, next] = await Promise.allSettled([pictures.jpeg(heavy, 3300), pictures.jpeg(png, 3300)]);
    expect(bomb).toMatchObject({ status: 'rejected', reason: expect.any(UnreadablePicture) });
    expect(next).toMatchObject({ status: 'fulfilled', value: { width: 60 } });
  }, 120_000);

  it('that take too long end their process alone', async () => {
    open({ timeout_ms: 300 });
    await pictures.jpeg(await small(), 3300).catch(() => undefined); // the process may need longer to begin
    const stopped = pictures.pids[0];
    const slow = pictures.jpeg(await small(), 3300);
    if (stopped !== undefined) process.kill(stopped, 'SIGSTOP');
    await expect(slow).rejects.toThrow(UnreadablePicture);
  }, 60_000);
});
