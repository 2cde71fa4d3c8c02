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

describe('whom a resource is about', () => {
  const mrn = 'https://a.example/mrn';
  const identified = (id: string, ...identifier: object[]) => ({ ...patient(id), identifier }) as { resourceType: string; id: string };
  const file = read(
    [
      identified('1', { system: mrn, value: 'A|1' }, { value: 'bare' }, { system: mrn, value: 'former', use: 'old' }),
      'https://a.example/Patient/1',
    ],
    [identified('2', { system: mrn, value: '2' }, { system: mrn, value: 'twice' }), 'urn:uuid:two'],
    [identified('3', { system: mrn, value: 'twice' }, { system: 'https://b.example/mrn', value: '2' })],
    [{ resourceType: 'Encounter', id: 'e' }, 'urn:uuid:visit'],
  );
  const subjectOf = (subject: unknown, rest: object = {}) =>
    file.subjectOf({ resourceType: 'Observation', subject, ...rest } as Parameters<typeof file.subjectOf>[0]);
  const by = (value: string) => ({ identifier: { system: mrn, value } });
  const ONLY = 'its patient is named only by an identifier that';

  it.each([
    [{ reference: 'Patient/1' }, 'Patient/1'],
    [{ reference: 'urn:uuid:two' }, 'Patient/2'],
    [{ reference: 'https://a.example/Patient/1' }, 'Patient/1'],
    [{ reference: 'Patient/9' }, 'Patient/9'],
    [by('2'), 'Patient/2'],
    [{ identifier: { value: 'bare' } }, 'Patient/1'],
    [{ ...by('2'), type: 'Patient', display: 'somebody' }, 'Patient/2'],
    [{ reference: `Patient?identifier=${mrn}|2` }, 'Patient/2'],
    [{ reference: `Patient?identifier=${encodeURIComponent(`${mrn}|A|1`)}` }, 'Patient/1'],
    [{ reference: 'Patient?identifier=bare' }, 'Patient/1'],
    [{ reference: 'https://a.example/Patient?identifier=bare' }, 'Patient/1'],
    [{ reference: `https://b.example/fhir/Patient?identifier=${mrn}|2` }, 'Patient/2'],
    [{ reference: 'Patient/2', identifier: { system: mrn, value: 'A|1', use: 'old' } }, 'Patient/2'],
    [{ reference: 'Patient?identifier=|bare' }, 'Patient/1'],
    [{ reference: 'urn:uuid:elsewhere', ...by('2') }, 'Patient/2'],
    [{ reference: 'Patient/2', ...by('2') }, 'Patient/2'],
    [{ reference: 'Patient/2', ...by('of nobody') }, 'Patient/2'],
  ])('is one patient: %j', (subject, name) => expect(subjectOf(subject)).toEqual({ name }));

  it.each([
    [undefined, 'no patient'],
    [{}, 'no patient'],
    ['Patient/1', 'no patient'],
    [{ display: 'Ana Berg' }, 'its patient is only named in words'],
    [by('of nobody'), `${ONLY} no patient of the file has`],
    [{ identifier: { system: mrn, value: '2', use: 'old' } }, 'its patient is named only by an identifier that is no longer used'],
    [
      { reference: 'https://b.example/fhir/Patient?identifier=bare' },
      'its patient is named only by a search of another server by an identifier without its system',
    ],
    [
      { reference: 'https://b.example/fhir/Patient?identifier=|bare' },
      'its patient is named only by a search of another server by an identifier without its system',
    ],
    [by('former'), `${ONLY} no patient of the file has`],
    [by('bare'), `${ONLY} no patient of the file has`],
    [{ identifier: { value: '2' } }, `${ONLY} no patient of the file has`],
    [by('twice'), `${ONLY} several patients of the file have`],
    [{ reference: 'Patient?identifier=2' }, `${ONLY} several patients of the file have`],
    [{ reference: 'Patient?name=berg' }, 'its patient is named only by a search that is not by one identifier'],
    [{ reference: `Patient?identifier=${mrn}|2&name=berg` }, 'its patient is named only by a search that is not by one identifier'],
    [{ reference: 'https://b.example/Patient/1' }, 'its patient is not in the file'],
    [{ reference: 'urn:uuid:elsewhere' }, 'its patient is not in the file'],
    [{ reference: '#p' }, 'its patient is not in the file'],
    [{ reference: 'Patient/1', ...by('2') }, 'its patient is named by a reference and by an identifier that lead to two patients'],
    [{ identifier: { value: '2' }, type: 'Group' }, 'it is about a Group, not a patient'],
    [{ reference: 'Location?identifier=2' }, 'it is about a Location, not a patient'],
    [{ reference: 'https://b.example/Device/1' }, 'it is about a Device, not a patient'],
  ])('is nobody for certain, and why: %j', (subject, reason) => expect(subjectOf(subject)).toEqual({ reason }));

  it('is a group or a device, by its name', () => {
    expect(subjectOf({ reference: 'Group/1' })).toEqual({ name: 'Group/1', reason: 'it is about a Group, not a patient' });
    expect(subjectOf({ reference: 'urn:uuid:visit' })).toEqual({ name: 'Encounter/e', reason: 'it is about an Encounter, not a patient' });
  });

  it('is no contained patient, unless an identifier leads to one of the file', () => {
    const within = (inner: object) => subjectOf({ reference: '#p' }, { contained: [{ id: 'p', ...inner }] });
    expect(within({ resourceType: 'Patient', identifier: [{ system: mrn, value: '2' }] })).toEqual({ name: 'Patient/2' });
    expect(within({ resourceType: 'Patient', name: [{ family: 'Berg' }], birthDate: '1970-01-01' })).toEqual({
      reason: 'its patient is contained and has no identity of its own',
    });
    const two = [{ system: mrn, value: '2' }, { value: 'bare' }];
    expect(within({ resourceType: 'Patient', identifier: two })).toEqual({ reason: `${ONLY} several patients of the file have` });
    expect(within({ resourceType: 'Group' })).toEqual({ reason: 'it is about a Group, not a patient' });
  });

  describe('that is contained', () => {
    const policy = 'https://insurance.example/policy';
    const peter = {
      ...identified('1', { system: policy, value: '4711' }, { system: mrn, value: 'm1' }, { system: mrn, value: 'm0', use: 'old' }),
      name: [
        { family: 'Berg', given: ['Peter'] },
        { use: 'old', text: 'Peter Shaw' },
      ],
      birthDate: '1965-01-02',
    };
    const policyOf = { identifier: [{ system: policy, value: '4711' }] };
    const within = (inner: object) =>
      read([peter]).subjectOf({
        resourceType: 'Observation',
        subject: { reference: '#p' },
        contained: [{ resourceType: 'Patient', id: 'p', ...policyOf, ...inner }],
      } as Parameters<typeof file.subjectOf>[0]);
    const number = (system: string | undefined, value: string) => ({ identifier: [...policyOf.identifier, { system, value }] });
    it.each([
      {},
      { name: [{ family: 'BERG', given: ['Peter', 'M.'] }], birthDate: '1965-01-02' },
      { name: [{ family: 'Berg' }], birthDate: '1965' },
      { name: [{ text: 'Peter Berg' }] },
      { name: [{ family: 'Shaw', given: ['Peter'] }] },
      number('https://other.example', 'x'),
      number(undefined, 'x'),
      number(mrn, 'm1'),
      number(mrn, 'm0'),
    ])('is that of the file where nothing differs: %j', (inner) => expect(within(inner)).toEqual({ name: 'Patient/1' }));
    it.each([
      { name: [{ family: 'Berg', given: ['Maria'] }], birthDate: '1970-05-05' },
      { name: [{ family: 'Berg', given: ['Maria'] }] },
      { birthDate: '1970-05-05' },
      { birthDate: '1966' },
      { birthDate: '05/05/1970' },
      { name: [{ text: 'Maria Berg' }] },
      number(mrn, 'm2'),
    ])('is nobody where something does: %j', (inner) =>
      expect(within(inner)).toEqual({
        reason: 'its patient is contained and differs from the patient of the file that has the same identifier',
      }),
    );
  });

  it('is who the version that counts identifies', () => {
    const references = read([identified('1', { system: mrn, value: 'wrong' })], [identified('1', { system: mrn, value: 'older' })]);
    const about = (value: string) => references.subjectOf({ resourceType: 'Observation', subject: by(value) });
    expect(about('older').name).toBe('Patient/1');
    references.choose('Patient/1', identified('1', { system: mrn, value: 'right' }));
    expect([about('wrong').name, about('older').name, about('right').name]).toEqual([undefined, undefined, 'Patient/1']);
  });

  it('is not looked up among all who share a value', () => {
    const patients = Array.from(
      { length: 5000 },
      (_, n) => [identified(String(n), { system: mrn, value: 'same' })] as [{ resourceType: string; id: string }],
    );
    const references = read(...patients);
    const from = performance.now();
    for (let n = 0; n < 50_000; n++) references.subjectOf({ resourceType: 'Observation', subject: by('same') });
    expect(performance.now() - from).toBeLessThan(5000);
    expect(references.subjectOf({ resourceType: 'Observation', subject: by('same') })).toEqual({
      reason: `${ONLY} several patients of the file have`,
    });
  });
});

