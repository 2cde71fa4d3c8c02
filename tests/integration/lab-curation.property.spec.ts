import { randomUUID } from 'node:crypto';
import fc from '#tests/support/fast-check';
import { labParameterId } from '#catalogues/lab-parameter';
import type { LabParameterView } from '#contracts/lab/lab-parameters';
import type { LabResultView, PreviousLabValue } from '#contracts/lab/lab-results';
import type { ObservationSeries } from '#contracts/observations/observations';
import type { SignedIn } from '#tests/support/read-side';
import { openReportApp, type ReportApp } from '#tests/support/report-side';

let app: ReportApp;
let doctor: SignedIn;
let curator: SignedIn;
beforeAll(async () => {
  app = await openReportApp();
  doctor = await app.signIn(['Doctor'], await app.addClinic('Lindenhof'));
  curator = await app.signIn(['SuperUser'], null);
});
afterAll(() => app.close());

const SLOTS = 4;
const slot = fc.nat({ max: SLOTS - 1 });
/** What people do with a catalogue of a few parameters, and with results of one patient. */
type Step =
  | { does: 'add' | 'remove' | 'request' | 'reject' | 'approve'; at: number }
  | { does: 'rename'; at: number; to: number }
  | { does: 'result'; at: number; value: number }
  | { does: 'merge'; at: number; into: number }
  | { does: 'undo'; nth: number };
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 1, arbitrary: fc.record({ does: fc.constant('add' as const), at: slot }) },
    {
      weight: 1,
      arbitrary: fc.record({
        does: fc.constantFrom('remove' as const, 'request' as const, 'reject' as const, 'approve' as const),
        at: slot,
      }),
    },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('rename' as const), at: slot, to: fc.nat({ max: 2 }) }) },
    { weight: 4, arbitrary: fc.record({ does: fc.constant('result' as const), at: slot, value: fc.integer({ min: 1, max: 99 }) }) },
    { weight: 4, arbitrary: fc.record({ does: fc.constant('merge' as const), at: slot, into: slot }) },
    { weight: 3, arbitrary: fc.record({ does: fc.constant('undo' as const), nth: fc.nat({ max: 2 }) }) },
  ),
  { minLength: 4, maxLength: 24 },
);

/** Parameters in two usual units of the same measurement. */
const unitOf = (at: number): string => (at % 2 === 0 ? 'g/dL' : 'g/L');

/** A catalogue and a patient of its own: names begin with the world's. */
class World {
  private day = 0;
  /** The merges that were made, oldest first. */
  private readonly merges: string[] = [];
  private constructor(
    private readonly name: string,
    private readonly patient: string,
  ) {}

  static async open(): Promise<World> {
    const name = randomUUID().slice(0, 8);
    return new World(name, await app.addPatient(doctor, { first_name: 'Ada', last_name: name }));
  }

  private nameOf = (at: number): string => `${this.name} Parameter ${at}`;
  private idOf = (at: number): string => labParameterId(undefined, this.nameOf(at));

  /** Answers whether it was accepted. @param merge_id of the merge that is undone, where it is known */
  async does(step: Step): Promise<boolean> {
    const { status, body } = await this.send(step);
    if (step.does === 'merge' && status === 200) this.merges.push((body as { id: string }).id);
    if (status >= 500) throw new Error(`${step.does}: ${status}`);
    return status < 300;
  }

  private send(step: Step) {
    const http = app.http();
    const as = (who: SignedIn) => ({ authorization: who.authorization, 'idempotency-key': randomUUID() });
    if (step.does === 'undo') return http.put(`/api/lab-parameters/merge/${this.merges[step.nth] ?? randomUUID()}/undo`).set(as(curator));
    const [id, unit] = [this.idOf(step.at), unitOf(step.at)];
    const fields = { aliases: [this.nameOf(step.at)], unit };
    switch (step.does) {
      case 'add':
        return http.post('/api/lab-parameters').set(as(curator)).send(fields);
      case 'remove':
        return http.delete(`/api/lab-parameters/${id}`).set(as(curator)).send({});
      case 'request':
        return http
          .put('/api/lab-parameters/request_parameter')
          .set(as(doctor))
          .send({ alias: this.nameOf(step.at) });
      case 'reject':
        return http.put('/api/lab-parameters/reject_parameter').set(as(curator)).send({ id });
      case 'approve':
        return http
          .put(`/api/lab-parameters/${id}`)
          .set(as(curator))
          .send({ ...fields, status: 'Approved' });
      case 'rename':
        return http
          .put(`/api/lab-parameters/${id}`)
          .set(as(curator))
          .send({ unit, aliases: [`${this.name} renamed ${step.at} ${step.to}`, this.nameOf(step.at)] });
      case 'result':
        this.day += 1;
        return http
          .post('/api/lab-results')
          .set(as(doctor))
          .send({
            patient_id: this.patient,
            collected: `2026-01-${String(this.day).padStart(2, '0')}T00:00:00`,
            parameters: [
              { entry_id: 'a', parameter_id: id, name: this.nameOf(step.at), value: String(step.value), unit, min: '1', max: '50' },
            ],
          });
      case 'merge': {
        const other = this.idOf(step.into);
        return http
          .put('/api/lab-parameters/merge')
          .set(as(curator))
          .send({
            parameter_ids: [id, other],
            kept_id: other,
            confirmed: [`unit ${id}`],
            conversions: unit === unitOf(step.into) ? [] : [{ parameter_id: id, unit, to: unitOf(step.into) }],
          });
      }
    }
  }

