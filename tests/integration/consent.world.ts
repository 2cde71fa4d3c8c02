import { randomUUID } from 'node:crypto';
import { orderErasure } from '#services/records/erasures/erasures.handlers';
import { addClinic, addPerson, addRecord, call as ask, kernel, type Person as Account } from './clinics.ts';
import {
  type Answer,
  type Clinic,
  CLINICS,
  type DrawnStep,
  NAMES,
  type Person,
  READERS,
  type RecordName,
  RECORDS,
  type Shown,
  type Step,
} from './consent.model.ts';
import { addDiagnosis, CLI } from './kernel.ts';

interface Body {
  id: string;
  /** Of a refusal. */
  code: string;
  records?: { patient_id: string }[];
  items?: { patient_id: string }[];
}

interface Invited {
  id: string;
  patient: Person;
  clinic: Clinic;
  'sharing-clinic'?: Clinic;
  /** The patient's address, where the link goes by mail. */
  email?: string;
}

/** The people, clinics and records of the model in the running application. */
export const openWorld = async () => {
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
  for (const record of NAMES) {
    const of = { patient_id: records[record], organization_id: clinics[RECORDS[record][1]].id };
    await addDiagnosis(kernel, of, 'Secretosis', 'x');
  }
  await kernel.runner.settled();
  const nameOf = (id: string) => NAMES.find((record) => records[record] === id)!;
  const who = (one: Person | Clinic) => (one === 'p' || one === 'q' ? people[one] : clinics[one].doctor);
  const call = async (method: 'GET' | 'PUT', url: string, by: Person | Clinic, payload?: object) => {
    const { status, body } = await ask<Partial<Body> | undefined>(method, url, who(by), payload);
    return { isFine: status < 300, body: body ?? {} };
  };
  const sent: Invited[] = [];
  /** The link of the mail is its addressee's alone; everybody else names the invitation by its id. */
  const address = async ({ id, email, patient }: Invited, by: Person | Clinic) => {
    if (email === undefined || patient !== by) return id;
    const mails = (await kernel.mail.outbox())!.filter(({ to }) => to === email);
    return mails.map(({ text }) => /receiveinvitation\/([\w.-]+)/.exec(text)![1]!).find((found) => found.startsWith(id)) ?? id;
  };
  const path = '/api/patient-invitations/invitation';
  const send = async (by: Person | Clinic, url: string, payload: object, parties: Omit<Invited, 'id'>) => {
    const { isFine, body } = await call('PUT', url, by, payload);
    if (isFine && !sent.some(({ id }) => id === body.id)) sent.push({ id: body.id!, ...parties });
    return { isFine, ...(isFine && { id: body.id! }) };
  };
  /** By what the guard found, and by the rows that are answered. */
  const combined = async (by: Person | Clinic, record: RecordName) => {
    const found = await call('GET', `/api/patients/${records[record]}?all_clinics=true`, by);
    const listed = await call('GET', `/api/diagnoses?patient_id=${records[record]}&all_clinics=true`, by);
    const rows = (listed.body.items ?? []).map(({ patient_id }) => nameOf(patient_id));
    return { records: (found.body.records ?? []).map(({ patient_id }) => nameOf(patient_id)).sort(), rows: rows.sort() };
  };
  return {
    reads: async (by: Person | Clinic, record: RecordName) => (await call('GET', `/api/patients/${records[record]}`, by)).isFine,
    /** By reader and record; throws where the guard and the rows differ. */
    shown: async (): Promise<Shown> => {
      const shown: Shown = {};
      for (const [who, record] of READERS) {
        const { records: allowed, rows } = await combined(who, record);
        expect([who, record, rows]).toEqual([who, record, allowed]);
        shown[`${who} ${record}`] = allowed;
      }
      return shown;
    },
    /** Names the invitation by its id, and who replies. */
    resolve: (drawn: DrawnStep): Step => {
      if (!('which' in drawn)) return drawn;
      const one = sent.at(drawn.which % Math.max(1, sent.length));
      const by = drawn.by === 'patient' || drawn.by === 'clinic' || drawn.by === 'sharing-clinic' ? one?.[drawn.by] : drawn.by;
      return { do: drawn.do, by: by ?? 'p', invitation: one?.id };
    },
    act,
  };
  async function act(step: Step): Promise<Answer> {
    switch (step.do) {
      case 'invite': {
        const [person, clinic] = RECORDS[step.record];
        const { email } = people[person];
        return send(clinic, `${path}/invite`, { patient_id: records[step.record], email }, { patient: person, clinic, email });
      }
      case 'ask':
        return send(
          step.person,
          `${path}/organization/invite`,
          { organization_id: clinics[step.clinic].id },
          { patient: step.person, clinic: step.clinic },
        );
      case 'share': {
        const payload = { organization_id: clinics[step.clinic].id, patient_id: records[step.record] };
        const [patient, sharing] = RECORDS[step.record];
        return send(sharing, `${path}/organization/invite`, payload, { patient, clinic: step.clinic, 'sharing-clinic': sharing });
      }
      case 'erase':
        await orderErasure(kernel, { patient_id: records[step.record], reason: 'asked for' }, CLI, randomUUID());
        return { isFine: true };
      default: {
        const one = sent.find(({ id }) => id === step.invitation);
        if (one === undefined) return { isFine: false };
        const url = `${path}/${await address(one, step.by)}/${step.do}`;
        const { isFine, body } = await call('PUT', url, step.by);
        if (body.code !== 'record-needed') return { isFine };
        // a clinic that never had a record of the person accepts without one
        return { ...(await call('PUT', url, step.by, { create_patient: false })), withoutRecord: true };
      }
    }
  }
};