describe('those that are only there for their names', () => {
  const practitioner = (name: string) => ({ resourceType: 'Practitioner', name, photo: 'x'.repeat(1000) });

  it('are found by their names and addresses, without what is no name', () => {
    const references = new References();
    references.addNamed({ resource: practitioner('Roe'), fullUrl: 'urn:uuid:1' }, 'Practitioner/d1');
    for (const reference of ['urn:uuid:1', 'Practitioner/d1', 'Practitioner/d1/_history/3'])
      expect(references.findNamed(reference)).toEqual({ resourceType: 'Practitioner', name: 'Roe' });
    expect(references.find('Practitioner/d1')).toBeUndefined();
  });

  it('are nobody where the file has two of one name, and the newer of two versions', () => {
    const references = new References();
    for (const name of ['Roe', 'Lee'])
      references.addNamed({ resource: practitioner(name), fullUrl: `urn:uuid:${name}` }, 'Practitioner/d1');
    expect(references.findNamed('Practitioner/d1')).toBeUndefined();
    references.addNamed({ resource: practitioner('May'), fullUrl: undefined }, 'Practitioner/d1');
    expect(references.findNamed('Practitioner/d1')).toBeUndefined();
    expect(references.findNamed('urn:uuid:Lee')).toMatchObject({ name: 'Lee' });
    for (const name of ['Roe', 'Lee']) references.addNamed({ resource: practitioner(name), fullUrl: undefined }, 'Practitioner/d2');
    expect(references.findNamed('Practitioner/d2')).toMatchObject({ name: 'Lee' });
  });

  it('say nothing of the server of a file', () => {
    const references = new References();
    const patient = { resource: { resourceType: 'Patient', id: 'p1' }, fullUrl: 'https://one.example/Patient/p1' };
    references.add(patient, 'Patient/p1');
    references.addNamed({ resource: practitioner('Roe'), fullUrl: 'https://two.example/Practitioner/p1' }, 'Practitioner/p1');
    expect(references.nameOf('https://two.example/Patient/p1')).toBeUndefined();
    expect(references.findNamed('https://three.example/Practitioner/p1')).toBeUndefined();
  });
});
