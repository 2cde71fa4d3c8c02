import { Reach, type Linked } from './reach.ts';
import { References } from './references.ts';

type Said = Record<string, unknown> & { resourceType: string; id: string };

const at = (lastUpdated: string) => ({ meta: { lastUpdated } });
const to = (reference: string) => ({ reference });
const resource = (type: string, id: string, rest: object = {}): Said => ({ resourceType: type, id, ...rest });

/** What the others say of each resource, by its name. */
const reach = (...resources: Said[]) => {
  const references = new References();
  const all = resources.map((one): Linked => ({ reference: `${one.resourceType}/${one.id}`, resource: one as never }));
  for (const { reference, resource: each } of all) references.add({ resource: each }, reference);
  const one = new Reach(references);
  for (const each of all) one.add(each);
  for (const each of all) one.link(each);
  one.settle();
  return {
    /** Why it is not taken, and why it is not final. */
    of: (name: string) => {
      const { withheld, doubts } = one.of(name);
      return { ...(withheld ? { withheld: withheld.reason } : {}), doubts: doubts.map(({ reason }) => reason) };
    },
    whole: (name: string) => one.of(name),
    elsewhere: () => one.elsewhere(),
  };
};

const report = (status: string, ...results: string[]) => resource('DiagnosticReport', `r-${status}`, { status, result: results.map(to) });
const potassium = resource('Observation', 'k', { status: 'final' });

