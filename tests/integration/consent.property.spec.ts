import { randomUUID } from 'node:crypto';
import fc from '#tests/support/fast-check';
import { orderErasure } from '#services/records/erasures/erasures.handlers';
import { addClinic, addPerson, addRecord, call as ask, followed, kernel, type Person as Account, startApplication } from './clinics.ts';
import { addDiagnosis, CLI } from './kernel.ts';

startApplication();

const CLINICS = ['A', 'B', 'C'] as const;
type Clinic = (typeof CLINICS)[number];
/** A keeps a record of both people, B of the first. */
const RECORDS = { pA: ['p', 'A'], qA: ['q', 'A'], pB: ['p', 'B'] } as const satisfies Record<string, readonly ['p' | 'q', Clinic]>;
type Person = 'p' | 'q';
type RecordName = keyof typeof RECORDS;

type Step =
  | { do: 'invite'; record: RecordName }
  | { do: 'ask'; person: Person; clinic: Clinic }
  | { do: 'share'; record: RecordName; clinic: Clinic }
  | { do: 'approve' | 'reject' | 'cancel' | 'resend'; by: Person | Clinic; which: number }
  | { do: 'erase'; record: RecordName };

interface Sent {
  kind: 'record' | 'clinic' | 'share';
  person: Person;
  /** The clinic that is to be connected. */
  clinic: Clinic;
  record?: RecordName;
  status: 'open' | 'approved' | 'rejected' | 'cancelled' | 'erased';
  yes: Set<'patient' | 'clinic'>;
}

/** What consent means, said once more and shortly: who said yes to what, and who therefore reads. */
class Model {
  sent: Sent[] = [];
  gone = new Set<RecordName>();
  private standing = (person: Person, clinic: Clinic) =>
    this.sent.filter((one) => one.status === 'approved' && one.person === person && one.clinic === clinic);
  private isLinked = (record: RecordName) =>
    this.sent.some((one) => one.status === 'approved' && one.kind !== 'share' && one.record === record);
  private wasLinked = new Set<RecordName>();
  private shows = (person: Person, clinic: Clinic, record?: RecordName) =>
    this.standing(person, clinic).some((one) => one.kind !== 'share' || (record !== undefined && one.record === record));

