import fc from '#tests/support/fast-check';
import type { LabParameterCommand, LabParameterEvent } from '#contracts/lab/lab-parameters';
import { itIsHarmlessTwice, specify } from '#tests/support/specify';
import { labParameter } from './lab-parameters.decider.ts';

type Of<T extends LabParameterCommand['type']> = Extract<LabParameterCommand, { type: T }>;

const parameter_id = '11111111-1111-4111-8111-111111111111';
const command_id = '33333333-3333-4333-8333-333333333333';
const described = {
  parameter_id,
  aliases: ['CRP', 'C-reactive protein'],
  unit: 'mg/L',
  usual_ranges: [{ min: '0', max: '5' }],
  code: '1988-5',
};
const settings = { normalization_type: 'Arithmetic' as const, scale_divider: 1, is_default: false, ignored_during_validation: false };

const add = (change: Partial<Of<'AddLabParameter'>['data']> = {}): LabParameterCommand => ({
  type: 'AddLabParameter',
  command_id,
  data: { ...described, ...settings, status: 'Approved', ...change },
});
const configure = (change: Partial<Of<'ConfigureLabParameter'>['data']> = {}): LabParameterCommand => ({
  type: 'ConfigureLabParameter',
  command_id,
  data: { ...described, ...settings, ...change },
});
const bring = (change: Partial<Of<'ImportLabParameter'>['data']> = {}): LabParameterCommand => ({
  type: 'ImportLabParameter',
  command_id,
  data: { ...described, source: 'list.csv', ...change },
});

const added = (change: object = {}): LabParameterEvent => ({
  type: 'LabParameterAdded',
  data: { ...described, ...settings, status: 'Approved', ...change },
});
const configured = (change: object = {}): LabParameterEvent => ({
  type: 'LabParameterConfigured',
  data: { ...described, ...settings, ...change },
});

const requested = (change: object = {}): LabParameterEvent => ({
  type: 'LabParameterRequested',
  data: { parameter_id, status: 'AutomaticallyRequested', ...change },
});
const ask = (change: Partial<Of<'RequestLabParameter'>['data']> = {}): LabParameterCommand => ({
  type: 'RequestLabParameter',
  command_id,
  data: { parameter_id, status: 'PendingApproval', ...change },
});
const approve = (change: Partial<Of<'ApproveLabParameter'>['data']> = {}): LabParameterCommand => ({
  type: 'ApproveLabParameter',
  command_id,
  data: { ...described, ...settings, ...change },
});
const approved = (change: object = {}): LabParameterEvent => ({
  type: 'LabParameterApproved',
  data: { ...described, ...settings, ...change },
});
const reject: LabParameterCommand = { type: 'RejectLabParameter', command_id, data: { parameter_id } };
const rejected: LabParameterEvent = { type: 'LabParameterRejected', data: { parameter_id } };
const remove: LabParameterCommand = { type: 'RemoveLabParameter', command_id, data: { parameter_id } };
const removed: LabParameterEvent = { type: 'LabParameterRemoved', data: { parameter_id } };
const sent: LabParameterEvent = { type: 'LabParameterRequestSent', data: { parameter_id } };

const given = specify(labParameter);

describe('a lab parameter', () => {
  it('is added', () => given().when(add()).then(added()));
  it('is added with each alias once, however it is spelled', () =>
    given()
      .when(add({ aliases: ['CRP', 'crp', 'C-Reactive Protein', ' CRP'] }))
      .then(added({ aliases: ['CRP', 'C-Reactive Protein'] })));
  it('takes an addition delivered twice only once', () => given(added()).when(add()).thenNothing());
  it('is brought to what a whole row says, aliases and settings too, and no further', () => {
    const row = { whole: true, aliases: ['CRP', 'Reactive'], scale_divider: 2, is_default: true };
    const after = { aliases: row.aliases, scale_divider: 2, is_default: true, source: 'list.csv' };
    given(added()).when(bring(row)).then(configured(after));
    given(added(), configured(after)).when(bring(row)).thenNothing();
    given(added({ scale_divider: 3 }))
      .when(bring())
      .thenNothing();
  });
  it('is not added over another one', () =>
    given(added())
      .when(add({ unit: 'mg/dL' }))
      .thenRefuses('parameter-exists', ['aliases']));
  it('is configured', () =>
    given(added())
      .when(configure({ scale_divider: 2 }))
      .then(configured({ scale_divider: 2 })));
  it('takes a configuration delivered twice only once', () =>
    given(added(), configured({ scale_divider: 2 }))
      .when(configure({ scale_divider: 2 }))
      .thenNothing());
  it('that never was cannot be configured', () => given().when(configure()).thenRefuses('parameter-missing'));
});

