import { validatedRow } from '#tests/support/report-events';
import { randomUUID } from 'node:crypto';
import type { CatalogueMedication } from '#contracts/catalogues/medications';
import type { NamedDisease } from '#contracts/diagnoses/diagnoses';
import type { Role } from '#contracts/people/accounts';
import { fileOfAgreement } from '#contracts/stored-files';
import { codeInAddress, codeOf, issueCode } from '#infra/access/codes';
import { Tokens } from '#infra/http/tokens';
import { importCatalogue } from '#services/records/catalogues/catalogues.import';
import { handleAccount, passwordReset } from '#services/records/accounts/accounts.handlers';
import { disconnect } from '#services/records/invitations/connections.handlers';
import { invitation } from '#services/records/invitations/invitations.decider';
import { organization } from '#services/records/organizations/organizations.decider';
import { HandlePatient, PatientsHandler } from '#services/records/patients/patients.handlers';
import { orderRow, productFile } from '#tests/support/catalogue-lists';
import { addClinic, addPerson, addRecord, call, connectAccount, kernel, settled } from './clinics.ts';
import {
  addDiagnosis,
  addExamination,
  addExternalReport,
  addImportNote,
  addIntake,
  addPatient,
  addReport,
  addResult,
  CLI,
} from './kernel.ts';

/** Stand in each record, and in what belongs to its clinic: nobody who does not reach it may ever be answered one of them. */
export const SECRETS = {
  home: ['Zyzzyva', 'Quixotry', '987654', '1961-03-09', 'Secretosis', 'Whispered', 'hushed.pdf', 'Lindenhof people'],
  foreign: ['Xylander', 'Wombatson', '912345', '1933-11-12', 'Furtivitis', 'Muttered', 'muffled.pdf', 'Elsewhere people'],
} as const;
/** Stands in drafts: for the staff of their clinic alone (ruling 24). */
export const UNCHECKED = 'Notyetchecked';
/** What the patient at home said to the clinic: not for doctors of other clinics (ruling 42). */
export const SAID = 'Saidbypatient';

/** How a clinic stands to the patient at home, or to everybody. */
const CLINICS = ['home', 'connected', 'once', 'foreign', 'waiting', 'rejected', 'removed'] as const;
export type Clinic = (typeof CLINICS)[number];

export interface Who {
  roles: Role[];
  clinic?: Clinic;
  /** The record that is connected with the person's account. */
  own?: 'home' | 'foreign';
  /** The target that names the person's account. */
  isAccountOf?: 'home' | 'foreign';
  /** `out`: the session is none, or none any more; `held`: somebody else chose the password. */
  state: 'in' | 'out' | 'held';
  user_id: string;
  authorization?: string;
}

/** What is asked for: of the home clinic, of another one, gone from the home clinic, or never there. */
export const TARGETS = ['home', 'foreign', 'gone', 'missing'] as const;
export type Target = (typeof TARGETS)[number];

/** Ids of what a target has, and the words that stand in it. */
export type Things = Record<(typeof KINDS)[number], string> & { words: readonly string[] };
const KINDS = [
  ...([
    'clinic',
    'patient',
    'result',
    'intake',
    'diagnosis',
    'comment',
    'note',
    'external',
    'form',
    'examination',
    'report',
    'page',
  ] as const),
  ...(['template', 'username', 'suggested', 'invitation', 'asked', 'account'] as const),
] as const;
const nothing = (words: readonly string[]) => ({ ...Object.fromEntries(KINDS.map((kind) => [kind, randomUUID()])), words }) as Things;

/** What can be added to a clinic at any time. */
export type Added = 'clinic' | 'patient' | 'result' | 'intake' | 'diagnosis' | 'examination' | 'suggested' | 'username' | 'asked';

export interface World {
  people: Map<string, Who>;
  things: Record<Target, Things>;
  /** The things of a clinic with one of them added for whom is answered this. */
  add: (kind: Added, target: 'home' | 'foreign') => Promise<Things>;
  clinics: Record<Clinic, string>;
  /** Of the catalogues and lists that everybody chooses from. */
  lists: { disease: NamedDisease; medication: CatalogueMedication; occupation: string; lab_parameter: string };
  /** An approved office parameter. */
  pulse: string;
  /** What the link of the invitation's mail names it by, of the home clinic. */
  mailed: string;
}