  reads(who: Person | Clinic, record: RecordName): boolean {
    const [person, clinic] = RECORDS[record];
    if (this.gone.has(record)) return false;
    if (who === clinic) return true;
    if (who === 'p' || who === 'q') return who === person && this.isLinked(record);
    return this.isLinked(record) && this.shows(person, who, record);
  }
  /** What the view of all connected clinics shows beside a record, this one included; nothing to whom that does not read it. */
  combined(who: Person | Clinic, record: RecordName): RecordName[] {
    const [person] = RECORDS[record];
    if (!this.reads(who, record)) return [];
    const beside = (other: RecordName) =>
      RECORDS[other][0] === person &&
      this.isLinked(record) &&
      this.isLinked(other) &&
      !this.gone.has(other) &&
      (who === person || this.shows(person, who as Clinic, other));
    return (Object.keys(RECORDS) as RecordName[]).filter((other) => other === record || beside(other));
  }
  /** Does what is allowed; answers whether it was. */
  step(step: Step): boolean {
    switch (step.do) {
      case 'invite': {
        const [person, clinic] = RECORDS[step.record];
        return !this.gone.has(step.record) && !this.isLinked(step.record) && this.send('record', person, clinic, step.record);
      }
      case 'ask':
        return !this.shows(step.person, step.clinic) && this.send('clinic', step.person, step.clinic);
      case 'share': {
        const [person, from] = RECORDS[step.record];
        const may =
          !this.gone.has(step.record) &&
          from !== step.clinic &&
          this.isLinked(step.record) &&
          !this.shows(person, step.clinic, step.record);
        return may && this.send('share', person, step.clinic, step.record);
      }
      case 'erase':
        this.gone.add(step.record);
        // invitations that name the record are erased with it, and what they connected ends
        for (const one of this.sent) if (one.record === step.record && one.kind !== 'clinic') one.status = 'erased';
        return true;
      default:
        return this.answer(step.do, step.by, this.sent[step.which % this.sent.length]);
    }
  }
  private waits({
    kind,
    person,
    clinic,
    record,
  }: Pick<Sent, 'kind' | 'person' | 'clinic'> & { record?: RecordName | undefined }): Sent | undefined {
    const isSame = (one: Sent) => one.kind === kind && one.person === person && one.clinic === clinic && one.record === record;
    return this.sent.find((one) => one.status === 'open' && isSame(one));
  }
  private send(kind: Sent['kind'], person: Person, clinic: Clinic, record?: RecordName): true {
    // pressed again, the one that waits is answered
    if (!this.waits({ kind, person, clinic, record }))
      this.sent.push({ kind, person, clinic, ...(record && { record }), status: 'open', yes: new Set() });
    return true;
  }
  private answer(what: 'approve' | 'reject' | 'cancel' | 'resend', by: Person | Clinic, one: Sent | undefined): boolean {
    if (!one || one.status === 'erased') return false;
    const from = one.kind === 'share' ? RECORDS[one.record!][1] : undefined;
    const sender = one.kind === 'record' ? one.clinic : one.kind === 'clinic' ? one.person : from;
    const isKnown = one.kind !== 'share' || one.yes.has('patient') || by !== one.clinic;
    if (![one.person, one.clinic, from].includes(by) || !isKnown) return false;
    if (what === 'cancel') return this.cancel(one, by === sender, by === from);
    if (what === 'resend') {
      if (by !== sender || !['open', 'rejected'].includes(one.status) || (this.waits(one) ?? one) !== one) return false;
      Object.assign(one, { status: 'open', yes: new Set() });
      return true;
    }
    const side = by === one.person ? 'patient' : 'clinic';
    if (by === sender || one.status !== 'open' || (what === 'approve' && one.yes.has(side))) return false;
    if (what === 'reject') one.status = 'rejected';
    else one.yes.add(side);
    if (one.status !== 'open' || (one.kind === 'share' && one.yes.size < 2)) return true;
    // who was connected with a record of that clinic before, is again with the same
    if (one.kind === 'clinic') this.restore(one);
    one.status = 'approved';
    if (one.kind === 'record') this.wasLinked.add(one.record!);
    return true;
  }
  private restore(one: Sent): void {
    const former = [...this.wasLinked].find((record) => RECORDS[record][0] === one.person && RECORDS[record][1] === one.clinic);
    if (former && !this.gone.has(former) && !this.isLinked(former)) one.record = former;
  }
  /** The patient and the clinic end all that connects them; who shares takes back what it shared. */
  private cancel(one: Sent, isSender: boolean, isSharing: boolean): boolean {
    if (one.status === 'cancelled') return true; // harmless twice
    if (one.status !== 'approved' && !(one.status === 'open' && isSender)) return false;
    if (one.status === 'approved') {
      const between = this.sent.filter(({ person, clinic }) => person === one.person && clinic === one.clinic);
      for (const other of between) {
        const isSame = other.kind === one.kind && other.record === one.record;
        const isYes = other.kind === 'clinic' || other.yes.has('patient');
        if (other.status === 'approved' && (!isSharing || isSame)) other.status = 'cancelled';
        // a yes from before connects nothing afterwards
        if (other.status === 'open' && !isSharing && isYes) other.status = 'cancelled';
      }
    }
    one.status = 'cancelled';
    return true;
  }
}

interface Answer {
  id: string;
  /** Of a refusal. */
  code: string;
  records?: { patient_id: string }[];
  items?: { patient_id: string }[];
}

interface Invited {
  id: string;
  email?: string;
  to?: Person;
}

