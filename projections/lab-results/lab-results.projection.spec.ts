import type { CriticalResultEvent } from '#contracts/lab/critical-results';
import type { LabResultEvent } from '#contracts/lab/lab-results';
import { seenValueOf } from '#contracts/observations/critical';
import type { LabValue } from '#contracts/observations/lab-values';
import { ITEM_ID as lab_result_id, itemEvents, PATIENT_ID as patient_id } from '#tests/support/item-events';
import { type Given, metaOf, projectionSpec } from '#tests/support/projection-spec';
import { labResults } from './lab-results.projection.ts';

const organization_id = '66666666-6666-4666-8666-666666666666';
const [file_id, page_id] = ['44444444-4444-4444-8444-444444444444', '55555555-5555-4555-8555-555555555555'];
const assistant = '77777777-7777-4777-8777-777777777777';
const doctor = metaOf(0).actor as { user_id: string };

const crp: LabValue = { entry_id: 'a', parameter_id: null, name: 'CRP', value: '7.0', unit: 'mg/L', min: '0', max: '5' };
const ferritin: LabValue = { entry_id: 'b', parameter_id: null, name: 'Ferritin', value: '41', unit: 'ng/mL', min: '13', max: '150' };
const content = { collected: '2026-02-14T00:00:00', draft: false, parameters: [crp, ferritin] };

const events = itemEvents<LabResultEvent>({ id: 'lab_result_id', event: 'LabResult', content });
const [recorded, removed] = [events.recorded(), events.removed()];
const read = (change: object = {}) =>
  events.recorded({ origin: 'ocr', file_id, page_id, draft: true, comment: 'Read from report.pdf, page 1', ...change });
const corrected = (parameters: LabValue[], change: object = {}) => events.corrected({ parameters, ...change });

const by = (event: LabResultEvent, actor: object): Given<LabResultEvent> => ({ event, meta: { organization_id, actor: actor as never } });
type Happened = LabResultEvent | CriticalResultEvent;
const here = (event: Happened): Given<Happened> => ({ event, meta: { organization_id } });

const view = {
  id: lab_result_id,
  patient_id,
  organization_id,
  collected: content.collected,
  date_applies: content.collected,
  draft: false,
  origin: 'manual' as const,
  parameters: [crp, ferritin],
  comment: 'New entry',
  last_edited_by: doctor.user_id,
  recorded_at: metaOf(0).recorded_at,
  version: 0,
};

