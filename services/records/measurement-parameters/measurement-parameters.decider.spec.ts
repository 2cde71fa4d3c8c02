import fc from '#tests/support/fast-check';
import type { MeasurementParameterCommand, MeasurementParameterEvent } from '#contracts/examinations/measurement-parameters';
import { itIsHarmlessTwice, specify } from '#tests/support/specify';
import { measurementParameter } from './measurement-parameters.decider.ts';

const parameter_id = '11111111-1111-4111-8111-111111111111';
const command_id = '33333333-3333-4333-8333-333333333333';
const mild = { option_id: 'mild', predefined_value: 1, label_text: 'Mild' };
const severe = { option_id: 'severe', predefined_value: 3, label_text: 'Severe' };
const fields = {
  parameter_id,
  name: 'Pain',
  description: 'points',
  normalization_type: 'Arithmetic' as const,
  scale_divider: 3,
  options_config: [mild, severe],
};
type Fields = Partial<Omit<typeof fields, 'normalization_type'>> & { normalization_type?: 'Arithmetic' | 'Weight' | 'NoNormalization' };

const send = <T extends MeasurementParameterCommand['type']>(type: T, data: object = fields) =>
  ({ type, command_id, data }) as MeasurementParameterCommand;
const add = (change: Fields = {}) => send('AddMeasurementParameter', { ...fields, ...change });
const suggest = send('SuggestMeasurementParameter');
const update = (change: Fields = {}) => send('UpdateMeasurementParameter', { ...fields, ...change });
const approve = (change: Fields = {}) => send('ApproveMeasurementParameter', { ...fields, ...change });
const reject = send('RejectMeasurementParameter', { parameter_id });
const cancel = send('CancelMeasurementParameter', { parameter_id });
const remove = send('RemoveMeasurementParameter', { parameter_id });
const bring = (change: object = {}) => send('ImportMeasurementParameter', { ...fields, options_config: [], source: 'list.csv', ...change });
const noteUse = (option_id = 'mild') => send('NoteDefinitionUsed', { parameter_id, option_id });

const added = (state: 0 | 1 = 0, change: object = {}): MeasurementParameterEvent => ({
  type: 'MeasurementParameterAdded',
  data: { ...fields, ...change, state },
});
const happened = (
  type: 'MeasurementParameterRejected' | 'MeasurementParameterCancelled' | 'MeasurementParameterRemoved',
): MeasurementParameterEvent => ({
  type,
  data: { parameter_id },
});
const changed = (
  change: object = {},
  type: 'MeasurementParameterUpdated' | 'MeasurementParameterApproved' = 'MeasurementParameterUpdated',
): MeasurementParameterEvent => ({
  type,
  data: { ...fields, ...change },
});
const used: MeasurementParameterEvent = { type: 'DefinitionUsed', data: { parameter_id, option_id: 'mild' } };

const given = specify(measurementParameter);

describe('an office parameter', () => {
  it('is added, approved', () => given().when(add()).then(added()));
  it('takes an addition delivered twice only once', () => given(added()).when(add()).thenNothing());
  it('is brought to what a whole row says: name, type, divider, definitions and limits', () => {
    const row = { whole: true, name: 'Ache', scale_divider: 5, options_config: [mild], plausible: { min: '0', max: '9' } };
    const after = { name: 'Ache', scale_divider: 5, options_config: [mild], plausible: row.plausible, source: 'list.csv' };
    given(added()).when(bring(row)).then(changed(after));
    given(added(), changed(after)).when(bring(row)).thenNothing();
    const { plausible: _, ...without } = after;
    given(added(), changed(after))
      .when(bring({ ...row, plausible: null }))
      .then(changed(without));
    given(added(), changed(after))
      .when(bring({ ...row, plausible: undefined }))
      .thenNothing();
  });
  it('keeps from a whole row a definition that is used, and two of one number', () => {
    given(added(), used)
      .when(bring({ whole: true, options_config: [severe] }))
      .thenRefuses('definition-used');
    given()
      .when(bring({ whole: true, options_config: [mild, { ...severe, predefined_value: 1 }] }))
      .thenRefuses('definitions');
  });
  it('is not added over another one', () =>
    given(added())
      .when(add({ name: 'Ache' }))
      .thenRefuses('parameter-exists'));
  it('of weight or height, or without normalization, has no divider of its own', () => {
    given()
      .when(add({ normalization_type: 'Weight' }))
      .then(added(0, { normalization_type: 'Weight', scale_divider: 1 }));
    given()
      .when(add({ normalization_type: 'NoNormalization' }))
      .then(added(0, { normalization_type: 'NoNormalization', scale_divider: 1 }));
  });
  it('has definitions with ids, numbers and labels of their own', () => {
    const twins = [mild, { ...mild, label_text: 'mild' }];
    given()
      .when(add({ options_config: twins }))
      .thenRefuses('definitions', ['options_config.1.option_id', 'options_config.1.predefined_value', 'options_config.1.label_text']);
  });
  it('is updated', () =>
    given(added())
      .when(update({ scale_divider: 5 }))
      .then(changed({ scale_divider: 5 })));
  it('takes an update delivered twice only once', () =>
    given(added(), changed({ scale_divider: 5 }))
      .when(update({ scale_divider: 5 }))
      .thenNothing());
  it('is removed once, and not updated any more', () => {
    given(added()).when(remove).then(happened('MeasurementParameterRemoved'));
    given(added(), happened('MeasurementParameterRemoved')).when(remove).thenNothing();
    given(added(), happened('MeasurementParameterRemoved')).when(update()).thenRefuses('parameter-missing');
  });
  it('that never was can be nothing', () => {
    for (const command of [update(), approve(), reject, cancel, remove, noteUse()]) given().when(command).thenRefuses('parameter-missing');
  });
});