  /** All that people see of it, without what only this world is called. */
  async seen(): Promise<unknown> {
    await app.settled();
    const after = encodeURIComponent(await app.head());
    const get = async <T>(path: string, who: SignedIn): Promise<T[]> => {
      const asked = app.http().get(`${path}after=${after}`).set('authorization', who.authorization);
      return ((await asked.expect(200)).body as { items: T[] }).items;
    };
    const of = `patient_id=${this.patient}&`;
    const series = await get<ObservationSeries>(`/api/lab-results/series?${of}`, doctor);
    const previous = await get<PreviousLabValue>(`/api/lab-results/previous?${of}`, doctor);
    const results = await get<LabResultView>(`/api/lab-results?${of}take=50&`, doctor);
    const listed = await get<LabParameterView>(`/api/lab-parameters?take=500&query=${this.name}&`, curator);
    const plain = {
      series: series.map(({ id, name, unit, points, former_ids, convertible_to }) => ({
        ...{ id, name, unit, former_ids, convertible_to },
        points: points.map(({ name: printed, value, unit: shown, graph_value, converted_from }) => ({
          printed,
          value,
          shown,
          graph_value,
          converted_from,
        })),
      })),
      previous: previous.map(({ name, value, unit, units, merged_ids }) => ({
        name,
        value,
        unit,
        units,
        merged_ids,
      })),
      results: results.map(({ parameters }) =>
        parameters.map(({ name, value, unit, catalogue_name }) => [name, value, unit, catalogue_name]),
      ),
      listed: listed
        .map(({ aliases, status, unit, is_removed, merged }) => ({
          aliases,
          status,
          unit,
          is_removed,
          merged: merged?.map((one) => one.aliases),
        }))
        .toSorted((a, b) => a.aliases.join().localeCompare(b.aliases.join())),
    };
    let said = JSON.stringify(plain);
    for (let at = 0; at < SLOTS; at++) said = said.replaceAll(this.idOf(at), `parameter-${at}`);
    return JSON.parse(said.replaceAll(this.name, 'world')) as unknown;
  }
}

/** The steps that were accepted, without merges that were undone and without the undoing. */
const lasting = (accepted: readonly Step[]): Step[] => {
  const merges = accepted.filter(({ does }) => does === 'merge');
  const undone = new Set(accepted.flatMap((step) => (step.does === 'undo' ? [merges[step.nth]] : [])));
  return accepted.filter((step) => step.does !== 'undo' && !undone.has(step));
};

it('any merges, undos, renames, removals, requests and results end where the same end without what was undone', async () => {
  let undone = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const full = await World.open();
      const accepted: Step[] = [];
      // a step stands once in the list: merges are told apart by which they are
      const begun = [0, 1, 2].map((at): Step => ({ does: 'add', at }));
      for (const step of [...begun, ...all.map((one) => ({ ...one }))]) if (await full.does(step)) accepted.push(step);
      const rest = lasting(accepted);
      undone += accepted.length - rest.length;
      const reduced = await World.open();
      for (const step of rest) expect([step, await reduced.does(step)]).toEqual([step, true]);
      expect(await full.seen()).toEqual(await reduced.seen());
    }),
    { numRuns: 40, interruptAfterTimeLimit: 90_000, markInterruptAsFailure: false },
  );
  // the test has met what it is about
  expect(undone).toBeGreaterThan(0);
}, 180_000);