export const aClinic = (name: string) => ({ name, address: 'x', city: 'x', zip: '3000', phone: '+41310000000', time_zone: 'UTC' });
export const aParameter = (name: string) => ({
  name,
  description: 'x',
  normalization_type: 'NoNormalization',
  scale_divider: 1,
  options_config: [],
});
export const aResult = () => ({
  ...{ collected: '2026-02-14T00:00:00', draft: false },
  parameters: [{ entry_id: 'a', parameter_id: null, name: 'CRP', value: '7', unit: 'mg/L', min: '0', max: '5' }],
});
export const anExamination = (pulse: string, note_writer: string) => ({
  ...{ collected: '2026-02-14T00:00:00', draft: false, note_writer },
  measurements: [{ entry_id: 'a', parameter_id: pulse, parameter_name: 'Heart rate', parameter_value: '70', unit: '/min' }],
});

/** The one disease and the one medication of catalogues that are imported for it. */
const choices = async () => {
  const files = [
    { kind: 'diseases', name: 'order.txt', bytes: Buffer.from(orderRow('R05', 'Cough')), release: 'x' },
    {
      kind: 'medications',
      name: 'product.txt',
      bytes: Buffer.from(productFile(['Plain', 'metformin hydrochloride', '500'])),
      release: 'x',
    },
  ] as const;
  for (const file of files) await importCatalogue(kernel, file, CLI);
  const [disease] = kernel.catalogues.diseases({ query: 'cough', skip: 0, take: 1 }).items;
  const [medication] = kernel.catalogues.medications({ query: 'metformin', skip: 0, take: 1 }).items;
  return { disease: disease!, medication: medication! };
};

