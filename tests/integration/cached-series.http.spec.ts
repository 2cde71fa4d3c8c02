import type { ObservationSeries } from '#contracts/observations/observations';
import { linesOf, type ObservationLine, type PackedSeries, pointsBetween } from '#contracts/observations/observation-columns';
import { type PackedTrends, type Trend, trendLines } from '#contracts/observations/trends';
import { ExaminationsQueriesModule } from '#projections/examinations/examinations.queries';
import { LabResultsQueriesModule } from '#projections/lab-results/lab-results.queries';
import { TrendsModule } from '#projections/trends/trends.queries';
import { LabResultsModule } from '#services/records/lab-results/lab-results.controller';
import { PatientsModule } from '#services/records/patients/patients.controller';
import { type Clinic, openClinic, type SignedIn } from '#tests/support/read-side';

let { app, doctor } = {} as Clinic;
let patient_id: string;
let patient: SignedIn;
beforeAll(async () => {
  ({ app, doctor } = await openClinic([
    PatientsModule,
    LabResultsModule,
    LabResultsQueriesModule,
    ExaminationsQueriesModule,
    TrendsModule,
  ]));
});
afterAll(() => app.close());

const send = async (method: 'post' | 'put' | 'delete', path: string, body: object) => {
  const answer = await app.send(method, path, doctor, body);
  expect(answer.status).toBeLessThan(300);
  return answer.body as { id: string; version: number };
};
const entry = (value: string) => ({ entry_id: 'e', parameter_id: null, name: 'CRP', value, unit: 'mg/L', min: '0', max: '5' });
const record = (value: string, day: string, draft = false) =>
  send('post', 'lab-results', { patient_id, collected: `${day}T00:00:00`, draft, parameters: [entry(value)] });
const get = async (path: string, who = doctor, tag?: string) => {
  const after = await app.head();
  for (;;) {
    const asked = app.http().get(`/api/${path}`).query({ patient_id, after }).set('authorization', who.authorization);
    const answer = await (tag === undefined ? asked : asked.set('if-none-match', tag));
    if (!(answer.body as { stale?: true }).stale) return answer;
  }
};
const tagOf = ({ headers }: { headers: Record<string, string> }) => headers['etag']!;
/** A series that came as columns as it is without them. */
const withPoints = ({ columns, from, to, ...line }: ObservationLine): ObservationSeries => ({
  ...line,
  points: pointsBetween({ columns, from, to, ...line }),
});
const values = (series: readonly ObservationSeries[]) => series.flatMap(({ points }) => points.map(({ value }) => value));

beforeEach(async () => {
  patient_id = await app.addPatient(doctor);
  patient = await app.signIn(['Patient'], null, [patient_id]);
  await record('7.0', '2026-01-01');
  await record('8.0', '2026-02-01');
});

describe('series of a record', () => {
  it('are the same as columns', async () => {
    const { body, headers } = await get('lab-results/series');
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    const { packed, overall_count } = (await get('lab-results/series?packed=true')).body as {
      packed: PackedSeries;
      overall_count: number;
    };
    const items = linesOf(packed).map(withPoints);
    expect({ items, overall_count }).toEqual(body);
    expect(values(items)).toEqual(['7.0', '8.0']);
  });

  it('make trends that are the same as columns', async () => {
    const { items } = (await get('trends')).body as { items: Trend[] };
    expect(items).toHaveLength(1);
    const lines = trendLines((await get('trends?packed=true')).body as PackedTrends);
    expect(lines.map((trend) => ({ ...trend, series: withPoints(trend.series) }))).toEqual(items);
  });

  it.each(['lab-results/series', 'lab-results/series?packed=true', 'lab-results/previous', 'trends'])(
    'are not sent again while they are the same, and at once after a change: %s',
    async (path) => {
      const tags = [tagOf(await get(path))];
      const isSame = async () => {
        const again = await get(path, doctor, tags.at(-1));
        tags.push(tagOf(again));
        return again.status === 304 && again.text === '';
      };
      expect(await isSame()).toBe(true);
      const { id } = await record('9.0', '2026-03-01');
      expect(await isSame()).toBe(false);
      const correction = { version: 0, comment: 'Misread', collected: '2026-03-01T00:00:00', parameters: [entry('9.5')] };
      const { version } = await send('put', `lab-results/${id}`, correction);
      expect(await isSame()).toBe(false);
      await send('delete', `lab-results/${id}`, { version, comment: 'Twice' });
      expect(await isSame()).toBe(false);
      expect(await isSame()).toBe(true);
      // once it is removed, the record is what it was before
      expect(new Set(tags).size).toBe(3);
      expect(tags.at(-1)).toBe(tags[0]);
    },
  );

  it('ruling 24: are made for the staff and for the patient each, whoever asked first', async () => {
    await record('9.0', '2026-03-01', true);
    const seen = async (who: SignedIn) => values(((await get('lab-results/series', who)).body as { items: ObservationSeries[] }).items);
    expect(await seen(doctor)).toEqual(['7.0', '8.0', '9.0']);
    expect(await seen(patient)).toEqual(['7.0', '8.0']);
    const tag = tagOf(await get('lab-results/series'));
    expect((await get('lab-results/series', patient, tag)).status).toBe(200);
  });

  it('are nobody else’s, whatever is kept', async () => {
    const tag = tagOf(await get('lab-results/series'));
    const stranger = await app.signIn(['Doctor'], await app.addClinic('Elsewhere'));
    expect((await get('lab-results/series', stranger, tag)).status).toBe(404);
  });
});
