import { NoticesClient, type Sink } from './notices.client.ts';

const openSink = () => {
  const written: string[] = [];
  let drain = (): void => undefined;
  let room = Infinity;
  const sink: Sink = {
    write: (text) => {
      written.push(text);
      room -= 1;
      return room > 0;
    },
    onDrain: (told) => (drain = told),
    end: () => written.push('end'),
  };
  const onDrain = (more: number): void => {
    room = more;
    drain();
  };
  return { sink, written, onDrain, fill: (n: number) => (room = n) };
};
const data = (slice: string, position: string): string => `data: {"slice":"${slice}","position":"${position}"}\n\n`;

describe('a line to one screen', () => {
  it('keeps for a slow reader only the last position of each slice', () => {
    const { sink, written, onDrain, fill } = openSink();
    const client = new NoticesClient(sink);
    fill(1);
    client.tell('patients', '1');
    for (let n = 2; n <= 1000; n += 1) client.tell('patients', String(n));
    client.tell('reports', '1001');
    expect(written).toEqual([data('patients', '1')]);
    onDrain(1);
    expect(written.slice(1)).toEqual([data('patients', '1000')]);
    onDrain(10);
    expect(written.slice(2)).toEqual([data('reports', '1001')]);
  });

  it('counts the comments that could not be sent', () => {
    const { sink, written, onDrain, fill } = openSink();
    const client = new NoticesClient(sink);
    fill(1);
    expect([client.beat(), client.beat(), client.beat()]).toEqual([0, 1, 2]);
    expect(written).toEqual([': still here\n\n']);
    onDrain(10);
    expect(client.beat()).toBe(0);
  });

  it('is told nothing more once it was closed', () => {
    const { sink, written } = openSink();
    const client = new NoticesClient(sink);
    client.close();
    client.close();
    client.tell('patients', '1');
    expect(written).toEqual(['end']);
  });
});
