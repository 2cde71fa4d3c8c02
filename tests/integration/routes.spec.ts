import { randomUUID } from 'node:crypto';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Role } from '#contracts/people/accounts';
import { policy, type Rule } from '#contracts/policy';
import { positionToken } from '#infra/event-store/position-token';
import { routesOf } from '#infra/http/policy';
import { Tokens } from '#infra/http/tokens';
import type { Kernel } from '#services/cli/kernel';
import { handleAccount, passwordReset, registration } from '#services/records/accounts/accounts.handlers';
import { handleOrganization } from '#services/records/organizations/organizations.handlers';
import { invitation } from '#services/records/invitations/invitations.decider';
import { completeIntake } from '#tests/support/intake-rules';
import { validatedRow } from '#tests/support/report-events';
import { addDiagnosis, addExamination, addIntake, addPatient, addReport, addResult, CLI, openApplication } from './kernel.ts';

const PASSWORD = 'correct horse';
/** Nobody but the staff of the one clinic and the patient itself may ever be answered one of these. */
const SECRETS = ['Zyzzyva', 'Quixotry', '987654', '1961-03-09', 'Secretosis', 'Whispered', 'hushed.pdf', 'Lindenhof people'];
/** Stands in drafts: for the staff of the clinic alone. */
const UNCHECKED = 'Notyetchecked';

interface Person {
  roles: Role[];
  organization_id: string | null;
  patient_ids: string[];
  user_id: string;
  authorization?: string;
  /** The session is over: nothing is answered any more. */
  isOver?: boolean;
}

let app: NestFastifyApplication;
let kernel: Kernel;
let stop: () => Promise<void>;
const people = new Map<string, Person>();
const made = {
  ...{ clinic: '', elsewhere: '', patient: '', other: '', result: '', intake: '', diagnosis: '', comment: '', examination: '' },
  ...{ report: '', page: '', template: '', username: '', suggested: '', pulse: '', invitation: '' },
};

interface Call {
  method: string;
  url: string;
  headers?: Record<string, string>;
  payload?: unknown;
}
const send = async ({ method, url, headers = {}, payload }: Call, who?: Person) => {
  const authorization = who?.authorization === undefined ? {} : { authorization: who.authorization };
  const answer = await app.inject({ method: method as 'GET', url, headers: { ...headers, ...authorization }, payload: payload as object });
  return { status: answer.statusCode, text: answer.body };
};

const signIn = async (name: string, roles: Role[], organization_id: string | null, patient_ids: string[] = []): Promise<Person> => {
  const username = `${name.replaceAll(/\W+/g, '-')}-${randomUUID()}`;
  const last_name = organization_id === made.clinic ? 'Lindenhof people' : 'Others';
  const user = { username, password: PASSWORD, roles, organization_id, first_name: 'Ada', last_name, email: 'ada@example.org' };
  const facts = { ...user, phone_number: '+41310000001', occupations: [] };
  const { id: user_id } = await handleAccount(kernel, await registration(facts, randomUUID(), { patient_ids }), CLI);
  const answer = await send({ method: 'POST', url: '/api/token', payload: { username, password: PASSWORD } });
  const { token } = JSON.parse(answer.text) as { token: string };
  const person = { roles, organization_id, patient_ids, user_id, authorization: `Bearer ${token}` };
  people.set(name, person);
  return person;
};

