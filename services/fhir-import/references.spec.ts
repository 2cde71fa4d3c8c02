import { References } from './references.ts';

const patient = (id: string) => ({ resourceType: 'Patient', id });
const read = (...entries: [resource: { resourceType: string; id: string }, fullUrl?: string][]) => {
  const references = new References();
  for (const [resource, fullUrl] of entries) {
    references.add({ resource, ...(fullUrl === undefined ? {} : { fullUrl }) }, `${resource.resourceType}/${resource.id}`);
  }
  return references;
};

describe('ruling 25: what a reference leads to', () => {
  it.each([
    'Patient/1',
    'https://a.example/r4/Patient/1',
    'http://a.example/r4/Patient/1/_history/3',
    'Patient/1/_history/2',
    'urn:uuid:x',
  ])('%s is the patient of the file', (reference) => {
    const references = read([patient('1'), 'https://a.example/r4/Patient/1'], [patient('1'), 'urn:uuid:x']);
    expect(references.nameOf(reference)).toBe('Patient/1');
    expect(references.find(reference)).toEqual(patient('1'));
  });
  it('on another server is somebody else, in the file or not', () => {
    const references = read([patient('1'), 'https://a.example/r4/Patient/1']);
    for (const other of ['https://b.example/r4/Patient/1', 'https://b.example/r4/Patient/2', 'https://a.example/test/Patient/1']) {
      expect(references.nameOf(other)).toBeUndefined();
      expect(references.find(other)).toBeUndefined();
    }
    expect(references.nameOf('https://a.example/r4/Patient/9')).toBe('Patient/9');
  });
  it('of resources without an address is the one server that they speak of, and none of two', () => {
    const about = (id: string, reference: string) => ({ resourceType: 'Observation', id, subject: { reference } });
    const [a, b] = ['https://a.example/Patient/1', 'https://b.example/Patient/1'];
    expect(read([patient('1')], [about('1', a)]).nameOf(a)).toBe('Patient/1');
    const two = read([patient('1')], [about('1', a)], [about('2', b)]);
    expect([two.nameOf(a), two.nameOf(b), two.nameOf('Patient/1')]).toEqual([undefined, undefined, 'Patient/1']);
  });
  it('that two entries are called by leads to neither', () => {
    const references = read([patient('1'), 'urn:uuid:x'], [patient('2'), 'urn:uuid:x']);
    expect(references.nameOf('urn:uuid:x')).toBeUndefined();
    expect(references.find('urn:uuid:x')).toBeUndefined();
  });
  it('of two servers with the same id is the entry of the address', () => {
    const [a, b] = ['https://a.example/Medication/1', 'https://b.example/Medication/1'];
    const drug = (text: string) => ({ resourceType: 'Medication', id: '1', code: { text } });
    const references = read([drug('Warfarin'), a], [drug('Aspirin'), b]);
    expect([references.find(a), references.find(b)]).toEqual([drug('Warfarin'), drug('Aspirin')]);
  });
  it('knows an id that two servers use', () => {
    const references = read([patient('1'), 'https://a.example/Patient/1'], [patient('1'), 'https://b.example/Patient/1']);
    expect(references.isOfSeveral('Patient/1')).toBe(true);
    expect(references.isOfSeveral('Patient/2')).toBe(false);
  });
  it('is only what an address ends with: no part of a longer name', () => {
    expect(read([patient('1')]).nameOf('https://a.example/NotAPatient/1')).not.toBe('Patient/1');
    expect(read([patient('1')]).nameOf('Patient?identifier=1')).toBeUndefined();
  });
});