describe('what a withdrawn resource says of those that depend on it', () => {
  it.each([
    ['entered-in-error', 'its report was entered in error'],
    ['cancelled', 'its report was cancelled'],
    ['no-such-status', 'its report has a status that is not known'],
  ])('results of a report that is %s are withheld', (status, withheld) =>
    expect(reach(potassium, report(status, 'Observation/k')).of('Observation/k')).toEqual({ doubts: [], withheld }),
  );
  it.each(['preliminary', 'registered', 'partial'])('results of a report that is %s are not final', (status) =>
    expect(reach(potassium, report(status, 'Observation/k')).of('Observation/k')).toEqual({ doubts: ['its report is preliminary'] }),
  );
  it.each(['final', 'amended', 'corrected', 'appended', 'unknown'])('a report that is %s says nothing of its results', (status) => {
    expect(reach(potassium, report(status, 'Observation/k')).of('Observation/k')).toEqual({ doubts: [] });
  });
  it('of several reports the best one counts', () => {
    const [error, early] = [report('entered-in-error', 'Observation/k'), report('preliminary', 'Observation/k')];
    expect(reach(potassium, error, early).of('Observation/k')).toEqual({ doubts: ['its report is preliminary'] });
    const unread = { ...report('final', 'Observation/k'), modifierExtension: [{ url: 'https://a.example/not' }] };
    expect(reach(potassium, error, unread).of('Observation/k')).toEqual({
      doubts: ['its report: a modifier extension that is not known here may change its meaning'],
    });
  });
  it('a report of another patient says nothing of a result', () => {
    const of = (patient: string, one: Said) => ({ ...one, subject: to(`Patient/${patient}`) });
    const all = reach(of('a', potassium), of('b', report('entered-in-error', 'Observation/k')));
    expect(all.of('Observation/k')).toEqual({ doubts: [] });
  });
  it('a result is taken where one of its reports is valid', () =>
    expect(reach(potassium, report('entered-in-error', 'Observation/k'), report('final', 'Observation/k')).of('Observation/k')).toEqual({
      doubts: [],
    }));
  it('says when the report was changed last', () => {
    const withdrawn = { ...report('entered-in-error', 'Observation/k'), ...at('2025-05-01T12:00:00+02:00') };
    expect(reach(potassium, withdrawn).whole('Observation/k').withheld).toMatchObject({
      by: 'DiagnosticReport/r-entered-in-error',
      last_updated: '2025-05-01T10:00:00.000Z',
    });
  });
  it.each<[string, Said, object, object]>([
    [
      'a medication',
      resource('Medication', 'm', { status: 'entered-in-error' }),
      { medicationReference: to('Medication/m') },
      { doubts: [], withheld: 'its medication was entered in error' },
    ],
    [
      'a medication that nobody may read',
      resource('Medication', 'm', { modifierExtension: [{ url: 'https://a.example/not' }] }),
      { medicationReference: to('Medication/m') },
      { doubts: [], withheld: 'its medication: a modifier extension that is not known here may change its meaning' },
    ],
    [
      'a medication of old times',
      resource('Medication', 'm', { status: 'inactive' }),
      { medicationReference: to('Medication/m') },
      { doubts: [] },
    ],
    [
      'an order',
      resource('ServiceRequest', 's', { status: 'entered-in-error' }),
      { basedOn: [to('ServiceRequest/s')] },
      { doubts: [], withheld: 'its order was entered in error' },
    ],
    [
      'an order that was revoked',
      resource('ServiceRequest', 's', { status: 'revoked' }),
      { basedOn: [to('ServiceRequest/s')] },
      { doubts: ['its order was cancelled'] },
    ],
    [
      'an order of a medication that was cancelled',
      resource('MedicationRequest', 's', { status: 'cancelled' }),
      { basedOn: [to('MedicationRequest/s')] },
      { doubts: ['its order was cancelled'] },
    ],
    [
      'what it was derived from',
      resource('Observation', 'o', { status: 'cancelled' }),
      { derivedFrom: [to('Observation/o')] },
      { doubts: [], withheld: 'what it was derived from was cancelled' },
    ],
    [
      'a visit',
      resource('Encounter', 'e', { status: 'entered-in-error' }),
      { encounter: to('Encounter/e') },
      { doubts: ['its visit was entered in error'] },
    ],
    [
      'the visit of a statement',
      resource('Encounter', 'e', { status: 'cancelled' }),
      { context: to('Encounter/e') },
      { doubts: ['its visit was cancelled'] },
    ],
    [
      'a specimen',
      resource('Specimen', 'b', { status: 'entered-in-error' }),
      { specimen: to('Specimen/b') },
      { doubts: ['its specimen was entered in error'] },
    ],
    ...(
      [
        ['Encounter', 'encounter', 'its visit'],
        ['Specimen', 'specimen', 'its specimen'],
        ['ServiceRequest', 'basedOn', 'its order'],
      ] as const
    ).map(([type, link, what]): [string, Said, object, object] => [
      `${what} that nobody may read (${type})`,
      resource(type, 'u', { implicitRules: 'https://a.example/rules' }),
      { [link]: link === 'basedOn' ? [to(`${type}/u`)] : to(`${type}/u`) },
      { doubts: [`${what}: it follows rules that are not known here (implicitRules)`] },
    ]),
  ])('%s', (_what, master, link, expected) =>
    expect(reach(master, resource('Observation', 'x', link)).of('Observation/x')).toEqual(expected),
  );
  it('reaches members of panels, and what follows from them, through a report', () => {
    const panel = resource('Observation', 'panel', { status: 'final', hasMember: [to('Observation/k')] });
    const computed = resource('Observation', 'c', { status: 'final', derivedFrom: [to('Observation/k')] });
    const all = reach(report('entered-in-error', 'Observation/panel'), panel, potassium, computed);
    for (const name of ['panel', 'k', 'c']) expect(all.of(`Observation/${name}`).withheld).toBe('its report was entered in error');
    const early = reach(report('preliminary', 'Observation/panel'), panel, potassium, computed);
    for (const order of [
      [report('entered-in-error', 'Observation/panel'), panel, potassium, computed],
      [computed, potassium, panel, report('entered-in-error', 'Observation/panel')],
    ])
      expect(reach(...order).of('Observation/c').withheld).toBe('its report was entered in error');
    for (const name of ['panel', 'k', 'c']) expect(early.of(`Observation/${name}`)).toEqual({ doubts: ['its report is preliminary'] });
  });
  it('ends where resources depend on each other', () => {
    const a = resource('Observation', 'a', { status: 'final', hasMember: [to('Observation/b')] });
    const b = resource('Observation', 'b', { status: 'final', hasMember: [to('Observation/a')] });
    expect(reach(a, b).of('Observation/a')).toEqual({ doubts: [] });
    // a score that is derived from its own member, in a withdrawn report, in whatever order
    const score = resource('Observation', 's', { status: 'final', hasMember: [to('Observation/k')], derivedFrom: [to('Observation/k')] });
    const withdrawn = report('entered-in-error', 'Observation/s');
    for (const all of [reach(score, potassium, withdrawn), reach(withdrawn, potassium, score)])
      for (const name of ['s', 'k']) expect(all.of(`Observation/${name}`).withheld).toBe('its report was entered in error');
  });
  it('names what is withheld and in another file, with what withholds it', () =>
    expect([...reach(report('entered-in-error', 'Observation/k')).elsewhere()]).toEqual([
      [
        'Observation/k',
        {
          reason: 'its report was entered in error',
          by: 'DiagnosticReport/r-entered-in-error',
          version: expect.any(String),
          isList: true,
          withdraws: true,
        },
      ],
    ]));
  it('keeps the reports that list it and its medication, with when they were changed', () => {
    const listing = { ...report('final', 'Observation/k'), ...at('2025-05-01T12:00:00Z') };
    expect(reach(potassium, listing).whole('Observation/k')).toMatchObject({
      confirmedBy: ['DiagnosticReport'],
      links: [{ reference: 'DiagnosticReport/r-final', last_updated: '2025-05-01T12:00:00.000Z' }],
    });
    expect(reach(potassium).whole('Observation/k')).toMatchObject({ confirmedBy: [], dependsOn: [], links: [] });
  });
  it('contained resources count like others', () => {
    const order = resource('MedicationRequest', 'o', {
      contained: [{ resourceType: 'Medication', id: 'm', status: 'entered-in-error' }],
      medicationReference: to('#m'),
    });
    expect(reach(order).of('MedicationRequest/o').withheld).toBe('its medication was entered in error');
  });
  it('comes to rest where two errors are carried on in a ring', () => {
    const ring = [1, 3, 2, 4].map((at) =>
      resource('Observation', `${at}`, {
        derivedFrom: [to(`Observation/${at === 1 ? 4 : at - 1}`)],
        ...(at % 2 === 1 ? { basedOn: [to(`ServiceRequest/${at}`)] } : {}),
      }),
    );
    const orders = [1, 3].map((at) => resource('ServiceRequest', `${at}`, { status: 'entered-in-error' }));
    for (const at of [1, 2, 3, 4])
      expect(reach(...ring, ...orders).of(`Observation/${at}`).withheld).toBe('its order was entered in error');
  });
});

describe('the order of a dose that was given', () => {
  const dose = resource('MedicationAdministration', 'd', { status: 'completed', request: to('MedicationRequest/o') });
  it.each(['entered-in-error', 'cancelled', 'stopped'])('that is %s withholds nothing and makes it no draft', (status) =>
    expect(reach(dose, resource('MedicationRequest', 'o', { status })).of('MedicationAdministration/d')).toEqual({ doubts: [] }),
  );
});