describe('lab results', () => {
  const spec = projectionSpec(labResults);

  it('shows a recorded result', () => spec.given(here(recorded)).then({ [lab_result_id]: view }));
  it('ruling 4: keeps the offset of the clock, for as long as it is said', () => {
    const sent = { collected_offset: '-05:00' };
    spec.given(here(events.recorded(sent))).thenShows(sent);
    spec
      .given(here(events.recorded(sent)), here(corrected([crp], { collected_offset: '+01:00' })))
      .thenShows({ collected_offset: '+01:00' });
    const afterwards = { comment: 'Typing error', recorded_at: metaOf(1).recorded_at, version: 1 };
    spec.given(here(events.recorded(sent)), here(corrected([crp, ferritin]))).then({ [lab_result_id]: { ...view, ...afterwards } });
  });
  describe('ruling 18: a range in words alone', () => {
    const said = (value: string, range_text: string): LabValue => ({ ...crp, value, min: null, max: null, range_text });
    const parameters = [said('7.0', '< 5'), { ...said('34', 'follicular 3.5-12.5; later 25.8-134.8'), entry_id: 'b' }];

    it('is used where it leaves no doubt', () =>
      spec.given(here(events.recorded({ parameters }))).then({
        [lab_result_id]: { ...view, parameters: [{ ...parameters[0]!, max: '5' }, parameters[1]!] },
      }));
    it('is used in a correction too, and says what it replaced', () =>
      spec.given(here(events.recorded({ parameters })), here(corrected([said('7.0', '4 to 6')]))).thenShows({
        parameters: [
          {
            ...said('7.0', '4 to 6'),
            min: '4',
            max: '6',
            range_corrected_from: { min: null, max: '5', range_text: '< 5', unit: 'mg/L', at: metaOf(1).recorded_at },
          },
        ],
      }));
  });
  it('takes over a correction, and what each value replaced', () => {
    const parameters = [{ ...crp, value: '0.7' }, ferritin];
    spec
      .given(here(recorded), by(corrected(parameters, { collected: '2026-02-13T00:00:00' }), { user_id: assistant, role: 'Assistant' }))
      .then({
        [lab_result_id]: {
          ...view,
          collected: '2026-02-13T00:00:00',
          date_applies: '2026-02-13T00:00:00',
          parameters: [{ ...crp, value: '0.7', corrected_from: { value: '7.0', unit: 'mg/L', at: metaOf(1).recorded_at } }, ferritin],
          comment: 'Typing error',
          last_edited_by: assistant,
          recorded_at: metaOf(1).recorded_at,
          version: 1,
        },
      });
  });
  it('ruling 34: follows a value by its id, wherever it stands, and keeps what it replaced through later corrections of others', () =>
    spec
      .given(
        here(recorded),
        here(corrected([ferritin, { ...crp, value: null, text: 'see note' }])),
        here(
          corrected([
            { ...ferritin, max: '200' },
            { ...crp, value: null, text: 'see note', flag: 'A' },
          ]),
        ),
        here(corrected([{ ...crp, value: '9', comparator: '>' }])),
      )
      .thenShows({
        parameters: [
          {
            ...crp,
            value: '9',
            comparator: '>',
            corrected_from: { value: null, text: 'see note', unit: 'mg/L', at: metaOf(3).recorded_at },
          },
        ],
      }));
  it('ruling 24: takes no value of a draft for a fact that was corrected', () => {
    const typo = { ...crp, value: '999' };
    spec.given(here(corrected([typo]))).thenNothing();
    spec
      .given(by(read({ parameters: [typo, ferritin] }), { system: 'ocr' }), here(corrected([crp, ferritin])))
      .thenShows({ draft: false, parameters: [crp, ferritin] });
    const fact = { ...crp, corrected_from: { value: '7.0', unit: 'mg/L', at: metaOf(1).recorded_at } };
    spec
      .given(here(recorded), here(corrected([typo], { draft: true })), here(corrected([{ ...crp, value: '8' }])))
      .thenShows({ parameters: [{ ...fact, value: '8' }] });
    spec.given(here(recorded), here(corrected([typo], { draft: true })), here(corrected([crp]))).thenShows({ parameters: [crp] });
  });
  it('follows a corrected range apart from its value, and takes a flag for neither', () => {
    const range = { min: crp.min, max: crp.max, unit: crp.unit };
    const limits = here(corrected([{ ...crp, max: '6', flag: 'H' }, ferritin]));
    const shown = { ...crp, max: '6', flag: 'H', range_corrected_from: { ...range, at: metaOf(1).recorded_at } };
    spec.given(here(recorded), limits).then({
      [lab_result_id]: { ...view, parameters: [shown, ferritin], comment: 'Typing error', recorded_at: metaOf(1).recorded_at, version: 1 },
    });
    spec.given(here(recorded), limits, here(corrected([{ ...crp, max: '6', value: '0.7' }]))).thenShows({
      parameters: [
        {
          range_corrected_from: { ...range, at: metaOf(1).recorded_at },
          corrected_from: { value: '7.0', unit: 'mg/L', at: metaOf(2).recorded_at },
        },
      ],
    });
    const back = here(corrected([crp, ferritin]));
    spec
      .given(here(recorded), limits, back)
      .thenShows({ parameters: [{ range_corrected_from: { max: '6', at: metaOf(2).recorded_at } }, {}] });
  });
  it('ruling 23: shows what was read without a person as a draft without an editor, until a person checked it', () => {
    spec.given(by(read(), { system: 'ocr' })).thenShows({ draft: true, origin: 'ocr', file_id, page_id, last_edited_by: null });
    spec
      .given(by(read(), { system: 'ocr' }), by(corrected([crp, ferritin]), { system: 'reports', on_behalf_of: assistant }))
      .thenShows({ draft: false, origin: 'ocr', file_id, page_id, last_edited_by: assistant, version: 1 });
  });
  describe('ruling 62: critical values', () => {
    const high: LabValue = { ...crp, value: '307', flag: 'HH' };
    const higher: LabValue = { ...high, value: '412' };
    const low: LabValue = { ...ferritin, value: '2', flag: 'LL' };
    const of = (...parameters: LabValue[]) => events.recorded({ parameters });
    const imported = (collected: string, ...parameters: LabValue[]) => here(events.recorded({ origin: 'fhir', collected, parameters }));
    const seenOn = (collected: string, ...values: LabValue[]): CriticalResultEvent => ({
      type: 'CriticalResultSeen',
      data: { lab_result_id, patient_id, values: values.map((value) => seenValueOf(value, collected)) },
    });
    const seen = (...values: LabValue[]) => seenOn(content.collected, ...values);
    const bySeen = (n: number) => ({ by: doctor.user_id, at: metaOf(n).recorded_at });
    const since = (n: number) => metaOf(n).recorded_at;

    it('wait until a doctor has seen them, and say who and when', () => {
      spec.given(here(of(high, ferritin))).thenShows({ critical: 'new', critical_since: since(0) });
      const after = spec.given(here(of(high, ferritin)), here(seen(high)));
      after.thenShows({ critical: 'seen', critical_since: since(0), parameters: [{ ...high, seen: bySeen(1) }, ferritin] });
      // the result is no other version, and nobody edited it
      after.thenShows({ version: 0, recorded_at: since(0), comment: 'New entry' });
    });
    it('are none where the laboratory says no more than high', () =>
      spec
        .given(here(of({ ...high, flag: 'H' })), here(seen(high)))
        .thenShows(expect.not.objectContaining({ critical: expect.anything() })));
    it('keep the first doctor', () =>
      spec.given(here(of(high)), here(seen(high)), here(seen(high))).thenShows({ parameters: [{ ...high, seen: bySeen(1) }] }));
    it('wait again where they were corrected, and not where the same value comes back', () => {
      const corrects = [here(of(high)), here(seen(high)), here(corrected([higher]))] as const;
      spec.given(...corrects).thenShows({
        critical: 'new',
        critical_since: since(2),
        parameters: [expect.not.objectContaining({ seen: expect.anything() })],
      });
      spec.given(...corrects, here(corrected([high]))).thenShows({ critical: 'seen', parameters: [{ seen: bySeen(1) }] });
      spec
        .given(...corrects, here(corrected([{ ...crp, value: '4' }])))
        .thenShows(expect.not.objectContaining({ critical: expect.anything() }));
    });
    it('wait for what was not seen of several, and of what a doctor saw too late', () => {
      spec.given(here(of(high, low)), here(seen(high))).thenShows({ critical: 'new', parameters: [{ seen: bySeen(1) }, low] });
      spec.given(here(of(high)), here(corrected([higher])), here(seen(high))).thenShows({ critical: 'new', critical_since: since(1) });
    });
    it('keep since when they wait through corrections of other values', () =>
      spec
        .given(here(of(high, ferritin)), here(corrected([high, { ...ferritin, value: '40' }])))
        .thenShows({ critical: 'new', critical_since: since(0) }));
    it('stay seen where a draft is confirmed as it stands', () =>
      spec
        .given(here(read({ parameters: [high] })), here(seen(high)), here(corrected([high])))
        .thenShows({ draft: false, critical: 'seen', parameters: [{ seen: bySeen(1) }] }));
    it('of an old record that was imported are earlier ones, until one of them is corrected', () => {
      spec.given(imported('2024-02-25T08:00:00', high)).thenShows({ critical: 'new' });
      spec.given(imported('2019-02-25T08:00:00', high)).thenShows({ critical: 'earlier' });
      spec.given(imported('2019-02-25T08:00:00', high), here(corrected([high, low]))).thenShows({ critical: 'new' });
      const grows = here(events.corrected({ collected: '2019-02-25T08:00:00', parameters: [high, low] }));
      spec.given(imported('2019-02-25T08:00:00', high), grows).thenShows({ critical: 'earlier', critical_since: since(1) });
      const corrects = here(events.corrected({ collected: '2019-02-25T08:00:00', parameters: [higher] }));
      spec.given(imported('2019-02-25T08:00:00', high), corrects).thenShows({ critical: 'new' });
      spec.given(imported('2019-02-25T08:00:00', crp), here(events.corrected({ parameters: [high] }))).thenShows({ critical: 'new' });
    });
    it('wait again where their day is corrected, and are new where that makes them so', () => {
      const [old, now] = ['2019-02-25T08:00:00', '2024-02-25T08:00:00'];
      const moved = here(events.corrected({ collected: now, parameters: [high] }));
      spec.given(imported(old, high), moved).thenShows({ critical: 'new', critical_since: since(1) });
      spec.given(imported(old, high), here(seenOn(old, high)), moved).thenShows({ critical: 'new' });
      spec.given(imported(old, high), here(seenOn(old, high))).thenShows({ critical: 'seen' });
    });
    it('are forgotten with the result', () => spec.given(here(of(high)), here(removed), here(seen(high))).then({ [lab_result_id]: null }));
  });

  it('drops a removed result', () => spec.given(here(recorded), here(removed)).then({ [lab_result_id]: null }));
  it('ignores what happens after the removal, and to what it does not know', () => {
    spec.given(here(recorded), here(removed), here(corrected([crp]))).then({ [lab_result_id]: null });
    spec.given(here(corrected([crp]))).thenNothing();
  });
  spec.itCoversEveryEvent();
});