/** The same world in front of the running application. */
const open = async () => {
  const clinics = {} as Record<Clinic, { id: string; doctor: Account }>;
  const people = {} as Record<Person, Account>;
  const records = {} as Record<RecordName, string>;
  for (const clinic of CLINICS) {
    const id = await addClinic(clinic);
    clinics[clinic] = { id, doctor: await addPerson(['Doctor'], id) };
  }
  for (const person of ['p', 'q'] as const) people[person] = await addPerson(['Patient'], null);
  for (const [record, [, clinic]] of Object.entries(RECORDS)) {
    records[record as RecordName] = await addRecord(clinics[clinic].id, { first_name: 'Ada', last_name: 'Quill' });
  }
  for (const record of Object.keys(RECORDS) as RecordName[]) {
    const of = { patient_id: records[record], organization_id: clinics[RECORDS[record][1]].id };
    await addDiagnosis(kernel, of, 'Secretosis', 'x');
  }
  await kernel.runner.settled();
  const nameOf = (id: string) => (Object.keys(RECORDS) as RecordName[]).find((record) => records[record] === id);
  const who = (one: Person | Clinic) => (one === 'p' || one === 'q' ? people[one] : clinics[one].doctor);
  const call = async (method: 'GET' | 'PUT', url: string, by: Person | Clinic, payload?: object) => {
    const { status, body } = await ask<Partial<Answer> | undefined>(method, url, who(by), payload);
    return { isFine: status < 300, body: body ?? {} };
  };
  const sent: Invited[] = [];
  /** The link of the mail is its addressee's alone; everybody else names the invitation by its id. */
  const address = async ({ id, email, to }: Invited, by: Person | Clinic) => {
    if (email === undefined || to !== by) return id;
    const mails = (await kernel.mail.outbox())!.filter(({ to }) => to === email);
    return mails.map(({ text }) => /receiveinvitation\/([\w.-]+)/.exec(text)![1]!).find((found) => found.startsWith(id)) ?? id;
  };
  const path = '/api/patient-invitations/invitation';
  const send = async (by: Person | Clinic, url: string, payload: object, mailed?: { email: string; to: Person }) => {
    const { isFine, body } = await call('PUT', url, by, payload);
    if (isFine && !sent.some(({ id }) => id === body.id)) sent.push({ id: body.id!, ...mailed });
    return isFine;
  };
  return {
    reads: async (by: Person | Clinic, record: RecordName) => (await call('GET', `/api/patients/${records[record]}`, by)).isFine,
    /** By what the guard found, and by the rows that are answered. */
    combined: async (by: Person | Clinic, record: RecordName) => {
      const found = await call('GET', `/api/patients/${records[record]}?all_clinics=true`, by);
      const listed = await call('GET', `/api/diagnoses?patient_id=${records[record]}&all_clinics=true`, by);
      const rows = (listed.body.items ?? []).map(({ patient_id }) => nameOf(patient_id));
      return { records: (found.body.records ?? []).map(({ patient_id }) => nameOf(patient_id)).sort(), rows: rows.sort() };
    },
    step: async (step: Step): Promise<boolean> => {
      const done = await act(step);
      await followed();
      return done;
    },
  };
  async function act(step: Step): Promise<boolean> {
    switch (step.do) {
      case 'invite': {
        const [person, clinic] = RECORDS[step.record];
        const { email } = people[person];
        return send(clinic, `${path}/invite`, { patient_id: records[step.record], email }, { email, to: person });
      }
      case 'ask':
        return send(step.person, `${path}/organization/invite`, { organization_id: clinics[step.clinic].id });
      case 'share': {
        const payload = { organization_id: clinics[step.clinic].id, patient_id: records[step.record] };
        return send(RECORDS[step.record][1], `${path}/organization/invite`, payload);
      }
      case 'erase':
        await orderErasure(kernel, { patient_id: records[step.record], reason: 'asked for' }, CLI, randomUUID());
        return true;
      default: {
        const one = sent[step.which % Math.max(1, sent.length)];
        if (one === undefined) return false;
        const url = `${path}/${await address(one, step.by)}/${step.do}`;
        const answer = await call('PUT', url, step.by);
        // a clinic that never had a record of the person accepts without one
        return (answer.body.code === 'record-needed' ? await call('PUT', url, step.by, { create_patient: false }) : answer).isFine;
      }
    }
  }
};

const records = fc.constantFrom(...(Object.keys(RECORDS) as RecordName[]));
const clinicOf = fc.constantFrom(...CLINICS);
const personOf = fc.constantFrom<Person>('p', 'q');
const stepOf: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('invite' as const), record: records }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('ask' as const), person: personOf, clinic: clinicOf }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('share' as const), record: records, clinic: clinicOf }) },
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'approve' as const,
        'approve' as const,
        'approve' as const,
        'reject' as const,
        'cancel' as const,
        'resend' as const,
      ),
      by: fc.oneof(personOf, clinicOf),
      which: fc.nat(5),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('erase' as const), record: records }) },
);

it('whatever is invited, approved, rejected, cancelled, sent again and erased: everybody reads exactly what consent covers', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stepOf, { minLength: 8, maxLength: 20 }), async (steps) => {
      const [model, real] = [new Model(), await open()];
      for (const [n, step] of steps.entries()) {
        expect([n, step, await real.step(step)]).toEqual([n, step, model.step(step)]);
        for (const record of Object.keys(RECORDS) as RecordName[])
          for (const who of ['p', 'q', ...CLINICS] as const) {
            expect([n, step, who, record, await real.reads(who, record)]).toEqual([n, step, who, record, model.reads(who, record)]);
            const shown = model.combined(who, record).sort();
            expect([n, step, who, record, await real.combined(who, record)]).toEqual([
              n,
              step,
              who,
              record,
              { records: shown, rows: shown },
            ]);
          }
      }
    }),
    { numRuns: 8, endOnFailure: true },
  );
}, 120_000);
