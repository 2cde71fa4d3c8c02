import { happened, ids, match, recognition, validatedRow } from '#tests/support/report-events';
import { metaOf, projectionSpec } from '#tests/support/projection-spec';
import { pages } from './pages.projection.ts';

const { generated, read, unread, validated, pageRemoved, takenUp } = happened;
const inClinic = { organization_id: ids.clinic };

const page = {
  id: ids.page,
  report_id: ids.report,
  organization_id: ids.clinic,
  page_number: 1,
  status: 'ValidationAdvised' as const,
  recognition_rate: 0.5,
  recognition,
  match,
  validation: null,
  version: 1,
};

const readAt = (n: number) => ({ read_at: metaOf(n).recorded_at });

describe('a page as the validation screen shows it', () => {
  const spec = projectionSpec(pages);

  it('shows what was read', () => spec.given({ event: read, meta: inClinic }).then({ [ids.page]: { ...page, ...readAt(0) } }));

  it('is there before it is read, and the same afterwards as one that was never announced', () => {
    const announced = { event: generated, meta: inClinic };
    const waits = { status: 'Generated' as const, recognition_rate: 0, recognition: null, match: null, version: 0 };
    spec.given(announced).then({ [ids.page]: { ...page, ...waits } });
    spec.given(announced, { event: read, meta: inClinic }).then({ [ids.page]: { ...page, ...readAt(1) } });
  });

  it('is read at another try', () =>
    spec
      .given({ event: generated, meta: inClinic }, { event: unread, meta: inClinic }, { event: read, meta: inClinic })
      .then({ [ids.page]: { ...page, ...readAt(2), version: 2 } }));

  it('shows why nothing was read', () =>
    spec.given({ event: unread, meta: inClinic }).then({
      [ids.page]: { ...page, status: 'Error', recognition_rate: 0, error_message: 'The page is damaged', recognition: null, match: null },
    }));

  it('shows who validated it, and when', () => {
    const meta = metaOf(1);
    const by = 'user_id' in meta.actor ? meta.actor.user_id : '';
    const { patient_id, collected, row_data } = validated.data;
    spec.given({ event: read, meta: inClinic }, validated).then({
      [ids.page]: {
        ...page,
        ...readAt(0),
        status: 'ValidationDone',
        validation: { patient_id, collected, row_data: [...row_data], validated_by: by, validated_at: meta.recorded_at },
        version: 2,
      },
    });
  });

  it('ruling 26: says whose record lacks rows of it, until a later validation leaves none', () => {
    const left = { ...validated, data: { ...validated.data, row_data: [validatedRow('Rarum', '3', null)] } };
    const page = { event: read, meta: inClinic };
    spec.given(page, left).thenShows({ rows_stay_for: ids.janet });
    spec.given(page, left, validated).thenShows(expect.not.objectContaining({ rows_stay_for: ids.janet }));
  });

  it('ruling 26: has the parameters of rows that the catalogue came to know, and whoever has it open notices nothing', () => {
    const left = { ...validated, data: { ...validated.data, row_data: [validatedRow('Rarum', '3', null)] } };
    const shown = spec.given({ event: read, meta: inClinic }, left, takenUp);
    shown.thenShows({ version: 2, validation: expect.objectContaining({ row_data: [validatedRow('Rarum', '3', ids.glucose)] }) as never });
    shown.thenShows(expect.not.objectContaining({ rows_stay_for: ids.janet }));
  });

  it('is to be checked again where the catalogue knows a row whose doubts nobody looked at', () => {
    const entry = { ...validatedRow('Rarum', '3', null).entry, flag: 'HH' };
    const left = { ...validated, data: { ...validated.data, row_data: [{ ...validatedRow('Rarum', '3', null), entry }] } };
    const rows = takenUp.data.rows.map((row) => ({ ...row, unchecked: true as const }));
    const unchecked = { ...takenUp, data: { ...takenUp.data, rows, status: 'ValidationAdvised' as const, rows_staying: 1 } };
    const known = { ...validatedRow('Rarum', '3', ids.glucose), entry: { ...entry, parameter_id: ids.glucose }, unchecked: true as const };
    spec.given({ event: read, meta: inClinic }, left, unchecked).thenShows({
      ...{ version: 2, status: 'ValidationAdvised', rows_stay_for: ids.janet },
      validation: expect.objectContaining({ row_data: [known] }) as never,
      critical_rows: { values: [{ name: 'Rarum', flag: 'HH' }] } as never,
    });
  });

  it('ruling 62: names its critical rows for as long as they are in no record', () => {
    const row = { ...recognition.row_data[0]!, id: 'k', flag: 'HH', doubts: ['outside-plausible' as const] };
    const critical = { event: { ...read, data: { ...read.data, recognition: { ...recognition, row_data: [row] } } }, meta: inClinic };
    const entry = { ...validatedRow('Rarum', '3', null).entry, flag: 'LL' };
    const stays = { ...validated, data: { ...validated.data, row_data: [{ ...validatedRow('Rarum', '3', null), entry }] } };
    spec.given(critical).thenShows({ critical_rows: { patient_id: match.patient_id, values: [{ entry_id: 'k', flag: 'HH' }] } });
    spec.given(critical, validated).thenShows(expect.not.objectContaining({ critical_rows: expect.anything() }));
    spec.given(critical, stays).thenShows({ critical_rows: { patient_id: ids.janet, values: [{ name: 'Rarum', flag: 'LL' }] } });
  });

  it('ruling 62: says that its critical rows wait until a doctor has seen them, as they stand', () => {
    const row = { ...recognition.row_data[0]!, id: 'k', flag: 'HH', doubts: ['outside-plausible' as const] };
    const of = (value: string) => ({
      event: { ...read, data: { ...read.data, recognition: { ...recognition, row_data: [{ ...row, value }] } } },
      meta: inClinic,
    });
    const value = { entry_id: 'k', name: 'creatinine', value: '1.08', unit: 'mg/dL', flag: 'HH' };
    const seen = { type: 'CriticalRowsSeen' as const, data: { report_id: ids.report, page_id: ids.page, values: [value] } };
    spec.given(of('1.08')).thenShows({ critical_rows: { waits: true } });
    spec
      .given(of('1.08'), seen)
      .thenShows({ critical_rows: { waits: false }, seen_rows: [{ ...value, at: metaOf(1).recorded_at }], version: 1 });
    spec.given(of('9.9'), seen).thenShows({ critical_rows: { waits: true } });
    // read again it is another reading
    spec.given(of('1.08'), seen, of('1.08')).thenShows({ critical_rows: { waits: true }, version: 2 });
  });

  it('goes when its report goes', () => spec.given({ event: read, meta: inClinic }, pageRemoved).then({ [ids.page]: null }));

  spec.itCoversEveryEvent();
});
