import { randomUUID } from 'node:crypto';
import type { NamedDisease } from '#contracts/diagnoses/diagnoses';
import type { Role } from '#contracts/people/accounts';
import { positionToken } from '#infra/event-store/position-token';
import type { Kernel } from '#services/cli/kernel';
import { completeIntake } from '#tests/support/intake-rules';
import { validatedRow } from '#tests/support/report-events';
import { PASSWORD } from './clinics.ts';
import { type Added, aClinic, anExamination, aParameter, aResult, type Target, type Things, type Who, type World } from './routes.world.ts';

/** What a person is answered. */
export type Verdict = 'answered' | 401 | 403 | 404;

/** How somebody stands to what is asked for, in the words of the documents. */
type Stand = keyof typeof stands;
const stands = {
  /** Works in the clinic whose it is (document 1 §1). */
  staff: ({ clinic, roles }: Who, target: Target) => clinic === target && roles.some((role) => role !== 'Patient'),
  /** Its record is gone, its history stays (ruling 10). */
  'staff of what is gone': ({ clinic }: Who, target: Target) => clinic === 'home' && target === 'gone',
  /** Owns the record by a standing connection (ruling 14). */
  patient: ({ own }: Who, target: Target) => own === target,
  /** Doctors alone, and of a clinic with an approved connection alone (ruling 42). */
  'doctor across clinics': ({ clinic, roles }: Who, target: Target) =>
    clinic === 'connected' && roles.includes('Doctor') && target === 'home',
  'super user': ({ roles }: Who, target: Target) => roles.includes('SuperUser') && (target === 'home' || target === 'foreign'),
  'super user of what is gone': ({ roles }: Who, target: Target) => roles.includes('SuperUser') && target === 'gone',
  'doctor of the clinic': ({ clinic, roles }: Who, target: Target) => clinic === target && roles.includes('Doctor'),
  'own account': ({ isAccountOf }: Who, target: Target) => isAccountOf === target,
  'nothing yet': (_: Who, target: Target) => target === 'missing',
};

/** Address, body where there is one, and the status that an allowed call has where it is no success. */
type Call = readonly [url: string, body?: unknown, status?: number | undefined];
/** `done`: how many people's calls about the same thing were answered before. */
type CallOf = (of: Things, who: Who, done: number) => Call;
/** A call about something that is added for it alone: who came second would find another version, or nothing. */
interface AboutAdded {
  added: Added;
  call: CallOf;
}
type Calls = Record<string, CallOf | AboutAdded>;
const about = (added: Added, call: CallOf): AboutAdded => ({ added, call });
export const addedFor = (call: CallOf | AboutAdded): Added | undefined => (typeof call === 'function' ? undefined : call.added);
export const callOf = (call: CallOf | AboutAdded): CallOf => (typeof call === 'function' ? call : call.call);

export interface Group {
  /** Where it stands. */
  by: string;
  /** 'anybody': nobody has to be signed in. */
  roles: readonly Role[] | 'signed in' | 'anybody';
  /** One of these has to hold; without any the call is about nothing in particular. */
  stands?: readonly Stand[];
  /** A clinic that waits or was rejected cannot act (ruling 44). */
  clinicActs?: true;
  /** Whoever holds the code of a mail may ask: everybody else hears that there is nothing. */
  byCode?: true;
  /** With `all_clinics=true` the call is about the person's records of all clinics; who may ask is the same. */
  across?: true;
  /** Also while a password that somebody else chose has to be changed. */
  whileHeld?: true;
  calls: Calls;
}

const CLINIC = ['OrganizationAdmin', 'Doctor', 'Assistant'] as const;
const CLINIC_AND_PATIENT = [...CLINIC, 'Patient'] as const;
const ADMINISTRATORS = ['SuperUser', 'OrganizationAdmin'] as const;

const isWaiting = ({ clinic }: Who): boolean => clinic === 'waiting' || clinic === 'rejected';

/** What the documents have somebody be answered: an unknown session 401, a role that never may 403, what is not theirs as what is not there. */
export const verdictOf = (group: Group, who: Who, target: Target): Verdict => {
  const { roles, stands: named } = group;
  const mayBeNobody = roles === 'anybody';
  if (mayBeNobody && (!group.byCode || who.state === 'out')) return group.byCode ? 404 : 'answered';
  if (who.state === 'out') return 401;
  if (who.state === 'held') return group.whileHeld ? 'answered' : 403;
  if (Array.isArray(roles) && !roles.some((role: Role) => who.roles.includes(role))) return 403;
  const mayBePatient = named?.includes('patient') && who.roles.includes('Patient');
  if (group.clinicActs && isWaiting(who) && !mayBePatient) return 403;
  return !named || named.some((stand) => stands[stand](who, target)) ? 'answered' : 404;
};