beforeAll(async () => {
  ({ kernel, app, stop } = await openApplication());

  const addClinic = async (name: string) => {
    const organization_id = randomUUID();
    const facts = { status: 'Approved', ...aClinic(name) } as const;
    await handleOrganization(
      kernel.streams,
      { type: 'RegisterOrganization', command_id: randomUUID(), data: { organization_id, ...facts } },
      CLI,
    );
    return organization_id;
  };
  [made.clinic, made.elsewhere] = [await addClinic('Lindenhof'), await addClinic('Elsewhere')];
  const person = { organization_id: made.clinic, first_name: 'Zyzzyva', last_name: 'Quixotry', date_of_birth: '1961-03-09T00:00:00' };
  made.patient = await addPatient(kernel, { ...person, social_security_number: '900-98-7654' }, 'Whispered');
  made.other = await addPatient(kernel, {
    ...{ organization_id: made.clinic, first_name: 'Olga', last_name: 'Others', date_of_birth: '1970-01-01T00:00:00' },
    social_security_number: '900-11-1111',
  });

  made.username = `colleague-${randomUUID()}`;
  const colleague = { username: made.username, password: PASSWORD, roles: ['Assistant' as const], organization_id: made.clinic };
  const said = { first_name: 'Cora', last_name: 'Others', email: 'cora@example.org', phone_number: '+41310000001', occupations: [] };
  await handleAccount(kernel, await registration({ ...colleague, ...said }, randomUUID()), CLI);
  await signIn('super user', ['SuperUser'], null);
  await signIn('administrator', ['OrganizationAdmin'], made.clinic);
  const doctor = await signIn('doctor', ['Doctor'], made.clinic);
  await signIn('assistant', ['Assistant'], made.clinic);
  await signIn('patient', ['Patient'], null, [made.patient]);
  await signIn('patient of another record', ['Patient'], null, [made.other]);
  await signIn('patient of no record', ['Patient'], null);
  await signIn('doctor elsewhere', ['Doctor'], made.elsewhere);
  await signIn('administrator elsewhere', ['OrganizationAdmin'], made.elsewhere);
  await signIn('doctor elsewhere who is the patient', ['Doctor', 'Patient'], made.elsewhere, [made.patient]);
  people.set('nobody', { roles: [], organization_id: null, patient_ids: [], user_id: '', isOver: true });
  const over = async (name: string, end: (person: Person) => Promise<unknown>) => {
    const ended = await signIn(name, ['Doctor'], made.clinic);
    await end(ended);
    people.set(name, { ...ended, isOver: true });
  };
  await over('somebody signed out', (who) => send({ method: 'DELETE', url: '/api/token' }, who));
  await over('somebody removed', ({ user_id }) =>
    handleAccount(kernel, { type: 'RemoveUser', command_id: randomUUID(), data: { user_id, version: 0 } }, CLI),
  );
  await over('somebody whose password was changed', async ({ user_id }) => {
    for await (const { event } of kernel.log.read(`user-${user_id}`) as AsyncIterable<{ event: { data: { username: string } } }>) {
      await handleAccount(kernel, await passwordReset(kernel, event.data.username, 'another password', randomUUID()), CLI);
      return;
    }
  });
  const expired = await new Tokens(kernel.keys, -1).issue(randomUUID());
  people.set('an expired token', { ...doctor, authorization: `Bearer ${expired.token}`, isOver: true });

  const scope = { patient_id: made.patient, organization_id: made.clinic };
  const create = async (url: string, payload: object, name = 'doctor') => {
    const answer = await send({ method: 'POST', url, payload }, people.get(name));
    if (answer.status !== 201) throw new Error(answer.text);
    return (JSON.parse(answer.text) as { id: string }).id;
  };
  made.pulse = await create('/api/measurement-parameters', aParameter('Heart rate'), 'super user');
  made.result = await addResult(kernel, scope, '1.1', 'Whispered');
  made.intake = await addIntake(kernel, scope, 'Whispered');
  ({ diagnosis_id: made.diagnosis, comment_id: made.comment } = await addDiagnosis(kernel, scope, 'Secretosis', 'Whispered'));
  made.examination = await addExamination(kernel, scope, 'Whispered');
  const named = { first_name: 'Zyzzyva', last_name: 'Quixotry', date_of_birth: '1961-03-09' };
  const page = { says: { patient_first_name: 'Zyzzyva' }, validated: { patient_id: made.patient, ...named } };
  const upload = await addReport(kernel, { organization_id: made.clinic, name: 'hushed.pdf', patient_id: made.patient }, [page]);
  [made.report, made.page] = [upload.report_id, upload.pages[0]!];
  const unchecked = { ...aResult(), patient_id: made.patient, draft: true };
  await create('/api/lab-results', { ...unchecked, parameters: [{ ...unchecked.parameters[0], name: UNCHECKED }] });
  await create('/api/examinations', { ...anExamination(), patient_id: made.patient, draft: true, note_writer: UNCHECKED });
  made.template = await create('/api/examination-templates', { name: 'Whispered', parameter_ids: [made.pulse] });
  made.suggested = await create('/api/measurement-parameters/suggest', aParameter('Suggested'));
  made.invitation = await addInvitation();
  await kernel.reactionRunner.settled();
  await kernel.runner.settled();
}, 60_000);
afterAll(() => stop());

