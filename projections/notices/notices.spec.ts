import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { get as httpGet, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Notice } from '#contracts/wire/notices';
import { readToken } from '#infra/event-store/position-token';
import { openReadApp, type ReadApp } from '#tests/support/read-side';
import { Access } from '#infra/access/access';
import { StoreUnavailable } from '#infra/event-store/event-store';
import { Notices } from './notices.ts';
import { NoticesModule } from './notices.controller.ts';

/** One screen listening over HTTP. */
interface Line {
  response: IncomingMessage;
  notices: Notice[];
  text: () => string;
  ended: Promise<void>;
}

describe('decision 3.17: notices', () => {
  let app: ReadApp;
  let clinic: string;
  let otherClinic: string;
  const lines: Line[] = [];
  const patient_id = randomUUID();

  const listen = async ({ authorization }: { authorization: string }): Promise<Line> => {
    const { port } = app.app.getHttpServer().address() as AddressInfo;
    const request = httpGet({ port, host: '127.0.0.1', path: '/api/notices', headers: { authorization }, agent: false });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const notices: Notice[] = [];
    let text = '';
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => {
      text += chunk;
      for (const match of chunk.matchAll(/^data: (.*)$/gm)) notices.push(JSON.parse(match[1]!) as Notice);
    });
    response.on('error', () => undefined);
    const line = { response, notices, text: () => text, ended: once(response, 'close').then(() => undefined) };
    lines.push(line);
    return line;
  };
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  const removed = { type: 'PatientRemoved', data: { patient_id, comment: 'Jane Roe' } };
  const append = (organization_id: string | undefined, of: string | undefined, event: object = removed, item: string = randomUUID()) =>
    app.log.append(`anything-${item}`, [event as typeof removed], 'no-stream', {
      command_id: randomUUID(),
      actor: { system: 'test' },
      ...(organization_id && { organization_id }),
      ...(of && { patient_id: of }),
    });
  const parameter = {
    type: 'LabParameterAdded',
    data: {
      parameter_id: randomUUID(),
      aliases: ['Creatinine'],
      normalization_type: 'Arithmetic',
      scale_divider: 1,
      is_default: false,
      ignored_during_validation: false,
      unit: 'mg/dL',
      usual_ranges: [],
      status: 'Approved',
    },
  };

  beforeAll(async () => {
    app = await openReadApp([NoticesModule]);
    await app.app.listen(0, '127.0.0.1');
    clinic = await app.addClinic();
    otherClinic = await app.addClinic();
  });
  afterEach(async () => {
    for (const { response } of lines.splice(0)) response.destroy();
    await until(() => app.notices.listening === 0);
  });
  afterAll(() => app.close());

  it('tell slice, position, record and, to the staff, the items, and nothing else, to the clinic and to the patient whose record it is', async () => {
    const doctor = await listen(await app.signIn(['Doctor'], clinic));
    const patient = await listen(await app.signIn(['Patient'], null, [patient_id]));
    const item = randomUUID();
    const { position } = await append(clinic, patient_id, removed, item);
    await until(() => doctor.notices.length > 0 && patient.notices.length > 0);
    expect(doctor.response.headers).toMatchObject({ 'content-type': 'text/event-stream; charset=utf-8' });
    expect(doctor.notices[0]).toEqual({ slice: 'patients', position: expect.any(String), patient_id, items: [item] });
    expect(doctor.notices[0]!.slice).toBe('patients');
    expect(readToken(doctor.notices[0]!.position)).toEqual({ log_id: app.store.log_id, position });
    const { items: _items, ...known } = doctor.notices[0]!;
    expect(patient.notices).toEqual([known]);
    expect(doctor.text()).not.toMatch(/Roe|PatientRemoved/);
  });

  it('are silence for another clinic, another patient and the super user', async () => {
    const outsiders = [
      await listen(await app.signIn(['Doctor'], otherClinic)),
      await listen(await app.signIn(['Patient'], null, [randomUUID()])),
      await listen(await app.signIn(['SuperUser'], null)),
    ];
    const insider = await listen(await app.signIn(['Assistant'], clinic));
    await append(clinic, patient_id);
    await until(() => insider.notices.length > 0);
    // what everybody hears of comes later: whatever was to be told of the patient was told before
    await append(undefined, undefined, parameter);
    await until(() => outsiders.every(({ notices }) => notices.length > 0));
    for (const { notices } of outsiders) expect(notices.map(({ slice }) => slice)).toEqual(['lab-parameters']);
  });

  it('ruling 44: are silence for the staff of a clinic that was rejected', async () => {
    const rejected = await app.addClinic();
    const [line, everybody] = [await listen(await app.signIn(['Doctor'], rejected)), await listen(await app.signIn(['Doctor'], clinic))];
    const decided = { type: 'OrganizationStatusDecided', data: { organization_id: rejected, status: 'Rejected' } };
    await app.log.append(`organization-${rejected}`, [decided], 'any', {
      ...{ command_id: randomUUID(), actor: { system: 'test' }, organization_id: rejected },
    });
    await append(rejected, randomUUID());
    await append(undefined, undefined, parameter);
    await until(() => line.notices.length > 0 && everybody.notices.length > 0);
    expect(line.notices.map(({ slice }) => slice)).toEqual(['lab-parameters']);
  });

  it('tell a patient of the own account, and no other patient', async () => {
    const patient = await app.signIn(['Patient'], null);
    const [own, other] = [await listen(patient), await listen(await app.signIn(['Patient'], null))];
    const { user_id } = patient;
    const context = { command_id: randomUUID(), actor: { system: 'test' } };
    await app.log.append(`user-${user_id}`, [{ type: 'EmailChangeWithdrawn', data: { user_id } }], 'any', context);
    await until(() => own.notices.length > 0);
    expect(own.notices).toEqual([{ slice: 'accounts', position: expect.any(String) }]);
    // what everybody hears of comes later
    await append(undefined, undefined, { ...parameter, data: { ...parameter.data, parameter_id: randomUUID() } });
    await until(() => other.notices.length > 0);
    expect(other.notices.map(({ slice }) => slice)).toEqual(['lab-parameters']);
  });

  it('tell what one person is told to that person alone, also where others of the clinic and a super user listen', async () => {
    const [doctor, colleague, root] = [
      await app.signIn(['Doctor'], clinic),
      await app.signIn(['Doctor'], clinic),
      await app.signIn(['SuperUser'], null),
    ];
    const [own, ...others] = [await listen(doctor), await listen(colleague), await listen(root)];
    const { user_id } = doctor;
    const raised = { notification_id: randomUUID(), user_id, kind: 'ReadingFinished', report_id: randomUUID() };
    const context = { command_id: randomUUID(), actor: { system: 'test' } };
    await app.log.append(`notifications-${user_id}`, [{ type: 'NotificationRaised', data: raised }], 'any', context);
    await until(() => own!.notices.length > 0);
    expect(own!.notices.map(({ slice, items }) => [slice, items])).toEqual([['notifications', undefined]]);
    // what everybody hears of comes later
    await append(undefined, undefined, { ...parameter, data: { ...parameter.data, parameter_id: randomUUID() } });
    await until(() => others.every(({ notices }) => notices.length > 0));
    for (const { notices } of others) expect(notices.map(({ slice }) => slice)).toEqual(['lab-parameters']);
  });

  it('tell that a connection ended to the person and to the doctors of the clinics that are connected, it included, and to nobody else', async () => {
    const person = await app.signIn(['Patient'], null);
    const [ended, strange] = [otherClinic, await app.addClinic()];
    const context = () => ({ command_id: randomUUID(), actor: { system: 'test' } });
    const { user_id } = person;
    const [stays, ends] = [clinic, ended].map((organization_id) => ({ user_id, organization_id, invitation_id: randomUUID() }));
    const shows = { patient_id: null, shown: null };
    for (const grant of [stays, ends]) {
      await app.log.append(`connections-${user_id}`, [{ type: 'ClinicConnected', data: { ...grant, ...shows } }], 'any', context());
    }
    const concerned = [person, await app.signIn(['Doctor'], clinic), await app.signIn(['Doctor'], ended)];
    const strangers = [await app.signIn(['Doctor'], strange), await app.signIn(['Assistant'], clinic)];
    const [own, still, former] = (await Promise.all(concerned.map(listen))) as [Line, Line, Line];
    const others = await Promise.all(strangers.map(listen));
    const tellEverybody = async () => {
      await append(undefined, undefined, { ...parameter, data: { ...parameter.data, parameter_id: randomUUID() } });
      await until(() => [own, still, former, ...others].every(({ notices }) => notices.at(-1)?.slice === 'lab-parameters'));
    };
    await app.log.append(`connections-${user_id}`, [{ type: 'ClinicDisconnected', data: ends! }], 'any', context());
    await tellEverybody();
    expect([own, still, former].map(({ notices }) => notices.map(({ slice }) => slice))).toEqual(
      Array(3).fill(['connections', 'lab-parameters']),
    );
    for (const { notices } of others) expect(notices.map(({ slice }) => slice)).toEqual(['lab-parameters']);
    expect(still.notices[0]).toEqual({ slice: 'connections', position: expect.any(String) });

    // from then on the clinic that was left hears nothing
    await app.log.append(`connections-${user_id}`, [{ type: 'ClinicDisconnected', data: stays! }], 'any', context());
    await until(() => own.notices.length === 3 && still.notices.length === 3);
    await append(undefined, undefined, { ...parameter, data: { ...parameter.data, parameter_id: randomUUID() } });
    await until(() => former.notices.length === 3);
    expect(former.notices.map(({ slice }) => slice)).toEqual(['connections', 'lab-parameters', 'lab-parameters']);
  });

  it('come to every tab, and a burst comes as one', async () => {
    const person = await app.signIn(['Doctor'], clinic);
    const tabs = [await listen(person), await listen(person), await listen(person)];
    const appended = await Promise.all(Array.from({ length: 60 }, () => append(clinic, patient_id)));
    const last = appended
      .map(({ position }) => position)
      .toSorted()
      .at(-1);
    const reached = ({ notices }: Line): boolean => readToken(notices.at(-1)?.position ?? '')?.position === last;
    await until(() => tabs.every(reached));
    for (const { notices } of tabs) expect(notices.length).toBeLessThan(20);
  });

  it('end with the session, and with the person', async () => {
    const leaving = await app.signIn(['Doctor'], clinic);
    const dismissed = await app.signIn(['Assistant'], clinic);
    const staying = await listen(await app.signIn(['Doctor'], clinic));
    const [left, gone] = [await listen(leaving), await listen(dismissed)];
    await app.signOut(leaving.session_id);
    await left.ended;
    const context = { command_id: randomUUID(), actor: { system: 'test' } };
    const removal = { type: 'UserRemoved', data: { user_id: dismissed.user_id } };
    await app.log.append(`user-${dismissed.user_id}`, [removal], 'stream-exists', { ...context, organization_id: clinic });
    await gone.ended;
    await until(() => staying.notices.length > 0);
    expect(staying.notices.map(({ slice }) => slice)).toEqual(['accounts']);
    await append(clinic, patient_id);
    await until(() => staying.notices.length > 1);
    expect(left.notices).toEqual([]);
  });

  it.each([
    ['a change of the password', { type: 'PasswordChanged', data: { password_hash: 'x' } }],
    ['signing out everywhere', { type: 'SessionsEnded', data: {} }],
    ['a second factor', { type: 'SecondFactorConfirmed', data: { recovery_codes: [] } }],
    ['a lock', { type: 'UserLocked', data: {} }],
  ])('end at once with %s in another session', async (_, { type, data }) => {
    const person = await app.signIn(['Doctor'], clinic);
    const line = await listen(person);
    const session_id = type === 'UserLocked' ? undefined : randomUUID();
    const event = { type, data: { user_id: person.user_id, ...data, ...(session_id && { session_id }) } };
    const context = { command_id: randomUUID(), actor: { system: 'test' }, organization_id: clinic };
    await app.log.append(`user-${person.user_id}`, [event], 'stream-exists', context);
    await line.ended;
  });

  it('say nothing of sign-ins and reservations', async () => {
    const line = await listen(await app.signIn(['Doctor'], clinic));
    const before = line.notices.length;
    const session_id = randomUUID();
    await append(clinic, undefined, { type: 'SignedIn', data: { session_id, user_id: randomUUID() } });
    await append(clinic, undefined, { type: 'ValueReserved', data: { kind: 'username', owner_id: randomUUID(), owner_stream: 'user-1' } });
    await append(clinic, patient_id);
    await until(() => line.notices.length > before);
    expect(line.notices.map(({ slice }) => slice).filter((slice) => slice !== 'accounts')).toEqual(['patients']);
  });

  describe('with a log that answers slowly, or not', () => {
    const heard = (notices: Notices, session_id: string) => {
      const line = { text: '', isEnded: false };
      notices.open(session_id, {
        write: (text) => {
          line.text += text;
          return true;
        },
        onDrain: () => undefined,
        end: () => (line.isEnded = true),
      });
      return line;
    };
    /** @param access what it answers otherwise than on this log */
    const following = async (access: Partial<Access>, test: (notices: Notices) => Promise<void>): Promise<void> => {
      const notices = new Notices(app.log, Object.assign(new Access(app.log), access), { gather: 1 });
      notices.start();
      await test(notices).finally(() => notices.stop());
    };

    it('do not wait for what is asked about another session', async () => {
      const slow = await app.signIn(['Doctor'], clinic);
      const quick = await Promise.all(Array.from({ length: 20 }, () => app.signIn(['Doctor'], clinic)));
      const real = new Access(app.log);
      let isTold = (): void => undefined;
      const told = new Promise<void>((resolve) => (isTold = resolve));
      const actor: Access['actor'] = async (session_id) => {
        if (session_id === slow.session_id) await told;
        return real.actor(session_id);
      };
      await following({ actor }, async (notices) => {
        const [later, ...others] = [slow, ...quick].map(({ session_id }) => heard(notices, session_id));
        await append(clinic, patient_id);
        await until(() => others.every(({ text }) => text.includes('"patients"')));
        const before = later!.text;
        isTold();
        await until(() => later!.text.includes('"patients"'));
        expect(before).not.toContain('"patients"');
      });
    });

    it('end the line of a session whose rights cannot be read, and go on for the others', async () => {
      const [doctor, stranger] = [await app.signIn(['Doctor'], clinic), await app.signIn(['Doctor'], otherClinic)];
      const isConnected = () => Promise.reject(new StoreUnavailable('the event store does not answer'));
      await following({ isConnected }, async (notices) => {
        const [own, other] = [heard(notices, doctor.session_id), heard(notices, stranger.session_id)];
        await append(clinic, patient_id);
        await until(() => other.isEnded);
        await append(clinic, patient_id);
        await until(() => own.text.split('"patients"').length > 2);
        expect({ isEnded: own.isEnded, strange: other.text.includes('"patients"') }).toEqual({ isEnded: false, strange: false });
      });
    });

    it('tell a doctor of a connected clinic of reports that are shown there', async () => {
      const doctor = await app.signIn(['Doctor'], otherClinic);
      await following({ isConnected: () => Promise.resolve(true) }, async (notices) => {
        const line = heard(notices, doctor.session_id);
        const withdrawn_by = { system: 'County hospital', reference: 'DiagnosticReport/1', version: '2' };
        const data = { report_id: randomUUID(), patient_id, withdrawn_by };
        await append(clinic, patient_id, { type: 'ExternalReportWithdrawn', data });
        await append(undefined, undefined, { ...parameter, data: { ...parameter.data, parameter_id: randomUUID() } });
        await until(() => line.text.includes('"lab-parameters"'));
        expect(line.text).toContain('"external-reports"');
        expect(line.text).not.toContain(data.report_id);
      });
    });

    it('are silence where the rights are damaged, and go on', async () => {
      const stranger = await app.signIn(['Doctor'], otherClinic);
      await following({ isConnected: () => Promise.reject(new Error('not what was recorded')) }, async (notices) => {
        const line = heard(notices, stranger.session_id);
        await append(clinic, patient_id);
        await append(undefined, undefined, { ...parameter, data: { ...parameter.data, parameter_id: randomUUID() } });
        await until(() => line.text.includes('"lab-parameters"'));
        expect({ isEnded: line.isEnded, patients: line.text.includes('"patients"') }).toEqual({ isEnded: false, patients: false });
      });
    });
  });

  it('are refused without a session', async () => {
    const { port } = app.app.getHttpServer().address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/api/notices`);
    expect(answer.status).toBe(401);
  });
});