/** Two clinics with a record of all kinds each, clinics that stand to them in every way, and somebody in every role of each. */
export const makeWorld = async (): Promise<World> => {
  const { streams } = kernel;
  const people = new Map<string, Who>();
  const clinics = {} as Record<Clinic, string>;
  for (const name of CLINICS) {
    clinics[name] = await addClinic(name, name === 'waiting' ? 'PendingApproval' : name === 'rejected' ? 'Rejected' : 'Approved');
  }

  const register = (roles: Role[], clinic?: Clinic, { patient_ids = [] as string[], isHeld = false } = {}) => {
    const last_name =
      patient_ids.length > 0 ? 'Others' : clinic === 'home' ? 'Lindenhof people' : clinic === 'foreign' ? 'Elsewhere people' : 'Others';
    return addPerson(roles, clinic ? clinics[clinic] : null, { last_name }, { patient_ids, ...(isHeld && { password_by_other: true }) });
  };
  const signIn = async (name: string, roles: Role[], clinic?: Clinic, own?: 'home' | 'foreign', isHeld = false): Promise<Who> => {
    const { user_id, authorization } = await register(roles, clinic, { patient_ids: own ? [things[own].patient] : [], isHeld });
    const who: Who = { roles, ...(clinic && { clinic }), ...(own && { own }), state: isHeld ? 'held' : 'in', user_id, authorization };
    people.set(name, who);
    return who;
  };
  const create = async ({ authorization = '' }: Who, url: string, payload: object) => {
    const { status, text, body } = await call('POST', url, { authorization }, payload);
    if (status !== 201) throw new Error(text);
    return body.id;
  };

  const { home, foreign } = SECRETS;
  const things = { home: nothing(home), foreign: nothing(foreign), gone: nothing(home), missing: nothing(home) };
  const doctors = {
    home: await signIn('doctor of the clinic', ['Doctor'], 'home'),
    foreign: await signIn('doctor of another clinic', ['Doctor'], 'foreign'),
  };
  const root = await signIn('super user', ['SuperUser']);
  const pulse = await create(root, '/api/measurement-parameters', aParameter('Heart rate'));
  const lists = {
    ...(await choices()),
    occupation: await create(root, '/api/occupations', { name: 'Nurse' }),
    lab_parameter: await create(root, '/api/lab-parameters', { aliases: ['Zinc'] }),
  };

  const ask = async (clinic: 'home' | 'foreign', { user_id }: { user_id: string }): Promise<string> => {
    const [invitation_id, organization_id] = [randomUUID(), clinics[clinic]];
    const nobodys = { from_organization_id: null, patient_id: null, clinic: null, code: null, email: '' };
    const from = { user_id, first_name: 'Some', last_name: 'Body' };
    const data = { invitation_id, organization_id, invitation_type: 'PatientInvitesClinic', ...nobodys, ...from } as const;
    const send = { type: 'SendInvitation', command_id: randomUUID(), data } as const;
    await streams.transact(invitation, `invitation-${invitation_id}`, send, CLI, { organization_id });
    return invitation_id;
  };
  const suggest = (clinic: 'home' | 'foreign') =>
    create(doctors[clinic], '/api/measurement-parameters/suggest', aParameter(`Suggested ${randomUUID()}`));
  const add: World['add'] = async (kind, target) => {
    const it = things[target];
    const scope = { patient_id: it.patient, organization_id: it.clinic };
    const words = it.words[5]!;
    const adding: Record<Added, () => Promise<string>> = {
      clinic: () => addClinic('Added'),
      patient: () => addRecord(it.clinic, { first_name: it.words[0]!, last_name: it.words[1]!, date_of_birth: `${it.words[3]}T00:00:00` }),
      result: () => addResult(kernel, scope, '1.1', words),
      intake: () => addIntake(kernel, scope, words),
      diagnosis: async () => (await addDiagnosis(kernel, scope, it.words[4]!, words)).diagnosis_id,
      examination: () => addExamination(kernel, scope, words),
      suggested: () => suggest(target),
      username: async () => (await register(['Assistant'], target)).username,
      asked: async () => ask(target, await register(['Patient'])),
    };
    const added = { ...it, [kind]: await adding[kind]() };
    await settled();
    return added;
  };

  let numbers = 10;
  let mailed = '';
  const fill = async (target: Target, clinic: 'home' | 'foreign') => {
    const [first_name, last_name, digits, day, disease, words, file] = SECRETS[clinic];
    const isGone = target === 'gone';
    const said = { first_name, last_name, date_of_birth: `${day}T00:00:00` };
    const social_security_number = isGone ? `9001111${numbers++}` : `900${digits}`;
    const it = things[target];
    const organization_id = isGone ? clinics.removed : clinics[clinic];
    const agreement_id = randomUUID();
    it.patient = await addPatient(kernel, { organization_id: clinics[clinic], ...said, social_security_number, agreement_id }, words);
    await kernel.sealedFiles.put(fileOfAgreement(agreement_id), Buffer.from('%PDF-'), `patient:${it.patient}`);
    const scope = { patient_id: it.patient, organization_id: clinics[clinic] };
    it.clinic = organization_id;
    it.result = await addResult(kernel, scope, '1.1', words, 'HH');
    it.intake = await addIntake(kernel, scope, words);
    ({ diagnosis_id: it.diagnosis, comment_id: it.comment } = await addDiagnosis(kernel, scope, disease, words));
    it.note = await addImportNote(kernel, scope, words);
    ({ report_id: it.external, file_id: it.form } = await addExternalReport(kernel, scope, words));
    it.examination = await addExamination(kernel, scope, words);
    const row = validatedRow('Rarum', '3', null);
    const page = {
      says: { patient_first_name: first_name, date_of_birth: day },
      validated: { patient_id: it.patient, ...said, date_of_birth: day },
      rows: [{ ...row, entry: { ...row.entry, flag: 'HH' } }],
    };
    const upload = await addReport(kernel, { organization_id: clinics[clinic], name: file, patient_id: it.patient }, [page]);
    if (isGone) return; // what is no part of the record was never there
    [it.report, it.page] = [upload.report_id, upload.pages[0]!];
    const unchecked = { ...aResult(), patient_id: it.patient, draft: true };
    await create(doctors[clinic], '/api/lab-results', { ...unchecked, parameters: [{ ...unchecked.parameters[0], name: UNCHECKED }] });
    const { username } = await register(['Assistant'], clinic);
    it.username = username;
    it.template = await create(doctors[clinic], '/api/examination-templates', { name: words, parameter_ids: [pulse] });
    it.suggested = await suggest(clinic);
    it.invitation = randomUUID();
    const code = issueCode(3_600_000);
    if (clinic === 'home') mailed = codeInAddress(it.invitation, await codeOf(kernel.keys, 'invitation', it.invitation, code.nonce));
    const nobodys = { from_organization_id: null, user_id: null, clinic: null, code };
    const of = { invitation_id: it.invitation, invitation_type: 'ClinicInvitesPatient', ...scope } as const;
    const data = { ...of, ...nobodys, email: `${first_name}@example.org`, first_name, last_name };
    const command = { type: 'SendInvitation', command_id: randomUUID(), data } as const;
    await streams.transact(invitation, `invitation-${it.invitation}`, command, CLI, { organization_id: clinics[clinic] });
  };
  await fill('home', 'home');
  await fill('foreign', 'foreign');
  await fill('gone', 'home');
  const removal = {
    type: 'RemovePatient',
    command_id: randomUUID(),
    data: { patient_id: things.gone.patient, version: 0, comment: 'x' },
  } as const;
  await new PatientsHandler(streams, kernel.reservations, kernel.access).execute(new HandlePatient(removal, CLI));
  const draft = { ...anExamination(pulse, UNCHECKED), patient_id: things.home.patient, draft: true };
  await create(doctors.home, '/api/examinations', draft);

  await signIn('administrator of the clinic', ['OrganizationAdmin'], 'home');
  await signIn('assistant of the clinic', ['Assistant'], 'home');
  await signIn('administrator of another clinic', ['OrganizationAdmin'], 'foreign');
  await signIn('assistant of another clinic', ['Assistant'], 'foreign');
  for (const clinic of ['connected', 'once', 'waiting', 'rejected'] as const) {
    for (const role of ['OrganizationAdmin', 'Doctor', 'Assistant'] as const) await signIn(`${role} of ${clinic}`, [role], clinic);
  }
  const patient = await signIn('patient', ['Patient'], undefined, 'home');
  Object.assign(patient, { isAccountOf: 'home' });
  things.home.account = patient.user_id;
  const once = await signIn('patient whose connection was revoked', ['Patient'], undefined, 'home');
  const foreigner = await signIn('patient of another clinic', ['Patient'], undefined, 'foreign');
  Object.assign(foreigner, { isAccountOf: 'foreign' });
  things.foreign.account = foreigner.user_id;
  await signIn('patient without a record', ['Patient']);
  for (const target of ['home', 'foreign'] as const) things[target].asked = await ask(target, await register(['Patient']));
  await signIn('doctor of another clinic who is the patient', ['Doctor', 'Patient'], 'foreign', 'home');
  await signIn('doctor of the clinic who is a patient elsewhere', ['Doctor', 'Patient'], 'home', 'foreign');
  await signIn('doctor of a waiting clinic who is the patient', ['Doctor', 'Patient'], 'waiting', 'home');
  await signIn('doctor whose password somebody else chose', ['Doctor'], 'home', undefined, true);

  await kernel.reactionRunner.settled(); // connects accounts with their records
  for (const clinic of ['connected', 'once'] as const) {
    const end = await connectAccount(patient, { organization_id: clinics[clinic], patient_id: null });
    if (clinic === 'once') await end();
  }
  const ended = { user_id: once.user_id, organization_id: clinics.home, invitation_id: randomUUID(), all: true };
  await disconnect(streams, ended, CLI, randomUUID());
  delete once.own;

  await create(patient, '/api/comments', { patient_id: things.home.patient, diagnose_id: things.home.diagnosis, comment: SAID });

  people.set('nobody', { roles: [], state: 'out', user_id: '' });
  const out = (name: string, who: Who, authorization = who.authorization!) => people.set(name, { ...who, authorization, state: 'out' });
  const [head, claims, signature] = doctors.home.authorization!.split('.') as [string, string, string];
  out('a forged token', doctors.home, `${head}.${claims}.${signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`);
  const { token } = await new Tokens(kernel.keys, -1).issue(randomUUID());
  out('an expired token', doctors.home, `Bearer ${token}`);
  const over = async (name: string, end: (who: Who) => Promise<unknown>, clinic: Clinic = 'home') => {
    const who = await signIn(name, ['Doctor', 'OrganizationAdmin'], clinic);
    await end(who);
    out(name, who);
  };
  const command_id = () => randomUUID();
  await over('somebody signed out', ({ authorization = '' }) => call('DELETE', '/api/token', { authorization }));
  await over('somebody removed', ({ user_id }) =>
    handleAccount(kernel, { type: 'RemoveUser', command_id: command_id(), data: { user_id, version: 0 } }, CLI),
  );
  await over('somebody locked', ({ user_id }) =>
    handleAccount(kernel, { type: 'LockUser', command_id: command_id(), data: { user_id, version: 0 } }, CLI),
  );
  await over('somebody whose password was changed', async ({ user_id }) => {
    for await (const { event } of kernel.log.read(`user-${user_id}`) as AsyncIterable<{ event: { data: { username: string } } }>) {
      await handleAccount(kernel, await passwordReset(kernel, event.data.username, 'another password', command_id()), CLI);
      return;
    }
  });
  await over(
    'staff of a removed clinic',
    () => {
      const data = { organization_id: clinics.removed, version: 0, patients: 0 };
      const remove = { type: 'RemoveOrganization', command_id: command_id(), data } as const;
      return streams.transact(organization, `organization-${clinics.removed}`, remove, CLI);
    },
    'removed',
  );
  await settled();
  return { people, things, add, clinics, lists, pulse, mailed };
};