/** To somebody who has no account. */
const addInvitation = async (): Promise<string> => {
  const invitation_id = randomUUID();
  const nobodys = { from_organization_id: null, user_id: null, clinic: null, code: null };
  const of = { invitation_id, invitation_type: 'ClinicInvitesPatient', organization_id: made.clinic, patient_id: made.patient } as const;
  const data = { ...of, ...nobodys, email: 'zyzzyva@example.org', first_name: 'Zyzzyva', last_name: 'Quixotry' };
  const command = { type: 'SendInvitation', command_id: randomUUID(), data } as const;
  await kernel.streams.transact(invitation, `invitation-${invitation_id}`, command, CLI, { organization_id: made.clinic });
  return invitation_id;
};

const aClinic = (name: string) => ({ name, address: 'x', city: 'x', zip: '3000', phone: '+41310000000', time_zone: 'UTC' });
const aParameter = (name: string) => ({
  name,
  description: 'x',
  normalization_type: 'NoNormalization',
  scale_divider: 1,
  options_config: [],
});
const aResult = () => ({
  ...{ collected: '2026-02-14T00:00:00', draft: false },
  parameters: [{ entry_id: 'a', parameter_id: null, name: 'CRP', value: '7', unit: 'mg/L', min: '0', max: '5' }],
});
const anExamination = () => ({
  ...{ collected: '2026-02-14T00:00:00', draft: false, note_writer: 'Whispered' },
  measurements: [{ entry_id: 'a', parameter_id: made.pulse, parameter_name: 'Heart rate', parameter_value: '70', unit: '/min' }],
});
const aDiagnosis = () => ({
  disease: { id: 'Z99', code: 'Z99', text: 'Secretosis' },
  time_from: '2026-02-14T00:00:00',
  time_to: null,
  draft: true,
});
const aPatient = () => ({
  ...{ first_name: 'Zyzzyva', last_name: 'Quixotry', sex: 'Female', date_of_birth: '1961-03-09T00:00:00', city_of_birth: 'Bern' },
  ...{ country_of_birth: 'Switzerland', social_security_number: '900-22-2222' },
});
const form = (fields: Record<string, string>, file: string, field = 'files') => {
  const parts = Object.entries(fields).map(([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  const upload = `--x\r\ncontent-disposition: form-data; name="${field}"; filename="${file}"\r\ncontent-type: application/pdf\r\n\r\n%PDF-\r\n`;
  return { headers: { 'content-type': 'multipart/form-data; boundary=x' }, payload: `${parts.join('')}${upload}--x--\r\n` };
};

/**
 * Whose what a call asks for is. `record`: the one patient's, for its clinic and itself as the policy says. `clinic`: the clinic's, for its
 * staff. `invitation`: its clinic's, for its doctors. `account`: the patient's account's. `list`: whatever the caller's own clinic has. `shared`: everybody's. `own`: the caller's own account.
 */
type Of = 'record' | 'clinic' | 'list' | 'shared' | 'own' | 'invitation' | 'account';
/** [whose it is, address, body, what an allowed caller is answered where that is not success; 503: no lists of diseases and medications here] */
type Row = [Of, () => string, (() => Partial<Call> & { body?: unknown })?, number?];
const none = randomUUID();
const ofPatient = (path: string) => () => `${path}?patient_id=${made.patient}`;
const body = (make: () => unknown) => () => ({ body: make() });
const reason = (version = 0) => ({ version, comment: 'Whispered' });

const calls: Record<string, Row> = {
  'POST /api/token': ['own', () => '/api/token', body(() => ({ username: 'nobody-at-all', password: 'x' })), 401],
  'GET /api/token': ['own', () => '/api/token'],
  'DELETE /api/token': ['own', () => '/api/token'],
  'GET /api/configuration/:name': ['shared', () => '/api/configuration/read'],
  'GET /api/openapi.json': ['shared', () => '/api/openapi.json'],
  'GET /api/outbox': ['shared', () => '/api/outbox'],
  'POST /api/users/patient': [
    'shared',
    () => '/api/users/patient',
    body(() => ({
      ...{ first_name: 'New', last_name: 'Person', sex: 'Female', date_of_birth: '1970-01-01T00:00:00', city_of_birth: 'Bern' },
      ...{ country_of_birth: 'CH', social_security_number: '900-00-0001', phone_number: '+41310000009', hipaa_consent: true },
      ...{ username: `new-${randomUUID()}`, password: PASSWORD, email: 'new@example.org' },
    })),
  ],
  'PUT /api/users/verify/:code': ['shared', () => `/api/users/verify/${none}`, undefined, 422],
  'POST /api/users/verification': ['shared', () => '/api/users/verification', body(() => ({ username: 'nobody', password: 'x' }))],
  'POST /api/users/recover_password': ['shared', () => '/api/users/recover_password', body(() => ({ email: 'nobody@example.org' }))],
  'POST /api/users/reset_password': [
    'shared',
    () => '/api/users/reset_password',
    body(() => ({ email: 'nobody@example.org', token: none, password: PASSWORD })),
    422,
  ],
  'GET /api/files/consent/:name': ['shared', () => '/api/files/consent/hipaa?pageId=1'],
  'GET /api/health': ['shared', () => '/api/health'],
  'GET /api/notices': ['own', () => '/api/notices'],
  'GET /api/users': ['list', () => '/api/users'],
  'POST /api/users': [
    'clinic',
    () => '/api/users',
    body(() => ({
      ...{ username: `new-${randomUUID()}`, password: PASSWORD, roles: ['Doctor'], organization_id: made.clinic, first_name: 'A' },
      ...{ last_name: 'B', email: 'a@example.org', phone_number: '+41310000001' },
    })),
  ],
  'GET /api/users/:username': ['clinic', () => `/api/users/${made.username}`],
  'PUT /api/users/:username': [
    'clinic',
    () => `/api/users/${made.username}`,
    body(() => ({ first_name: 'A', last_name: 'B', email: 'a@example.org', version: 0 })),
  ],
  'PUT /api/users/:username/locked': [
    'clinic',
    () => `/api/users/${made.username}/locked`,
    body(() => ({ locked: true, version: 0 })),
    409,
  ],
  'PUT /api/users/:username/password': [
    'clinic',
    () => `/api/users/${made.username}/password`,
    body(() => ({ password: 'nine loud kettles' })),
  ],
  'DELETE /api/users/:username': ['clinic', () => `/api/users/${made.username}`, body(() => ({ version: 0 })), 409],
  'GET /api/users/kept-key': ['own', () => '/api/users/kept-key'],
  'PUT /api/users/password': [
    'own',
    () => '/api/users/password',
    body(() => ({ old_password: 'not this one', new_password: 'something else' })),
    422,
  ],
  'GET /api/organizations': ['list', () => '/api/organizations'],
  'POST /api/organizations': ['shared', () => '/api/organizations', body(() => ({})), 400],
  'GET /api/organizations/:id': ['clinic', () => `/api/organizations/${made.clinic}`],
  'PUT /api/organizations/:id': [
    'clinic',
    () => `/api/organizations/${made.clinic}`,
    body(() => ({ ...aClinic('Lindenhof'), status: 'Approved', version: 0 })),
  ],
  // one that has records is not removed
  'DELETE /api/organizations/:id': ['clinic', () => `/api/organizations/${made.clinic}`, body(() => ({ version: 0 })), 422],
  'GET /api/access-ledger': ['list', () => '/api/access-ledger'],
  'GET /api/access-ledger/export': ['list', () => '/api/access-ledger/export'],
  'GET /api/access-ledger/own': ['own', () => '/api/access-ledger/own?with_own=true'],
  'GET /api/access-ledger/own/export': ['own', () => '/api/access-ledger/own/export'],
  'GET /api/notifications': ['own', () => '/api/notifications'],
  'POST /api/notifications/tasks/read': ['own', () => '/api/notifications/tasks/read', body(() => ({ ids: [none] })), 404],
  'POST /api/notifications/tasks/dismiss': ['own', () => '/api/notifications/tasks/dismiss', body(() => ({ ids: [none] })), 404],
  'GET /api/occupations': ['shared', () => '/api/occupations'],
  'GET /api/occupations/:id': ['shared', () => `/api/occupations/${none}`, undefined, 404],
  'POST /api/occupations': ['shared', () => '/api/occupations', body(() => ({ name: `Made ${randomUUID()}` }))],
  'PUT /api/occupations/:id': ['shared', () => `/api/occupations/${none}`, body(() => ({ name: 'Changed' })), 404],
  'DELETE /api/occupations/:id': ['shared', () => `/api/occupations/${none}`, undefined, 404],
  'POST /api/token/second-step': ['own', () => '/api/token/second-step', body(() => ({ second_step: 'x', code: '123456' })), 401],
  'GET /api/users/sessions': ['own', () => '/api/users/sessions'],
  'DELETE /api/users/sessions': ['own', () => '/api/users/sessions', body(() => ({ keep_this: true }))],
  'POST /api/users/second-factor': ['own', () => '/api/users/second-factor', body(() => ({ password: 'not this one' })), 422],
  'PUT /api/users/second-factor': ['own', () => '/api/users/second-factor', body(() => ({ code: '123456' })), 409],
  'DELETE /api/users/second-factor': [
    'own',
    () => '/api/users/second-factor',
    body(() => ({ password: 'not this one', code: '123456' })),
    422,
  ],
  'GET /api/patients': ['list', () => '/api/patients?last_name=quix'],
  // nobody adds one without an agreement or an address
  'POST /api/patients': ['list', () => '/api/patients', body(() => ({ ...aPatient(), social_security_number: '900-33-3333' })), 422],
  'GET /api/patients/history': ['record', ofPatient('/api/patients/history')],
  'GET /api/patients/external-differences': ['record', ofPatient('/api/patients/external-differences')],
  'GET /api/record-looks/:patient_id': ['record', () => `/api/record-looks/${made.patient}`],
  'GET /api/record-looks/:patient_id/items': ['record', () => `/api/record-looks/${made.patient}/items`],
  'POST /api/record-looks/:patient_id': [
    'record',
    () => `/api/record-looks/${made.patient}`,
    body(() => ({ kind: 'history', until: positionToken(kernel.log.store.log_id, '0000000000000001') })),
  ],
  'GET /api/patients/:id': ['record', () => `/api/patients/${made.patient}`],
  'PUT /api/patients/:id': ['record', () => `/api/patients/${made.patient}`, body(() => ({ ...aPatient(), ...reason() }))],
  'DELETE /api/patients/:id': ['record', () => `/api/patients/${made.patient}`, body(() => reason(1))],
  'PUT /api/patient-invitations/invitation/invite': [
    'record',
    () => '/api/patient-invitations/invitation/invite',
    body(() => ({ patient_id: made.patient, email: 'zyzzyva@example.org' })),
    409,
  ],
  'PUT /api/patient-invitations/invitation/organization/invite': [
    'record',
    () => '/api/patient-invitations/invitation/organization/invite',
    body(() => ({ patient_id: made.patient, organization_id: made.elsewhere })),
  ],
  'PUT /api/patient-invitations/invitation/neworganization/invite': [
    'own',
    () => '/api/patient-invitations/invitation/neworganization/invite',
    body(() => ({ clinic_name: 'New', doctor_first_name: 'A', doctor_last_name: 'B', email_unknown: true, city: 'Bern' })),
  ],
  'GET /api/patient-invitations/invitation/:code': ['invitation', () => `/api/patient-invitations/invitation/${made.invitation}`],
  'PUT /api/patient-invitations/invitation/:code/received': [
    'invitation',
    () => `/api/patient-invitations/invitation/${made.invitation}/received`,
    undefined,
    404,
  ],
  'PUT /api/patient-invitations/invitation/:code/reject': [
    'invitation',
    () => `/api/patient-invitations/invitation/${made.invitation}/reject`,
    undefined,
    409,
  ],
  'PUT /api/patient-invitations/invitation/:code/approve': [
    'invitation',
    () => `/api/patient-invitations/invitation/${made.invitation}/approve`,
    undefined,
    409,
  ],
  'PUT /api/patient-invitations/invitation/:code/cancel': [
    'invitation',
    () => `/api/patient-invitations/invitation/${made.invitation}/cancel`,
  ],
  'PUT /api/patient-invitations/invitation/:code/resend': [
    'invitation',
    () => `/api/patient-invitations/invitation/${made.invitation}/resend`,
  ],
  'GET /api/patient-invitations/invitations/sent': ['list', () => '/api/patient-invitations/invitations/sent'],
  'GET /api/worklist': ['list', () => '/api/worklist'],
  'GET /api/patient-invitations/invitations/received': ['list', () => '/api/patient-invitations/invitations/received'],
  'GET /api/patients/:id/practices': ['account', () => `/api/patients/${people.get('patient')!.user_id}/practices`],
  'GET /api/providers': ['list', () => '/api/providers'],
  'GET /api/providers/clinics': ['list', () => '/api/providers/clinics'],
  'GET /api/lab-parameters': ['shared', () => '/api/lab-parameters'],
  'GET /api/lab-parameters/:id': ['shared', () => `/api/lab-parameters/${none}`, undefined, 404],
  'POST /api/lab-parameters': ['shared', () => '/api/lab-parameters', body(() => ({})), 400],
  'GET /api/diseases': ['shared', () => '/api/diseases?query=x', undefined, 503],
  'GET /api/diseases/:id': ['shared', () => '/api/diseases/x', undefined, 503],
  'GET /api/medications': ['shared', () => '/api/medications?query=x', undefined, 503],
  'GET /api/medications/:id': ['shared', () => '/api/medications/x', undefined, 503],
  'GET /api/lab-results': ['record', ofPatient('/api/lab-results')],
  'GET /api/lab-results/series': ['record', ofPatient('/api/lab-results/series')],
  'GET /api/lab-results/previous': ['record', ofPatient('/api/lab-results/previous')],
  'GET /api/lab-results/:id': ['record', () => `/api/lab-results/${made.result}`],
  'POST /api/lab-results': ['record', () => '/api/lab-results', body(() => ({ patient_id: made.patient, ...aResult() }))],
  'PUT /api/lab-results/:id': ['record', () => `/api/lab-results/${made.result}`, body(() => ({ ...aResult(), ...reason() }))],
  'DELETE /api/lab-results/:id': ['record', () => `/api/lab-results/${made.result}`, body(() => reason(1))],
  'GET /api/intakes': ['record', ofPatient('/api/intakes')],
  'GET /api/intakes/series': ['record', ofPatient('/api/intakes/series')],
  'GET /api/intakes/:id': ['record', () => `/api/intakes/${made.intake}`],
  'POST /api/intakes': ['record', () => '/api/intakes', body(() => ({ patient_id: made.patient, ...completeIntake })), 503],
  'PUT /api/intakes/:id': ['record', () => `/api/intakes/${made.intake}`, body(() => ({ ...completeIntake, ...reason(1) })), 503],
  'POST /api/intakes/:id/split': [
    'record',
    () => `/api/intakes/${made.intake}/split`,
    body(() => ({ ...completeIntake, ...reason(1), change_date: '2026-03-08T00:00:00' })),
  ],
  'DELETE /api/intakes/:id': ['record', () => `/api/intakes/${made.intake}`, body(() => reason(2))],
  'GET /api/diagnoses': ['record', ofPatient('/api/diagnoses')],
  'GET /api/diagnoses/series': ['record', ofPatient('/api/diagnoses/series')],
  'GET /api/diagnoses/:id': ['record', () => `/api/diagnoses/${made.diagnosis}`],
  'POST /api/diagnoses': ['record', () => '/api/diagnoses', body(() => ({ patient_id: made.patient, ...aDiagnosis() })), 503],
  'PUT /api/diagnoses/:id': ['record', () => `/api/diagnoses/${made.diagnosis}`, body(() => ({ ...aDiagnosis(), ...reason() }))],
  'DELETE /api/diagnoses/:id': ['record', () => `/api/diagnoses/${made.diagnosis}`, body(() => reason(1))],
  'GET /api/graph-visuals/:patient_id': ['record', () => `/api/graph-visuals/${made.patient}`],
  'POST /api/graph-visuals/:patient_id': ['record', () => `/api/graph-visuals/${made.patient}`, body(() => ({}))],
  'PUT /api/graph-visuals/:patient_id/seen': [
    'record',
    () => `/api/graph-visuals/${made.patient}/seen`,
    body(() => ({ seen: [{ graph_type: 'lab-results', parameter_id: 'crp', mark: 1 }] })),
  ],
  'GET /api/comments': ['record', ofPatient('/api/comments')],
  'GET /api/comments/last/:type': ['record', ofPatient('/api/comments/last/all')],
  'POST /api/comments': [
    'record',
    () => '/api/comments',
    body(() => ({ patient_id: made.patient, diagnose_id: made.diagnosis, comment: 'Whispered' })),
  ],
  'PUT /api/comments/:id': ['record', () => `/api/comments/${made.comment}`],
  'GET /api/measurement-parameters': ['shared', () => '/api/measurement-parameters'],
  'GET /api/measurement-parameters/:id': ['shared', () => `/api/measurement-parameters/${made.pulse}`],
  'POST /api/measurement-parameters': ['shared', () => '/api/measurement-parameters', body(() => aParameter(`Made ${randomUUID()}`))],
  'POST /api/measurement-parameters/suggest': [
    'shared',
    () => '/api/measurement-parameters/suggest',
    body(() => aParameter(`Suggested ${randomUUID()}`)),
  ],
  'PUT /api/measurement-parameters/:id': ['shared', () => `/api/measurement-parameters/${none}`, body(() => aParameter('Changed')), 404],
  'PUT /api/measurement-parameters/:id/reject': ['shared', () => `/api/measurement-parameters/${none}/reject`, undefined, 404],
  'DELETE /api/measurement-parameters/:id': ['clinic', () => `/api/measurement-parameters/${made.suggested}`],
  'GET /api/examination-templates': ['list', () => '/api/examination-templates'],
  'GET /api/examination-templates/:id': ['clinic', () => `/api/examination-templates/${made.template}`],
  'POST /api/examination-templates': [
    'record',
    () => '/api/examination-templates',
    body(() => ({ name: 'Whispered too', parameter_ids: [made.pulse], patient_id: made.patient, is_public: false })),
  ],
  'PUT /api/examination-templates/:id': [
    'clinic',
    () => `/api/examination-templates/${made.template}`,
    body(() => ({ name: 'Whispered again', parameter_ids: [made.pulse] })),
  ],
  'DELETE /api/examination-templates/:id': ['clinic', () => `/api/examination-templates/${made.template}`],
  'GET /api/examinations': ['record', ofPatient('/api/examinations')],
  'GET /api/examinations/series': ['record', ofPatient('/api/examinations/series')],
  'GET /api/examinations/previous': ['record', ofPatient('/api/examinations/previous')],
  'GET /api/examinations/:id': ['record', () => `/api/examinations/${made.examination}`],
  'POST /api/examinations': ['record', () => '/api/examinations', body(() => ({ patient_id: made.patient, ...anExamination() }))],
  'PUT /api/examinations/:id': ['record', () => `/api/examinations/${made.examination}`, body(() => ({ ...anExamination(), ...reason() }))],
  'DELETE /api/examinations/:id': ['record', () => `/api/examinations/${made.examination}`, body(() => reason(1))],
  'GET /api/trends': ['record', ofPatient('/api/trends')],
  'GET /api/exports/:section': ['record', ofPatient('/api/exports/lab-results')],
  'GET /api/audit/:type/:id': ['record', () => `/api/audit/labresult/${made.result}`],
  'POST /api/ocr': ['record', () => '/api/ocr', () => form({ patient_id: made.patient }, 'hushed.pdf')],
  'GET /api/ocr': ['list', () => '/api/ocr'],
  'GET /api/ocr/instances': ['shared', () => '/api/ocr/instances'],
  'GET /api/ocr/staying': ['record', ofPatient('/api/ocr/staying')],
  'GET /api/ocr/pages/:id': ['record', () => `/api/ocr/pages/${made.page}`],
  'GET /api/ocr/:id': ['clinic', () => `/api/ocr/${made.report}`],
  'PUT /api/ocr/validate': [
    'record',
    () => '/api/ocr/validate',
    body(() => ({
      ...{ report_id: made.report, page_id: made.page, page_version: 2, patient_id: made.patient, comment: 'Whispered' },
      ...{ collected: '2025-08-14T00:00:00', row_data: [validatedRow('creatinine', '1.09', null)], other_person_confirmed: true },
    })),
  ],
  'DELETE /api/ocr/:id': ['clinic', () => `/api/ocr/${made.report}`, body(() => ({ comment: 'Whispered' }))],
  'POST /api/files/agreement/:patient_id': [
    'record',
    () => `/api/files/agreement/${made.patient}`,
    () => form({}, 'hushed.pdf', 'agreement'),
  ],
  'GET /api/files/agreement/:patient_id': ['record', () => `/api/files/agreement/${made.patient}`, undefined, 404],
  'GET /api/files/page/:id': ['record', () => `/api/files/page/${made.page}`],
};
/** What removes things comes last. */
/** Before the invitation is taken back. */
const order = (route: string) =>
  route.endsWith('/cancel') ? 1 : route.startsWith('DELETE /api/patients') ? 2 : route.startsWith('DELETE') ? 1 : 0;
const routes = Object.keys(calls).sort((a, b) => order(a) - order(b));

const isStaffHere = ({ roles, organization_id }: Person) => organization_id === made.clinic && !roles.includes('Patient');
const reaches = ({ relation }: Rule, of: Of, who: Person, route: string): boolean => {
  if (of === 'shared' || of === 'own' || of === 'list') return true;
  if (of === 'invitation') return isStaffHere(who) && who.roles.includes('Doctor');
  if (of === 'account') return who === people.get('patient');
  if (isStaffHere(who)) return true;
  if (of === 'clinic') return who.roles.includes('SuperUser') && /\/(users|organizations|measurement-parameters)/.test(route);
  if (who.roles.includes('SuperUser') && route.startsWith('GET /api/audit')) return true;
  return [relation].flat().includes('self') && who.patient_ids.includes(made.patient);
};

const call = (route: string): Call => {
  const [, url, more] = calls[route]!;
  const { body: payload, ...rest } = more?.() ?? {};
  return { method: route.split(' ')[0]!, url: url(), ...rest, ...(payload === undefined ? {} : { payload }) };
};

it('has a call here for every route there is', () => {
  expect(Object.keys(calls).sort()).toEqual(routesOf(app).sort());
  expect(Object.keys(calls).sort()).toEqual(Object.keys(policy).sort());
});

/** How many events these people caused. */
const written = async (): Promise<number> => {
  const ids = new Set([...people.values()].map(({ user_id }) => user_id));
  let count = 0;
  for await (const { metadata } of kernel.log.store.readAll()) if ('user_id' in metadata.actor && ids.has(metadata.actor.user_id)) count++;
  return count;
};

describe.each(routes)('decision 3.22: %s', (route) => {
  const [of, , , said] = calls[route]!;
  const rule = policy[route]!;
  const leaves = route === 'GET /api/notices' || route === 'DELETE /api/token';

  it('is answered to nobody who may not, with nothing of the record, and changes nothing', async () => {
    const before = await written();
    for (const [name, who] of people) {
      const isRole = rule.roles === 'all' || who.roles.some((role) => (rule.roles as Role[]).includes(role));
      const isPublic = rule.relation === 'public' || (rule.relation === 'open' && who.authorization === undefined);
      if (isPublic || (!who.isOver && isRole && reaches(rule, of, who, route))) continue;
      const { status, text } = await send(call(route), who);
      const isByCode = [rule.relation].flat().includes('code');
      const wanted = who.isOver ? [isByCode ? 404 : 401] : !isRole ? [403] : [403, 404];
      expect({ name, text, status: wanted.includes(status) ? 'refused' : status }).toEqual({ name, text, status: 'refused' });
      if (!isRole || of === 'record') expect({ name, status }).toEqual({ name, status: who.isOver ? 401 : isRole ? 404 : 403 });
      for (const secret of SECRETS) expect({ name, text }).not.toEqual({ name, text: expect.stringContaining(secret) });
    }
    expect(await written()).toBe(before);
  });

  if (leaves) return;
  it('is answered to who may, with nothing of the record to who does not reach it', async () => {
    const may = [...people].filter(
      ([, who]) =>
        (rule.relation === 'public' || !who.isOver) &&
        (rule.roles === 'all' || who.roles.some((role) => (rule.roles as Role[]).includes(role))) &&
        reaches(rule, of, who, route),
    );
    expect(may.length).toBeGreaterThan(0);
    // what changes things is tried by one person alone: by the doctor where the doctor may
    const changing = route.startsWith('GET') ? may : [may.find(([name]) => name === 'doctor') ?? may[0]!];
    for (const [name, who] of changing) {
      const { status, text } = await send(call(route), who);
      const isFine = said === undefined ? status >= 200 && status < 300 : status === said || (status >= 200 && status < 300);
      expect({ name, status: isFine ? 'answered' : status, text: isFine ? '' : text }).toEqual({ name, status: 'answered', text: '' });
      if (!isStaffHere(who)) expect({ name, text }).not.toEqual({ name, text: expect.stringContaining(UNCHECKED) });
      if (isStaffHere(who) || who.patient_ids.includes(made.patient) || (of === 'record' && who.roles.includes('SuperUser'))) continue;
      if (of === 'list' && who.roles.includes('SuperUser')) continue;
      // patients find doctors by name
      const secrets = route === 'GET /api/providers' ? SECRETS.filter((secret) => secret !== 'Lindenhof people') : SECRETS;
      for (const secret of secrets) expect({ name, text }).not.toEqual({ name, text: expect.stringContaining(secret) });
    }
    await kernel.runner.settled();
  });
});