describe('an imported lab parameter', () => {
  it('is added, approved, with the usual settings', () =>
    given()
      .when(bring())
      .then(added({ source: 'list.csv' })));
  it('is not changed by the same row again, whatever the file is called', () =>
    given(added({ source: 'list.csv' }))
      .when(bring({ source: 'copy of list.csv' }))
      .thenNothing());
  it('takes over what a newer list says', () =>
    given(added())
      .when(bring({ unit: 'mg/dL' }))
      .then(configured({ unit: 'mg/dL', source: 'list.csv' })));
  it('keeps what people configured', () =>
    given(added(), configured({ scale_divider: 3, normalization_type: 'Logarithmic', is_default: true }))
      .when(bring({ unit: 'mg/dL' }))
      .then(configured({ scale_divider: 3, normalization_type: 'Logarithmic', is_default: true, unit: 'mg/dL', source: 'list.csv' })));
  it('keeps the aliases and the order that people gave, and appends what is new', () =>
    given(added(), configured({ aliases: ['C-reactive protein', 'Eiweiß', 'CRP'] }))
      .when(bring({ aliases: ['crp', 'C-Reactive Protein', 'hsCRP'] }))
      .then(configured({ aliases: ['C-reactive protein', 'Eiweiß', 'CRP', 'hsCRP'], source: 'list.csv' })));
  it('takes a new primary name from the list', () =>
    given(added())
      .when(bring({ aliases: ['C reactive protein (serum)', 'CRP'] }))
      .then(configured({ aliases: ['C reactive protein (serum)', 'CRP', 'C-reactive protein'], source: 'list.csv' })));
});

describe('a requested lab parameter', () => {
  const found = ask({ status: 'AutomaticallyRequested', found_id: '22222222-2222-4222-8222-222222222222' });

  it('is noted when it is found on a page first, and not again', () => {
    given()
      .when(found)
      .then(requested({ found_id: '22222222-2222-4222-8222-222222222222' }));
    given(requested()).when(found).thenNothing();
    given(rejected, requested()).when(found).thenNothing();
  });
  it('is asked for by a person, by its id alone or in words, once', () => {
    given()
      .when(ask({ alias: 'Ferritin' }))
      .then(requested({ status: 'PendingApproval', alias: 'Ferritin' }));
    given(requested()).when(ask()).then(sent);
    given(requested(), sent).when(ask()).thenNothing();
    given(added()).when(ask()).thenNothing();
  });
  it('that was rejected waits again where a super user asks for it', () => {
    given(requested(), rejected)
      .when(ask({ reopens: true }))
      .then({ type: 'LabParameterRequestSent', data: { parameter_id } });
    given(requested())
      .when(ask({ status: 'AutomaticallyRequested', reopens: true }))
      .thenNothing();
    given(added(), removed)
      .when(ask({ reopens: true }))
      .thenRefuses('parameter-rejected', ['alias']);
  });
  it('that was rejected, or removed, is not asked for again', () => {
    given(requested(), rejected).when(ask()).thenRefuses('parameter-rejected', ['alias']);
    given(added(), removed).when(ask()).thenRefuses('parameter-rejected', ['alias']);
  });
  it('is approved as the super user leaves it, also where it was rejected before', () => {
    given(requested()).when(approve()).then(approved());
    given(requested(), sent)
      .when(approve({ unit: 'g/L' }))
      .then(approved({ unit: 'g/L' }));
    given(requested(), rejected).when(approve()).then(approved());
    given(requested(), approved()).when(approve()).thenNothing();
    given(requested(), approved())
      .when(approve({ unit: 'g/L' }))
      .thenRefuses('not-pending');
    given().when(approve()).thenRefuses('parameter-missing');
  });
  it('cannot be asked for by an id that nobody knows', () => given().when(ask()).thenRefuses('parameter-missing'));
  it('is approved by adding or importing the same', () => {
    given(requested()).when(add()).then(approved());
    given(requested(), sent)
      .when(bring())
      .then(approved({ source: 'list.csv' }));
  });
  it('is rejected, and no list brings it back', () => {
    given(requested()).when(reject).then(rejected);
    given(requested(), rejected).when(reject).thenNothing();
    given(added()).when(reject).thenRefuses('not-pending');
    given(requested(), rejected).when(bring()).thenNothing();
  });
  it('is not configured before it is approved', () => given(requested()).when(configure()).thenRefuses('parameter-missing'));
});

describe('a removed lab parameter', () => {
  it('was approved before, and is removed once', () => {
    given(added()).when(remove).then(removed);
    given(added(), removed).when(remove).thenNothing();
    given(requested()).when(remove).thenRefuses('parameter-missing');
    given().when(remove).thenRefuses('parameter-missing');
  });
  it('comes back when somebody adds it, and with no list', () => {
    given(added(), removed).when(add()).then(approved());
    given(added(), removed).when(bring()).thenNothing();
    given(added(), removed)
      .when(configure({ unit: 'g/L' }))
      .thenRefuses('parameter-missing');
  });
});

const aliases = fc.uniqueArray(fc.constantFrom('CRP', 'crp', 'Protein', 'C-reactive protein', 'hs'), { minLength: 1 });
const change = fc.record({ aliases, unit: fc.constantFrom('mg/L', '') });
itIsHarmlessTwice(
  labParameter,
  fc.oneof(
    change.map((some) => add(some)),
    fc.tuple(change, fc.constantFrom(1, 2)).map(([some, scale_divider]) => configure({ ...some, scale_divider })),
    change.map((some) => bring(some)),
    change.map((some) => approve(some)),
    fc.constantFrom(ask(), ask({ status: 'AutomaticallyRequested' }), reject, remove),
  ),
);
