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
const told = (text: string | undefined): unknown => JSON.parse((text ?? '').replace(/^data: /, ''));

describe('a line to one screen', () => {
  it('keeps for a slow reader only the last position of each slice', () => {
    const { sink, written, onDrain, fill } = openSink();
    const client = new NoticesClient(sink);
    fill(1);
    client.tell({ slice: 'patients', position: '1' });
    for (let n = 2; n <= 1000; n += 1) client.tell({ slice: 'patients', position: String(n) });
    client.tell({ slice: 'reports', position: '1001' });
    expect(written).toEqual([data('patients', '1')]);
    onDrain(1);
    expect(written.slice(1)).toEqual([data('patients', '1000')]);
    onDrain(10);
    expect(written.slice(2)).toEqual([data('reports', '1001')]);
  });

  it('names the items of each record for a slow reader, and only the slice where they are many', () => {
    const { sink, written, onDrain, fill } = openSink();
    const client = new NoticesClient(sink);
    const tell = (position: string, patient_id: string, items: string[]) => client.tell({ slice: 'intakes', position, patient_id, items });
    fill(1);
    tell('1', 'a', ['x']);
    tell('2', 'a', ['y']);
    tell('3', 'b', ['z']);
    tell('4', 'a', ['y', 'w']);
    onDrain(10);
    expect(written.slice(1).map(told)).toEqual([
      { slice: 'intakes', position: '4', patient_id: 'a', items: ['y', 'w'] },
      { slice: 'intakes', position: '3', patient_id: 'b', items: ['z'] },
    ]);
    fill(1);
    for (let n = 100; n < 400; n += 1) tell(String(n), `p${n}`, [`i${n}`]);
    onDrain(10);
    expect(written.slice(4).map(told)).toEqual([{ slice: 'intakes', position: '399' }]);
  });

  it('names no items where they are more than a reader would ask for one by one', () => {
    const { sink, written, onDrain, fill } = openSink();
    const client = new NoticesClient(sink);
    fill(1);
    for (let n = 100; n < 300; n += 1) client.tell({ slice: 'intakes', position: String(n), patient_id: 'a', items: [`i${n}`] });
    onDrain(10);
    expect(written.slice(1).map(told)).toEqual([{ slice: 'intakes', position: '299', patient_id: 'a' }]);
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
    client.tell({ slice: 'patients', position: '1' });
    expect(written).toEqual(['end']);
  });
});