describe('a suggested office parameter', () => {
  it('waits, and is approved as the review left it', () => {
    given().when(suggest).then(added(1));
    given(added(1))
      .when(approve({ name: 'Pain score' }))
      .then(changed({ name: 'Pain score' }, 'MeasurementParameterApproved'));
    given(added(1), changed({}, 'MeasurementParameterApproved')).when(approve()).thenNothing();
  });
  it('is rejected, or taken back, once', () => {
    given(added(1)).when(reject).then(happened('MeasurementParameterRejected'));
    given(added(1)).when(cancel).then(happened('MeasurementParameterCancelled'));
    given(added(1), happened('MeasurementParameterRejected')).when(reject).thenNothing();
    given(added(1), happened('MeasurementParameterRejected')).when(approve()).thenRefuses('not-pending');
    given(added()).when(reject).thenRefuses('not-pending');
    given(added()).when(cancel).thenRefuses('not-pending');
  });
  it('cannot be updated or removed before it is approved', () => {
    given(added(1)).when(update()).thenRefuses('parameter-missing');
    given(added(1)).when(remove).thenRefuses('parameter-missing');
  });
});

describe('a definition that an examination uses', () => {
  it('is noted once', () => {
    given(added()).when(noteUse()).then(used);
    given(added(), used).when(noteUse()).thenNothing();
    given(added()).when(noteUse('never heard of')).thenNothing();
  });
  it('stays with its number, and may get other words', () => {
    given(added(), used)
      .when(update({ options_config: [severe] }))
      .thenRefuses('definition-used', ['options_config']);
    given(added(), used)
      .when(update({ options_config: [{ ...mild, predefined_value: 2 }, severe] }))
      .thenRefuses('definition-used', ['options_config']);
    const options_config = [{ ...mild, label_text: 'Slight' }];
    given(added(), used).when(update({ options_config })).then(changed({ options_config }));
  });
});

describe('an imported office parameter', () => {
  const listed = { code: '72514-3', aliases: ['NRS'], plausible: { min: '0', max: '10' }, source: 'list.csv' };
  it('is added, approved', () =>
    given()
      .when(bring(listed))
      .then(added(0, { options_config: [], ...listed })));
  it('keeps what people configured', () =>
    given(added(0, { scale_divider: 7 }))
      .when(bring({ ...listed, name: 'Pain severity', scale_divider: 9, description: '{score}' }))
      .then(changed({ scale_divider: 7, ...listed, description: '{score}' })));
  it('is not changed by the same row again, whatever the file is called', () =>
    given(added(0, { ...listed }))
      .when(bring({ ...listed, source: 'copy.csv' }))
      .thenNothing());
  it('approves what was asked for, and does not bring back what was taken out', () => {
    given(added(1)).when(bring(listed)).then(changed(listed, 'MeasurementParameterApproved'));
    given(added(), happened('MeasurementParameterRemoved')).when(bring(listed)).thenNothing();
  });
});

itIsHarmlessTwice(
  measurementParameter,
  fc.oneof(
    fc.constantFrom(add(), suggest, approve(), reject, cancel, remove, noteUse(), noteUse('severe'), bring(), bring({ code: '1' })),
    fc.constantFrom(update(), update({ scale_divider: 5 }), update({ options_config: [severe] }), update({ normalization_type: 'Weight' })),
  ),
);