const file = (fields: Record<string, string>, name: string, field = 'files') => {
  const parts = Object.entries(fields).map(([key, value]) => `--x\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`);
  const upload = `--x\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: application/pdf\r\n\r\n%PDF-\r\n`;
  return `${parts.join('')}${upload}--x--\r\n`;
};
const reason = ({ words }: Things, version = 0) => ({ version, comment: words[5]! });
const aDiagnosis = (disease: NamedDisease) => ({
  disease,
  ...{ time_from: '2026-02-14T00:00:00', time_to: null, draft: false },
});
let numbers = 200_000_000;
const aPerson = ({ words: [first_name, last_name, , day] }: Things, social_security_number = String(numbers++)) => ({
  ...{ first_name, last_name, sex: 'Female', date_of_birth: `${day}T00:00:00`, city_of_birth: 'Bern' },
  ...{ country_of_birth: 'Switzerland', social_security_number },
});
const anUpload = ({ words }: Things, fields: Record<string, string>, field?: string) => file(fields, words[6]!, field);
const ofPatient =
  (path: string) =>
  ({ patient }: Things): Call => [`${path}?patient_id=${patient}`];
/** In the shape of one. */
const A_CODE = 'x'.repeat(43);
const invited = '/api/patient-invitations/invitation';

/** Every call there is, by who may make it. Nothing here is taken from the policy table: where the two differ, one of them is wrong. */
export const groupsOf = ({ clinics, pulse, lists, things }: World, kernel: Kernel): Group[] => [
  {
    by: 'document 1 §2.1, §2.5 to §2.7: public',
    roles: 'anybody',
    calls: {
      'POST /api/token': () => ['/api/token', { username: `nobody-${randomUUID()}`, password: 'x' }, 401],
      'POST /api/token/second-step': () => ['/api/token/second-step', { second_step: 'x', code: '123456' }, 401],
      'GET /api/configuration/:name': () => ['/api/configuration/read'],
      'GET /api/openapi.json': () => ['/api/openapi.json'],
      'GET /api/health': () => ['/api/health'],
      'GET /api/files/consent/:name': () => ['/api/files/consent/hipaa?pageId=1'],
      'PUT /api/users/verify/:code': () => [`/api/users/verify/${randomUUID()}.${A_CODE}`, undefined, 422],
      'PUT /api/users/email-change/:code': () => [`/api/users/email-change/${randomUUID()}.${A_CODE}`, undefined, 422],
      'POST /api/users/verification': () => ['/api/users/verification', { username: `nobody-${randomUUID()}`, password: 'x' }],
      'POST /api/users/recover_password': () => ['/api/users/recover_password', { email: `${randomUUID()}@example.org` }],
      'POST /api/users/reset_password': ({ account }) => [
        '/api/users/reset_password',
        { email: `${randomUUID()}@example.org`, token: `${account}.${A_CODE}`, password: PASSWORD },
        422,
      ],
      'POST /api/users/patient': () => ['/api/users/patient', {}, 400],
    },
  },
  {
    by: 'document 1 §4.5, §2.9 "My account", ruling 16: of the own session, account and notifications',
    roles: 'signed in',
    calls: {
      'GET /api/notices': () => ['/api/notices'],
      'GET /api/users/kept-key': () => ['/api/users/kept-key'],
      'GET /api/users/sessions': () => ['/api/users/sessions'],
      'DELETE /api/users/sessions': () => ['/api/users/sessions', { keep_this: true }],
      'GET /api/users/email-change': () => ['/api/users/email-change'],
      'POST /api/users/email-change': () => ['/api/users/email-change', { email: `${randomUUID()}@example.org`, password: PASSWORD }],
      'DELETE /api/users/email-change': () => ['/api/users/email-change'],
      'POST /api/users/second-factor': () => ['/api/users/second-factor', { password: PASSWORD }],
      'PUT /api/users/second-factor': () => ['/api/users/second-factor', { code: '123456' }, 422],
      'DELETE /api/users/second-factor': () => ['/api/users/second-factor', { password: 'not this one', code: '123456' }, 422],
      'GET /api/notifications': () => ['/api/notifications'],
      'POST /api/notifications/tasks/read': () => ['/api/notifications/tasks/read', { ids: [randomUUID()] }, 404],
      'POST /api/notifications/tasks/dismiss': () => ['/api/notifications/tasks/dismiss', { ids: [randomUUID()] }, 404],
    },
  },
  {
    by: 'of a patient’s own account, whoever works in a clinic besides',
    roles: ['Patient'],
    calls: {
      'DELETE /api/users/me': () => ['/api/users/me', { password: 'not this one' }, 422],
    },
  },
  {
    by: 'the same, also for who has to choose a password first',
    roles: 'signed in',
    whileHeld: true,
    calls: {
      'GET /api/token': () => ['/api/token'],
      'DELETE /api/token': () => ['/api/token'],
      'PUT /api/users/password': () => ['/api/users/password', { old_password: 'not this one', new_password: 'something else' }, 422],
    },
  },
  {
    by: 'documents 2 and 3: catalogues and lists to choose from',
    roles: 'signed in',
    calls: {
      'GET /api/occupations': () => ['/api/occupations'],
      'GET /api/occupations/:id': () => [`/api/occupations/${lists.occupation}`],
      'GET /api/lab-parameters': () => ['/api/lab-parameters'],
      'GET /api/lab-parameters/:id': () => [`/api/lab-parameters/${lists.lab_parameter}`],
      'GET /api/diseases': () => ['/api/diseases?query=x'],
      'GET /api/diseases/:id': () => [`/api/diseases/${lists.disease.id}`],
      'GET /api/medications': () => ['/api/medications?query=x'],
      'GET /api/medications/:id': () => [`/api/medications/${lists.medication.id}`],
      'GET /api/measurement-parameters': () => ['/api/measurement-parameters'],
      'GET /api/measurement-parameters/:id': () => [`/api/measurement-parameters/${pulse}`],
      'GET /api/lab-parameters/export': () => ['/api/lab-parameters/export'],
      'GET /api/measurement-parameters/export': () => ['/api/measurement-parameters/export'],
      'GET /api/ocr/instances': () => ['/api/ocr/instances'],
    },
  },
  {
    by: 'ruling 21: mails that did not leave the machine, for super users once there is more than the demonstration',
    roles: ['SuperUser'],
    calls: { 'GET /api/outbox': () => ['/api/outbox'] },
  },
  {
    by: 'document 3 §6: super users curate',
    roles: ['SuperUser'],
    calls: {
      'POST /api/occupations': () => ['/api/occupations', { name: `Made ${randomUUID()}` }],
      'PUT /api/occupations/:id': () => [`/api/occupations/${lists.occupation}`, { name: 'Changed' }],
      'DELETE /api/occupations/:id': () => [`/api/occupations/${lists.occupation}`],
      'POST /api/lab-parameters': () => ['/api/lab-parameters', { aliases: [`Made ${randomUUID()}`], code: '99999-9', source: 'x' }],
      'GET /api/lab-parameters/merge/preview': ({ account, patient }) => [
        `/api/lab-parameters/merge/preview?parameter_ids=${account},${patient}`,
        undefined,
        404,
      ],
      'GET /api/lab-parameters/:id/pages': ({ account }) => [`/api/lab-parameters/${account}/pages`],
      'GET /api/lab-parameters/pages/:id/image': ({ account }) => [`/api/lab-parameters/pages/${account}/image`, undefined, 404],
      'GET /api/lab-parameters/:id/suggestions': () => [`/api/lab-parameters/${lists.lab_parameter}/suggestions`],
      'PUT /api/lab-parameters/reject_parameter': ({ account }) => ['/api/lab-parameters/reject_parameter', { id: account }, 404],
      'PUT /api/lab-parameters/merge': ({ account, patient }) => ['/api/lab-parameters/merge', { parameter_ids: [account, patient] }, 404],
      'PUT /api/lab-parameters/merge/:id/undo': ({ account }) => [`/api/lab-parameters/merge/${account}/undo`, undefined, 404],
      'PUT /api/lab-parameters/:id': () => [
        `/api/lab-parameters/${lists.lab_parameter}`,
        { aliases: ['Changed'], code: '99998-1', source: 'x' },
      ],
      'DELETE /api/lab-parameters/:id': () => [`/api/lab-parameters/${lists.lab_parameter}`],
      'POST /api/measurement-parameters': () => ['/api/measurement-parameters', aParameter(`Made ${randomUUID()}`)],
      'POST /api/lab-parameters/import': () => ['/api/lab-parameters/import', undefined, 422],
      'POST /api/measurement-parameters/import': () => ['/api/measurement-parameters/import', undefined, 422],
      'POST /api/examination-templates/import': () => ['/api/examination-templates/import', undefined, 422],
      'PUT /api/measurement-parameters/:id': ({ account }) => [`/api/measurement-parameters/${account}`, aParameter('Changed'), 404],
      'PUT /api/measurement-parameters/:id/reject': ({ account }) => [`/api/measurement-parameters/${account}/reject`, undefined, 404],
    },
  },
  {
    by: 'document 3 §6: others suggest',
    roles: ['SuperUser', ...CLINIC],
    clinicActs: true,
    calls: {
      'POST /api/measurement-parameters/suggest': () => ['/api/measurement-parameters/suggest', aParameter(`Suggested ${randomUUID()}`)],
      'PUT /api/lab-parameters/request_parameter': () => ['/api/lab-parameters/request_parameter', { alias: `Asked ${randomUUID()}` }],
    },
  },
  {
    by: 'document 3, ruling 5: what a clinic suggested or made, for its staff and super users',
    roles: ['SuperUser', ...CLINIC],
    clinicActs: true,
    stands: ['staff', 'super user'],
    calls: {
      'DELETE /api/measurement-parameters/:id': about('suggested', ({ suggested }) => [`/api/measurement-parameters/${suggested}`]),
    },
  },
  {
    by: 'ruling 5: templates of a clinic, for its staff; the super user has those of nobody',
    roles: ['SuperUser', ...CLINIC],
    clinicActs: true,
    stands: ['staff'],
    calls: {
      'GET /api/examination-templates/:id': ({ template }) => [`/api/examination-templates/${template}`],
      'POST /api/examination-templates': ({ patient, words }) => [
        '/api/examination-templates',
        { name: `${words[5]} too`, parameter_ids: [pulse], patient_id: patient, is_public: false },
      ],
      'PUT /api/examination-templates/:id': ({ template, words }) => [
        `/api/examination-templates/${template}`,
        { name: `${words[5]} again`, parameter_ids: [pulse] },
      ],
      'DELETE /api/examination-templates/:id': ({ template }) => [`/api/examination-templates/${template}`],
    },
  },
  {
    by: 'the same, as a list',
    roles: ['SuperUser', ...CLINIC],
    clinicActs: true,
    calls: {
      'GET /api/examination-templates': () => ['/api/examination-templates'],
      'GET /api/examination-templates/export': () => ['/api/examination-templates/export'],
    },
  },
  {
    by: 'document 1 §2.1, document 3 §6: accounts, for administrators of their organization',
    roles: ADMINISTRATORS,
    clinicActs: true,
    stands: ['staff', 'super user'],
    calls: {
      'GET /api/users/:username': ({ username }) => [`/api/users/${username}`],
      'PUT /api/users/:username': about('username', ({ username }) => [
        `/api/users/${username}`,
        { first_name: 'A', last_name: 'B', email: 'a@example.org', version: 0 },
      ]),
      'PUT /api/users/:username/locked': about('username', ({ username }) => [
        `/api/users/${username}/locked`,
        { locked: true, version: 0 },
      ]),
      // changes nothing of an account whose events are verified
      'PUT /api/users/:username/access': ({ username }) => [`/api/users/${username}/access`, { version: 0, comment: 'x' }],
      'PUT /api/users/:username/password': about('username', ({ username }) => [
        `/api/users/${username}/password`,
        { password: 'nine loud kettles' },
      ]),
      'DELETE /api/users/:username': about('username', ({ username }) => [`/api/users/${username}`, { version: 0 }]),
      'POST /api/users/:username/erasure': about('username', ({ username }) => [
        `/api/users/${username}/erasure`,
        { version: 0, comment: 'x' },
      ]),
    },
  },
  {
    by: 'the same, as a list and into the own organization',
    roles: ADMINISTRATORS,
    clinicActs: true,
    calls: {
      'GET /api/users': () => ['/api/users'],
      'POST /api/users': (_, { clinic }) => [
        '/api/users',
        {
          ...{ username: `u-${randomUUID()}`, password: PASSWORD, roles: ['Assistant'], organization_id: clinics[clinic ?? 'home'] },
          ...{ first_name: 'A', last_name: 'B', email: 'a@example.org', phone_number: '+41310000001', occupations: [] },
        },
      ],
    },
  },
  {
    by: 'ruling 5: an organization, for its administrators and super users',
    roles: ADMINISTRATORS,
    clinicActs: true,
    stands: ['staff', 'super user'],
    calls: { 'GET /api/organizations/:id': ({ clinic }) => [`/api/organizations/${clinic}`] },
  },
  {
    by: 'ruling 12: who corrects what was removed meanwhile is told how it stands',
    roles: ADMINISTRATORS,
    clinicActs: true,
    stands: ['staff', 'super user', 'super user of what is gone'],
    calls: {
      'PUT /api/organizations/:id': (it, _, version) => [
        `/api/organizations/${it.clinic}`,
        { ...aClinic('x'), status: 'Approved', version },
        it === things.gone ? 409 : undefined,
      ],
    },
  },
  {
    by: 'ruling 44: which only super users remove',
    roles: ['SuperUser'],
    stands: ['super user', 'super user of what is gone'],
    calls: {
      'DELETE /api/organizations/:id': about('clinic', ({ clinic }) => [
        `/api/organizations/${clinic}`,
        { version: clinic === clinics.removed ? 1 : 0 },
      ]),
    },
  },
  { by: 'the same, as a list', roles: ADMINISTRATORS, clinicActs: true, calls: { 'GET /api/organizations': () => ['/api/organizations'] } },
  {
    by: 'document 1 §1: patients of the own clinic, and files for it',
    roles: CLINIC,
    clinicActs: true,
    calls: {
      'GET /api/patients': () => ['/api/patients'],
      // doctors add one with an address, everybody else with an agreement alone, which agreements.http.spec uploads
      'POST /api/patients': (it, { roles }) => [
        '/api/patients',
        roles.includes('Doctor') ? { ...aPerson(it), email: 'zyzzyva@example.org' } : aPerson(it),
        roles.includes('Doctor') ? undefined : 422,
      ],
    },
  },
  {
    by: 'document 1 §2.1, ruling 42: a record, for its staff, its patient and doctors across clinics',
    roles: CLINIC_AND_PATIENT,
    clinicActs: true,
    stands: ['staff', 'patient', 'doctor across clinics'],
    across: true,
    calls: {
      'GET /api/patients/:id': ({ patient }) => [`/api/patients/${patient}?after=`],
      'GET /api/lab-results': ofPatient('/api/lab-results'),
      'GET /api/lab-results/series': ofPatient('/api/lab-results/series'),
      'GET /api/intakes': ofPatient('/api/intakes'),
      'GET /api/intakes/series': ofPatient('/api/intakes/series'),
      'GET /api/diagnoses': ofPatient('/api/diagnoses'),
      'GET /api/diagnoses/series': ofPatient('/api/diagnoses/series'),
      'GET /api/examinations': ofPatient('/api/examinations'),
      'GET /api/external-reports': ofPatient('/api/external-reports'),
      'GET /api/examinations/series': ofPatient('/api/examinations/series'),
      'GET /api/trends': ofPatient('/api/trends'),
      'GET /api/exports/:section': ofPatient('/api/exports/lab-results'),
    },
  },
  {
    by: 'the same of its items, and of what everybody keeps about them',
    roles: CLINIC_AND_PATIENT,
    clinicActs: true,
    stands: ['staff', 'patient', 'doctor across clinics'],
    calls: {
      'GET /api/lab-results/:id': ({ result }) => [`/api/lab-results/${result}`],
      'GET /api/intakes/:id': ({ intake }) => [`/api/intakes/${intake}`],
      'GET /api/diagnoses/:id': ({ diagnosis }) => [`/api/diagnoses/${diagnosis}`],
      'GET /api/examinations/:id': ({ examination }) => [`/api/examinations/${examination}`],
      // ruling 32: styles are everybody's own
      'GET /api/graph-visuals/:patient_id': ({ patient }) => [`/api/graph-visuals/${patient}`],
      'POST /api/graph-visuals/:patient_id': ({ patient }) => [`/api/graph-visuals/${patient}`, {}],
      'PUT /api/graph-visuals/:patient_id/seen': ({ patient }) => [
        `/api/graph-visuals/${patient}/seen`,
        { seen: [{ graph_type: 'lab-results', parameter_id: 'crp', mark: 1 }] },
      ],
    },
  },
  {
    by: 'ruling 42: the history of data entry, for the clinic and its patient alone',
    roles: CLINIC_AND_PATIENT,
    clinicActs: true,
    stands: ['staff', 'patient'],
    across: true,
    calls: { 'GET /api/patients/history': ofPatient('/api/patients/history') },
  },
  {
    by: 'rulings 16, 39 and 42: what only the clinic and its patient see of a record',
    roles: CLINIC_AND_PATIENT,
    clinicActs: true,
    stands: ['staff', 'patient'],
    calls: {
      'GET /api/comments': ofPatient('/api/comments'),
      'GET /api/comments/last/:type': ofPatient('/api/comments/last/all'),
      'POST /api/comments': ({ patient, diagnosis, words }) => [
        '/api/comments',
        { patient_id: patient, diagnose_id: diagnosis, comment: words[5]! },
      ],
    },
  },
  {
    by: 'ruling 38: what an import left out is for the staff of the clinic that imported it',
    roles: CLINIC,
    clinicActs: true,
    stands: ['staff'],
    calls: {
      'GET /api/import-notes': ofPatient('/api/import-notes'),
      'PUT /api/import-notes/:id/read': ({ note }) => [`/api/import-notes/${note}/read`],
    },
  },
  {
    by: 'ruling 62: critical results are for the staff of the clinic that owns the record',
    roles: CLINIC,
    clinicActs: true,
    stands: ['staff'],
    calls: { 'GET /api/critical-results': ofPatient('/api/critical-results') },
  },
  {
    by: 'ruling 62: one of its doctors says that they were seen',
    roles: ['Doctor'],
    clinicActs: true,
    stands: ['staff'],
    calls: {
      'PUT /api/critical-results/:id/seen': ({ result }) => [`/api/critical-results/${result}/seen`, { version: 0 }],
      'PUT /api/ocr/:id/seen': ({ report, page }) => [`/api/ocr/${report}/seen`, { page_id: page, page_version: 2 }],
    },
  },
  {
    by: 'ruling 39: comments are read by doctors and the patient',
    roles: ['Doctor', 'Patient'],
    clinicActs: true,
    stands: ['staff', 'patient'],
    calls: { 'PUT /api/comments/:id': ({ comment }) => [`/api/comments/${comment}`] },
  },
  {
    by: 'document 3 §2, ruling 16: a report page, for its clinic and the patient whose every row is',
    roles: 'signed in',
    clinicActs: true,
    stands: ['staff', 'patient'],
    calls: {
      'GET /api/ocr/pages/:id': ({ page }) => [`/api/ocr/pages/${page}`],
      'GET /api/files/page/:id': ({ page }) => [`/api/files/page/${page}`],
      'GET /api/ocr/staying': ofPatient('/api/ocr/staying'),
    },
  },
  {
    by: 'ruling 42: a whole report of an external record, for the clinic that imported it and its patient',
    roles: CLINIC_AND_PATIENT,
    clinicActs: true,
    stands: ['staff', 'patient'],
    calls: {
      'GET /api/external-reports/:id/forms/:file_id': ({ external, form }) => [`/api/external-reports/${external}/forms/${form}`],
    },
  },
  {
    by: 'document 3 §2: uploads, for the clinic alone, a list for everybody of the own',
    roles: 'signed in',
    clinicActs: true,
    stands: ['staff'],
    calls: { 'GET /api/ocr/:id': ({ report }) => [`/api/ocr/${report}`] },
  },
  { by: 'the same, as a list', roles: 'signed in', clinicActs: true, calls: { 'GET /api/ocr': () => ['/api/ocr'] } },
  {
    by: 'ruling 13: histories, for staff of their own patients, the patient, and the super user of all',
    roles: [...CLINIC_AND_PATIENT, 'SuperUser'],
    clinicActs: true,
    stands: ['staff', 'patient', 'super user', 'super user of what is gone', 'staff of what is gone'],
    calls: { 'GET /api/audit/:type/:id': ({ result }) => [`/api/audit/labresult/${result}`] },
  },
  {
    by: 'document 1 §6, ruling 10: what the staff of its clinic alone does with a record',
    roles: CLINIC,
    clinicActs: true,
    stands: ['staff'],
    calls: {
      'GET /api/patients/external-differences': ofPatient('/api/patients/external-differences'),
      'GET /api/record-looks/:patient_id': ({ patient }) => [`/api/record-looks/${patient}`],
      'GET /api/record-looks/:patient_id/items': ({ patient }) => [`/api/record-looks/${patient}/items`],
      'POST /api/record-looks/:patient_id': ({ patient }) => [
        `/api/record-looks/${patient}`,
        // before every event, wherever they are kept
        { kind: 'history', until: positionToken(kernel.log.store.log_id, '0') },
      ],
      'GET /api/lab-results/previous': ofPatient('/api/lab-results/previous'),
      'POST /api/lab-results': ({ patient }) => ['/api/lab-results', { patient_id: patient, ...aResult() }],
      'PUT /api/lab-results/:id': about('result', (it) => [`/api/lab-results/${it.result}`, { ...aResult(), ...reason(it) }]),
      'POST /api/lab-results/:id/accept': about('result', (it) => [`/api/lab-results/${it.result}/accept`, reason(it)]),
      'DELETE /api/lab-results/:id': about('result', (it) => [`/api/lab-results/${it.result}`, reason(it)]),
      'POST /api/intakes': ({ patient }) => ['/api/intakes', { patient_id: patient, ...completeIntake, medication: lists.medication }],
      'PUT /api/intakes/:id': about('intake', (it) => [
        `/api/intakes/${it.intake}`,
        { ...completeIntake, medication: lists.medication, ...reason(it, 1) },
      ]),
      'POST /api/intakes/:id/split': about('intake', (it) => [
        `/api/intakes/${it.intake}/split`,
        { ...completeIntake, ...reason(it, 1), change_date: '2026-03-08T00:00:00' },
      ]),
      'POST /api/intakes/:id/accept': about('intake', (it) => [`/api/intakes/${it.intake}/accept`, reason(it, 1)]),
      'DELETE /api/intakes/:id': about('intake', (it) => [`/api/intakes/${it.intake}`, reason(it, 1)]),
      'POST /api/diagnoses': (it) => ['/api/diagnoses', { patient_id: it.patient, ...aDiagnosis(lists.disease) }],
      'PUT /api/diagnoses/:id': about('diagnosis', (it) => [
        `/api/diagnoses/${it.diagnosis}`,
        { ...aDiagnosis(lists.disease), ...reason(it) },
      ]),
      'POST /api/diagnoses/:id/accept': about('diagnosis', (it) => [`/api/diagnoses/${it.diagnosis}/accept`, reason(it)]),
      'DELETE /api/diagnoses/:id': about('diagnosis', (it) => [`/api/diagnoses/${it.diagnosis}`, reason(it)]),
      'GET /api/examinations/previous': ofPatient('/api/examinations/previous'),
      'POST /api/examinations': (it) => ['/api/examinations', { patient_id: it.patient, ...anExamination(pulse, it.words[5]!) }],
      'PUT /api/examinations/:id': about('examination', (it) => [
        `/api/examinations/${it.examination}`,
        { ...anExamination(pulse, it.words[5]!), ...reason(it) },
      ]),
      'POST /api/examinations/:id/accept': about('examination', (it) => [`/api/examinations/${it.examination}/accept`, reason(it)]),
      'DELETE /api/examinations/:id': about('examination', (it) => [`/api/examinations/${it.examination}`, reason(it)]),
      'POST /api/ocr': (it) => ['/api/ocr', anUpload(it, { patient_id: it.patient })],
      'PUT /api/ocr/validate': ({ report, page, patient, words }) => [
        '/api/ocr/validate',
        {
          ...{ report_id: report, page_id: page, page_version: 2, patient_id: patient, comment: words[5]! },
          ...{ collected: '2025-08-14T00:00:00', row_data: [validatedRow('creatinine', '1.09', null)], other_person_confirmed: true },
        },
      ],
      'DELETE /api/ocr/:id': (it) => [`/api/ocr/${it.report}`, { comment: it.words[5]! }],
      'GET /api/files/agreement/:patient_id': ({ patient }) => [`/api/files/agreement/${patient}`],
    },
  },
  {
    by: 'rulings 10 and 12: the same of what they removed, where the answer says how it stands',
    roles: CLINIC,
    clinicActs: true,
    stands: ['staff', 'staff of what is gone'],
    calls: {
      'PUT /api/patients/:id': about('patient', (it) => [
        `/api/patients/${it.patient}`,
        { ...aPerson(it), ...reason(it) },
        it === things.gone ? 409 : undefined,
      ]),
      'DELETE /api/patients/:id': about('patient', (it) => [`/api/patients/${it.patient}`, reason(it, it === things.gone ? 1 : 0)]),
    },
  },
  {
    by: 'ruling 47: an agreement is uploaded first, also to an id that is new',
    roles: CLINIC,
    clinicActs: true,
    stands: ['staff', 'nothing yet'],
    calls: {
      'POST /api/files/agreement/:patient_id': (it) => [`/api/files/agreement/${it.patient}`, anUpload(it, {}, 'agreement')],
    },
  },
  {
    by: 'document 1 §6: doctors invite patients of the own clinic',
    roles: ['Doctor'],
    clinicActs: true,
    stands: ['staff'],
    calls: {
      [`PUT ${invited}/invite`]: about('patient', ({ patient }) => [
        `${invited}/invite`,
        { patient_id: patient, email: 'zyzzyva@example.org' },
      ]),
    },
  },
  {
    by: 'ruling 42: and share one record with another clinic',
    roles: ['Doctor', 'Patient'],
    clinicActs: true,
    stands: ['staff'],
    calls: {
      [`PUT ${invited}/organization/invite`]: ({ patient }) => [
        `${invited}/organization/invite`,
        { patient_id: patient, organization_id: clinics.once },
      ],
    },
  },
  {
    by: 'document 1 §2.8: patients invite a clinic that is not there yet, and search providers',
    roles: ['Patient'],
    calls: {
      [`PUT ${invited}/neworganization/invite`]: () => [
        `${invited}/neworganization/invite`,
        { clinic_name: 'New', doctor_first_name: 'A', doctor_last_name: 'B', email_unknown: true, city: 'Bern' },
      ],
      'GET /api/providers': () => ['/api/providers'],
    },
  },
  {
    by: 'document 1 §2.8: clinics to share with',
    roles: ['Doctor', 'Patient'],
    clinicActs: true,
    calls: { 'GET /api/providers/clinics': () => ['/api/providers/clinics'] },
  },
  {
    by: 'ruling 46: who read records of the clinic, for its administrators',
    roles: ['OrganizationAdmin'],
    clinicActs: true,
    calls: {
      'GET /api/access-ledger': () => ['/api/access-ledger'],
      'GET /api/access-ledger/export': () => ['/api/access-ledger/export'],
    },
  },
  {
    by: 'ruling 46: who read the own record, for the patient',
    roles: ['Patient'],
    calls: {
      'GET /api/access-ledger/own': () => ['/api/access-ledger/own?with_own=true'],
      'GET /api/access-ledger/own/export': () => ['/api/access-ledger/own/export'],
    },
  },
  {
    by: 'document 1 §2.8: the clinics of the own account',
    roles: ['Patient'],
    stands: ['own account'],
    calls: { 'GET /api/patients/:id/practices': ({ account }) => [`/api/patients/${account}/practices`] },
  },
  {
    by: 'document 1 §2.9: Data Sharing, and what waits, are for doctors',
    roles: ['Doctor'],
    clinicActs: true,
    calls: {
      'GET /api/worklist': () => ['/api/worklist'],
      'GET /api/patient-invitations/invitations/sent': () => ['/api/patient-invitations/invitations/sent'],
      'GET /api/patient-invitations/invitations/received': () => ['/api/patient-invitations/invitations/received'],
    },
  },
  {
    by: 'document 1 §4.1, rulings 41 and 45: an invitation, for its doctors, its patient and who holds its code',
    roles: 'anybody',
    byCode: true,
    stands: ['doctor of the clinic'],
    calls: {
      [`GET ${invited}/:code`]: ({ invitation }) => [`${invited}/${invitation}`],
      [`PUT ${invited}/:code/reject`]: about('asked', ({ asked }) => [`${invited}/${asked}/reject`]),
    },
  },
  {
    by: 'ruling 43: who asks a clinic to be connected, for its doctors',
    roles: ['Doctor'],
    stands: ['doctor of the clinic'],
    calls: { [`GET ${invited}/:code/person`]: ({ asked }) => [`${invited}/${asked}/person`] },
  },
  {
    by: 'ruling 41: only the code of the mail marks it as received',
    roles: 'anybody',
    byCode: true,
    stands: [],
    calls: { [`PUT ${invited}/:code/received`]: ({ invitation }) => [`${invited}/${invitation}/received`] },
  },
  {
    by: 'document 1 §4.2: what doctors and the patient do with it',
    roles: ['Doctor', 'Patient'],
    stands: ['doctor of the clinic'],
    calls: {
      [`PUT ${invited}/:code/approve`]: about('asked', ({ asked }) => [`${invited}/${asked}/approve`, { create_patient: false }]),
      [`PUT ${invited}/:code/resend`]: ({ invitation }) => [`${invited}/${invitation}/resend`],
      [`PUT ${invited}/:code/cancel`]: ({ invitation }) => [`${invited}/${invitation}/cancel`],
    },
  },
];
