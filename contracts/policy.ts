import type { ReadKind } from './people/access-ledger.ts';
import type { Role } from './people/accounts.ts';

/**
 * How somebody must stand to what is asked for. The guard decides it from the heads of the streams (infra/access), no controller does.
 * - `public` not even signed in; `open` neither, but who is signed in is known; `any` signed in is enough: the call is about the person alone, or about nobody
 * - `global` reference data that belongs to nobody
 * - `own-organization` it belongs to the clinic that the person works for; without a subject the call is about that clinic as a whole
 * - `self` it is the patient's own record, by a standing connection of its account
 * - `connected` a doctor whose clinic an approved connection lets read the record of another clinic: what is checked, and never to change it
 * - `party` a doctor of a clinic that takes part in the invitation, or its patient; `code` whoever holds the code of its mail, signed in or not
 * - `super-user` the super user, on what does not belong to a record, and on the history of any item
 */
export type Relation = 'public' | 'open' | 'any' | 'global' | 'own-organization' | 'self' | 'connected' | 'party' | 'code' | 'super-user';

/** Where a request says what it is about. */
export type Place = `${'params' | 'query' | 'body'}.${string}`;

/** What a request is about: a patient's record, or something with a stream of its own. `optional`: a call without it is about no record. */
export type Subject =
  /** `new`: also where nothing has that id yet; then it is about the clinic that the person works for. */
  /** `across`: with `all_clinics=true` the call is about all records of the same person that its caller may read. */
  | { patient: Place; optional?: true; new?: true; across?: true }
  /** `gone`: also where its record is not there any more, as for a command that comes twice. */
  | { stream: string; id: Place; gone?: true }
  /** The signed-in person's own account. */
  | { account: Place }
  /** An invitation, by its id or by id and code. */
  | { invitation: Place }
  /** An item by the type that histories give it, and its id. */
  | { audited: Place; id: Place };

export interface Rule {
  roles: readonly Role[] | 'all';
  /** One of these has to hold. */
  relation: Relation | readonly Relation[];
  of?: Subject;
  /**
   * What of a patient's record it answers, for the access ledger (ruling 46): of the record that `of` names, and of those that its query tells. A
   * call that changes answers it only where somebody changed it meanwhile (409).
   */
  reads?: ReadKind;
  /** Its JSON may have 1 MB, as an append may, and is read of signed-in people only. Without this it has at most 16 KB. */
  large?: true;
  /** How often one person may call it within a day, where that is less than all changes together: ten times a hard working day. */
  a_day?: number;
}

const staff = ['OrganizationAdmin', 'Doctor', 'Assistant'] as const;
const staffAndPatient = [...staff, 'Patient'] as const;
const everybody = 'all' as const;

/** Who reads a record: its clinic, its patient, and the doctors of clinics that the patient is connected with (ruling 42). */
const readers = ['own-organization', 'self', 'connected'] as const;
/** Who knows of a record besides what is read of it across clinics. */
const clinicAndPatient = ['own-organization', 'self'] as const;
const inQuery = { patient: 'query.patient_id' } as const;
/** A record, with `all_clinics=true` besides those of the same person in other clinics: of reading calls alone. */
const acrossClinics = { ...inQuery, across: true } as const;
const inBody = { patient: 'body.patient_id' } as const;
const inPath = { patient: 'params.patient_id' } as const;
const invitation = { invitation: 'params.code' } as const;
const byId = <const S extends string>(stream: S) => ({ stream, id: 'params.id' }) as const;

const rules = {
  'POST /api/token': { roles: everybody, relation: 'public' },
  'POST /api/token/second-step': { roles: everybody, relation: 'public' },
  'GET /api/token': { roles: everybody, relation: 'any' },
  'DELETE /api/token': { roles: everybody, relation: 'any' },
  'GET /api/configuration/:name': { roles: everybody, relation: 'public' },
  'GET /api/openapi.json': { roles: everybody, relation: 'public' },
  'GET /api/health': { roles: everybody, relation: 'public' },
  'GET /api/outbox': { roles: everybody, relation: 'open' },
  'GET /api/notices': { roles: everybody, relation: 'any' },
  'GET /api/users': { roles: ['SuperUser', 'OrganizationAdmin'], relation: ['own-organization', 'super-user'] },
  'POST /api/users': { roles: ['SuperUser', 'OrganizationAdmin'], relation: ['own-organization', 'super-user'], large: true, a_day: 500 },
  'POST /api/users/patient': { roles: everybody, relation: 'public' },
  'PUT /api/users/verify/:code': { roles: everybody, relation: 'public' },
  'POST /api/users/verification': { roles: everybody, relation: 'public' },
  'POST /api/users/recover_password': { roles: everybody, relation: 'public' },
  'POST /api/users/reset_password': { roles: everybody, relation: 'public' },
  'GET /api/files/consent/:name': { roles: everybody, relation: 'public' },
  'GET /api/users/kept-key': { roles: everybody, relation: 'any' },
  'PUT /api/users/password': { roles: everybody, relation: 'any', a_day: 100 },
  'DELETE /api/users/me': { roles: ['Patient'], relation: 'any' },
  'GET /api/users/sessions': { roles: everybody, relation: 'any' },
  'DELETE /api/users/sessions': { roles: everybody, relation: 'any', a_day: 100 },
  'GET /api/users/email-change': { roles: everybody, relation: 'any' },
  'POST /api/users/email-change': { roles: everybody, relation: 'any', a_day: 50 },
  'DELETE /api/users/email-change': { roles: everybody, relation: 'any' },
  'PUT /api/users/email-change/:code': { roles: everybody, relation: 'public' },
  'POST /api/users/second-factor': { roles: everybody, relation: 'any', a_day: 100 },
  'PUT /api/users/second-factor': { roles: everybody, relation: 'any', a_day: 100 },
  'DELETE /api/users/second-factor': { roles: everybody, relation: 'any', a_day: 100 },
  'GET /api/users/:username': { roles: ['SuperUser', 'OrganizationAdmin'], relation: ['own-organization', 'super-user'] },
  'PUT /api/users/:username': { roles: ['SuperUser', 'OrganizationAdmin'], relation: ['own-organization', 'super-user'], large: true },
  'PUT /api/users/:username/locked': { roles: ['SuperUser', 'OrganizationAdmin'], relation: ['own-organization', 'super-user'] },
  'PUT /api/users/:username/access': { roles: ['SuperUser', 'OrganizationAdmin'], relation: ['own-organization', 'super-user'] },
  'PUT /api/users/:username/password': { roles: ['SuperUser', 'OrganizationAdmin'], relation: ['own-organization', 'super-user'] },
  'POST /api/users/:username/erasure': { roles: ['SuperUser', 'OrganizationAdmin'], relation: ['own-organization', 'super-user'] },
  'DELETE /api/users/:username': { roles: ['SuperUser', 'OrganizationAdmin'], relation: ['own-organization', 'super-user'] },
  'GET /api/organizations': { roles: ['SuperUser', 'OrganizationAdmin'], relation: ['own-organization', 'super-user'] },
  'POST /api/organizations': { roles: everybody, relation: 'open' },
  'GET /api/organizations/:id': {
    roles: ['SuperUser', 'OrganizationAdmin'],
    relation: ['own-organization', 'super-user'],
    of: byId('organization'),
  },
  'PUT /api/organizations/:id': {
    roles: ['SuperUser', 'OrganizationAdmin'],
    relation: ['own-organization', 'super-user'],
    of: byId('organization'),
    large: true,
  },
  'DELETE /api/organizations/:id': { roles: ['SuperUser'], relation: ['own-organization', 'super-user'], of: byId('organization') },
  'GET /api/worklist': { roles: ['Doctor'], relation: 'own-organization', reads: 'Worklist' },
  'GET /api/notifications': { roles: everybody, relation: 'any', reads: 'Notifications' },
  'POST /api/notifications/tasks/read': { roles: everybody, relation: 'any' },
  'POST /api/notifications/tasks/dismiss': { roles: everybody, relation: 'any' },
  'GET /api/occupations': { roles: everybody, relation: 'global' },
  'GET /api/occupations/:id': { roles: everybody, relation: 'global' },
  'POST /api/occupations': { roles: ['SuperUser'], relation: 'global' },
  'PUT /api/occupations/:id': { roles: ['SuperUser'], relation: 'global' },
  'DELETE /api/occupations/:id': { roles: ['SuperUser'], relation: 'global' },
  'GET /api/patients': { roles: staff, relation: 'own-organization', reads: 'Patient list' },
  'POST /api/patients': { roles: staff, relation: 'own-organization', large: true },
  'GET /api/patients/history': { roles: staffAndPatient, relation: clinicAndPatient, of: acrossClinics, reads: 'History' },
  'GET /api/patients/external-differences': { roles: staff, relation: 'own-organization', of: inQuery, reads: 'History' },
  'GET /api/record-looks/:patient_id': { roles: staff, relation: 'own-organization', of: inPath, reads: 'What is new' },
  'GET /api/record-looks/:patient_id/items': { roles: staff, relation: 'own-organization', of: inPath, reads: 'What is new' },
  'POST /api/record-looks/:patient_id': { roles: staff, relation: 'own-organization', of: inPath },
  'GET /api/patients/:id': { roles: staffAndPatient, relation: readers, of: { patient: 'params.id', across: true }, reads: 'Patient data' },
  'PUT /api/patients/:id': {
    roles: staff,
    relation: 'own-organization',
    of: { ...byId('patient'), gone: true },
    reads: 'Patient data',
    large: true,
  },
  'DELETE /api/patients/:id': { roles: staff, relation: 'own-organization', of: { ...byId('patient'), gone: true }, reads: 'Patient data' },
  'GET /api/lab-parameters': { roles: everybody, relation: 'global' },
  'GET /api/lab-parameters/:id': { roles: everybody, relation: 'global' },
  'GET /api/lab-parameters/merge/preview': { roles: ['SuperUser'], relation: 'global' },
  'GET /api/lab-parameters/:id/pages': { roles: ['SuperUser'], relation: 'global' },
  'GET /api/lab-parameters/pages/:id/image': { roles: ['SuperUser'], relation: 'global' },
  'GET /api/lab-parameters/:id/suggestions': { roles: ['SuperUser'], relation: 'global' },
  'GET /api/diseases': { roles: everybody, relation: 'global' },
  'GET /api/diseases/:id': { roles: everybody, relation: 'global' },
  'GET /api/medications': { roles: everybody, relation: 'global' },
  'GET /api/medications/:id': { roles: everybody, relation: 'global' },
  'GET /api/lab-parameters/export': { roles: everybody, relation: 'global' },
  'POST /api/lab-parameters/import': { roles: ['SuperUser'], relation: 'global' },
  'POST /api/lab-parameters': { roles: ['SuperUser'], relation: 'global', large: true },
  'PUT /api/lab-parameters/request_parameter': { roles: ['SuperUser', ...staff], relation: 'global', a_day: 1000 },
  'PUT /api/lab-parameters/reject_parameter': { roles: ['SuperUser'], relation: 'global' },
  'PUT /api/lab-parameters/merge': { roles: ['SuperUser'], relation: 'global', large: true },
  'PUT /api/lab-parameters/merge/:id/undo': { roles: ['SuperUser'], relation: 'global' },
  'PUT /api/lab-parameters/:id': { roles: ['SuperUser'], relation: 'global', large: true },
  'DELETE /api/lab-parameters/:id': { roles: ['SuperUser'], relation: 'global' },
  'GET /api/critical-results': { roles: staff, relation: 'own-organization', of: inQuery, reads: 'Lab results' },
  'PUT /api/critical-results/:id/seen': { roles: ['Doctor'], relation: 'own-organization', of: byId('lab_result') },
  'GET /api/lab-results': { roles: staffAndPatient, relation: readers, of: acrossClinics, reads: 'Lab results' },
  'GET /api/lab-results/series': { roles: staffAndPatient, relation: readers, of: acrossClinics, reads: 'Lab results' },
  'GET /api/lab-results/previous': { roles: staff, relation: 'own-organization', of: inQuery, reads: 'Lab results' },
  'GET /api/lab-results/:id': { roles: staffAndPatient, relation: readers, of: byId('lab_result'), reads: 'Lab results' },
  'POST /api/lab-results': { roles: staff, relation: 'own-organization', of: inBody, large: true },
  'PUT /api/lab-results/:id': { roles: staff, relation: 'own-organization', of: byId('lab_result'), reads: 'Lab results', large: true },
  'POST /api/lab-results/:id/accept': { roles: staff, relation: 'own-organization', of: byId('lab_result'), reads: 'Lab results' },
  'DELETE /api/lab-results/:id': { roles: staff, relation: 'own-organization', of: byId('lab_result'), reads: 'Lab results' },
  'GET /api/intakes': { roles: staffAndPatient, relation: readers, of: acrossClinics, reads: 'Treatments' },
  'GET /api/intakes/series': { roles: staffAndPatient, relation: readers, of: acrossClinics, reads: 'Treatments' },
  'GET /api/intakes/:id': { roles: staffAndPatient, relation: readers, of: byId('intake'), reads: 'Treatments' },
  'POST /api/intakes': { roles: staff, relation: 'own-organization', of: inBody, large: true },
  'PUT /api/intakes/:id': { roles: staff, relation: 'own-organization', of: byId('intake'), reads: 'Treatments', large: true },
  'POST /api/intakes/:id/split': { roles: staff, relation: 'own-organization', of: byId('intake'), reads: 'Treatments', large: true },
  'POST /api/intakes/:id/accept': { roles: staff, relation: 'own-organization', of: byId('intake'), reads: 'Treatments' },
  'DELETE /api/intakes/:id': { roles: staff, relation: 'own-organization', of: byId('intake'), reads: 'Treatments' },
  'GET /api/diagnoses': { roles: staffAndPatient, relation: readers, of: acrossClinics, reads: 'Diagnoses' },
  'GET /api/diagnoses/series': { roles: staffAndPatient, relation: readers, of: acrossClinics, reads: 'Diagnoses' },
  'GET /api/diagnoses/:id': { roles: staffAndPatient, relation: readers, of: byId('diagnosis'), reads: 'Diagnoses' },
  'POST /api/diagnoses': { roles: staff, relation: 'own-organization', of: inBody, large: true },
  'PUT /api/diagnoses/:id': { roles: staff, relation: 'own-organization', of: byId('diagnosis'), reads: 'Diagnoses', large: true },
  'POST /api/diagnoses/:id/accept': { roles: staff, relation: 'own-organization', of: byId('diagnosis'), reads: 'Diagnoses' },
  'DELETE /api/diagnoses/:id': { roles: staff, relation: 'own-organization', of: byId('diagnosis'), reads: 'Diagnoses' },
  'GET /api/graph-visuals/:patient_id': { roles: staffAndPatient, relation: readers, of: inPath, reads: 'Chart settings' },
  'POST /api/graph-visuals/:patient_id': { roles: staffAndPatient, relation: readers, of: inPath, large: true },
  'PUT /api/graph-visuals/:patient_id/seen': { roles: staffAndPatient, relation: readers, of: inPath, large: true },
  'GET /api/comments': { roles: staffAndPatient, relation: clinicAndPatient, of: inQuery, reads: 'Comments' },
  'GET /api/comments/last/:type': { roles: staffAndPatient, relation: clinicAndPatient, of: inQuery, reads: 'Comments' },
  'POST /api/comments': { roles: staffAndPatient, relation: clinicAndPatient, of: inBody, large: true, a_day: 1000 },
  'PUT /api/comments/:id': { roles: ['Doctor', 'Patient'], relation: clinicAndPatient, of: byId('comment') },
  'GET /api/import-notes': { roles: staff, relation: 'own-organization', of: inQuery, reads: 'What is new' },
  'PUT /api/import-notes/:id/read': { roles: staff, relation: 'own-organization', of: byId('import_note') },
  'GET /api/external-reports': { roles: staffAndPatient, relation: readers, of: acrossClinics, reads: 'Reports' },
  // ruling 42: whole reports are pages of the clinic that imported them
  'GET /api/external-reports/:id/forms/:file_id': {
    roles: staffAndPatient,
    relation: clinicAndPatient,
    of: byId('external_report'),
    reads: 'Reports',
  },
  'GET /api/measurement-parameters': { roles: everybody, relation: 'global' },
  'GET /api/measurement-parameters/:id': { roles: everybody, relation: 'global' },
  'GET /api/measurement-parameters/export': { roles: everybody, relation: 'global' },
  'POST /api/measurement-parameters/import': { roles: ['SuperUser'], relation: 'global' },
  'POST /api/measurement-parameters': { roles: ['SuperUser'], relation: 'global', large: true },
  'POST /api/measurement-parameters/suggest': { roles: ['SuperUser', ...staff], relation: ['global', 'own-organization'], large: true },
  'PUT /api/measurement-parameters/:id': { roles: ['SuperUser'], relation: 'global', large: true },
  'PUT /api/measurement-parameters/:id/reject': { roles: ['SuperUser'], relation: 'global' },
  'DELETE /api/measurement-parameters/:id': {
    roles: ['SuperUser', ...staff],
    relation: ['own-organization', 'super-user'],
    of: byId('measurement_parameter'),
  },
  'GET /api/examination-templates': {
    roles: ['SuperUser', ...staff],
    relation: ['own-organization', 'super-user'],
    of: { ...inQuery, optional: true },
    reads: 'Examinations',
  },
  'GET /api/examination-templates/:id': {
    roles: ['SuperUser', ...staff],
    relation: ['global', 'own-organization', 'super-user'],
    of: byId('examination_template'),
    reads: 'Examinations',
  },
  'GET /api/examination-templates/export': { roles: ['SuperUser', ...staff], relation: ['own-organization', 'super-user'] },
  'POST /api/examination-templates/import': { roles: ['SuperUser'], relation: 'global' },
  'POST /api/examination-templates': {
    roles: ['SuperUser', ...staff],
    relation: ['own-organization', 'super-user'],
    of: { ...inBody, optional: true },
    large: true,
  },
  'PUT /api/examination-templates/:id': {
    roles: ['SuperUser', ...staff],
    relation: ['own-organization', 'super-user'],
    of: byId('examination_template'),
    large: true,
  },
  'DELETE /api/examination-templates/:id': {
    roles: ['SuperUser', ...staff],
    relation: ['own-organization', 'super-user'],
    of: byId('examination_template'),
  },
  'GET /api/examinations': { roles: staffAndPatient, relation: readers, of: acrossClinics, reads: 'Examinations' },
  'GET /api/examinations/series': { roles: staffAndPatient, relation: readers, of: acrossClinics, reads: 'Examinations' },
  'GET /api/examinations/previous': { roles: staff, relation: 'own-organization', of: inQuery, reads: 'Examinations' },
  'GET /api/examinations/:id': { roles: staffAndPatient, relation: readers, of: byId('examination'), reads: 'Examinations' },
  'POST /api/examinations': { roles: staff, relation: 'own-organization', of: inBody, large: true },
  'PUT /api/examinations/:id': { roles: staff, relation: 'own-organization', of: byId('examination'), reads: 'Examinations', large: true },
  'POST /api/examinations/:id/accept': { roles: staff, relation: 'own-organization', of: byId('examination'), reads: 'Examinations' },
  'DELETE /api/examinations/:id': { roles: staff, relation: 'own-organization', of: byId('examination'), reads: 'Examinations' },
  'GET /api/trends': { roles: staffAndPatient, relation: readers, of: acrossClinics, reads: 'Trends' },
  'GET /api/exports/:section': { roles: staffAndPatient, relation: readers, of: acrossClinics, reads: 'Export', a_day: 500 },
  'GET /api/audit/:type/:id': {
    roles: [...staffAndPatient, 'SuperUser'],
    relation: ['own-organization', 'self', 'super-user'],
    of: { audited: 'params.type', id: 'params.id' },
    reads: 'History',
  },
  'POST /api/ocr': { roles: staff, relation: 'own-organization', a_day: 2000 },
  'GET /api/ocr': { roles: everybody, relation: ['any', 'own-organization'], reads: 'Reports' },
  'GET /api/ocr/instances': { roles: everybody, relation: 'any' },
  'GET /api/ocr/staying': { roles: everybody, relation: clinicAndPatient, of: inQuery, reads: 'Reports' },
  // Whose a page is, its rows say (ruling 16): no stream is named by it.
  'GET /api/ocr/pages/:id': { roles: everybody, relation: clinicAndPatient, reads: 'Reports' },
  'GET /api/ocr/:id': { roles: everybody, relation: 'own-organization', of: byId('report'), reads: 'Reports' },
  'PUT /api/ocr/:id/seen': { roles: ['Doctor'], relation: 'own-organization', of: byId('report') },
  'PUT /api/ocr/validate': { roles: staff, relation: 'own-organization', of: inBody, reads: 'Reports', large: true },
  'DELETE /api/ocr/:id': { roles: staff, relation: 'own-organization', of: byId('report') },
  'POST /api/files/agreement/:patient_id': { roles: staff, relation: 'own-organization', of: { ...inPath, new: true }, a_day: 1000 },
  'GET /api/files/agreement/:patient_id': { roles: staff, relation: 'own-organization', of: inPath, reads: 'Agreement' },
  'GET /api/files/page/:id': { roles: everybody, relation: clinicAndPatient, reads: 'Reports' },
  'PUT /api/patient-invitations/invitation/invite': { roles: ['Doctor'], relation: 'own-organization', of: inBody, a_day: 500 },
  'PUT /api/patient-invitations/invitation/organization/invite': {
    roles: ['Doctor', 'Patient'],
    relation: 'own-organization',
    of: { ...inBody, optional: true },
    a_day: 500,
  },
  'PUT /api/patient-invitations/invitation/neworganization/invite': { roles: ['Patient'], relation: 'any', a_day: 500 },
  'GET /api/patient-invitations/invitation/:code': { roles: everybody, relation: ['party', 'code'], of: invitation, reads: 'Invitations' },
  'GET /api/patient-invitations/invitation/:code/person': { roles: ['Doctor'], relation: 'party', of: invitation, reads: 'Invitations' },
  'PUT /api/patient-invitations/invitation/:code/received': { roles: everybody, relation: ['party', 'code'], of: invitation },
  'PUT /api/patient-invitations/invitation/:code/reject': { roles: everybody, relation: ['party', 'code'], of: invitation },
  'PUT /api/patient-invitations/invitation/:code/approve': { roles: ['Doctor', 'Patient'], relation: 'party', of: invitation },
  'PUT /api/patient-invitations/invitation/:code/cancel': { roles: ['Doctor', 'Patient'], relation: 'party', of: invitation },
  'PUT /api/patient-invitations/invitation/:code/resend': { roles: ['Doctor', 'Patient'], relation: 'party', of: invitation, a_day: 500 },
  'GET /api/patient-invitations/invitations/sent': { roles: ['Doctor'], relation: 'own-organization', reads: 'Invitations' },
  'GET /api/patient-invitations/invitations/received': { roles: ['Doctor'], relation: 'own-organization', reads: 'Invitations' },
  'GET /api/patients/:id/practices': { roles: ['Patient'], relation: 'self', of: { account: 'params.id' } },
  'GET /api/providers': { roles: ['Patient'], relation: 'any' },
  'GET /api/providers/clinics': { roles: ['Doctor', 'Patient'], relation: ['any', 'own-organization'] },
  'GET /api/access-ledger': { roles: ['OrganizationAdmin'], relation: 'own-organization', reads: 'Access log' },
  'GET /api/access-ledger/export': { roles: ['OrganizationAdmin'], relation: 'own-organization', reads: 'Access log', a_day: 500 },
  'GET /api/access-ledger/own': { roles: ['Patient'], relation: 'any' },
  'GET /api/access-ledger/own/export': { roles: ['Patient'], relation: 'any', a_day: 500 },
} as const satisfies Record<string, Rule>;

export type Route = keyof typeof rules;

/** One row per route, 'METHOD /path' as Nest registers it. A route without a row stops the start. */
export const policy: Readonly<Record<string, Rule>> = rules;

/** Roles that may open a screen, by its address as the documents list it. Catch-all and public screens are not here. */
export const screens: Readonly<Record<string, readonly Role[] | 'all'>> = {
  '/profile': everybody,
  '/reports': everybody,
  '/reports/:file_id/page/:page_id': everybody,
  '/ocr-page/:page_id': everybody,
  '/page-preview': everybody,
  '/patients': staff,
  '/patients-management': staff,
  '/patients/:patient_id': staffAndPatient,
  '/patients/:patient_id/medical-history': staffAndPatient,
  '/patients/:patient_id/trends': staffAndPatient,
  '/patients/:patient_id/:data_type/:item_id/:url_param?': staffAndPatient,
  '/patients/:patient_id/intakes/:item_id/change-dosage': staff,
  '/worklist': ['Doctor'],
  '/invited-patients': ['Doctor'],
  '/lab-params-management': ['SuperUser', 'OrganizationAdmin'],
  '/lab-params-requests-management': ['SuperUser'],
  '/measurement-params-management': ['SuperUser'],
  '/templates-management': ['SuperUser', 'OrganizationAdmin'],
  '/users-management': ['SuperUser', 'OrganizationAdmin'],
  '/organization-management': ['SuperUser', 'OrganizationAdmin'],
  '/practices': ['Patient'],
  '/providers': ['Patient'],
  '/record-access': ['Patient'],
  '/access-log': ['OrganizationAdmin'],
};

/** Entries of the side menu in their order; `heading` starts the administration panel. */
export const menu: readonly { path: string; label: string; hint?: string; roles: readonly Role[] | 'all'; administration?: boolean }[] = [
  { path: '/patients', label: 'Patient list', hint: 'Find patients', roles: staff },
  { path: '/worklist', label: 'What waits for me', hint: 'Critical results, comments', roles: ['Doctor'] },
  { path: '/reports', label: 'Reports', hint: 'Validate OCR documents', roles: ['SuperUser', ...staff] },
  { path: '/lab-params-management', label: 'Lab parameters', roles: ['SuperUser', 'OrganizationAdmin'], administration: true },
  { path: '/lab-params-requests-management', label: 'Lab parameters requests', roles: ['SuperUser'], administration: true },
  { path: '/measurement-params-management', label: 'Global office parameters', roles: ['SuperUser'], administration: true },
  { path: '/templates-management', label: 'Office templates', roles: ['SuperUser'], administration: true },
  { path: '/users-management', label: 'User management', roles: ['SuperUser', 'OrganizationAdmin'], administration: true },
  { path: '/organization-management', label: 'Organization management', roles: ['SuperUser'], administration: true },
  { path: '/patients-management', label: 'Patient management', roles: staff, administration: true },
  { path: '/access-log', label: 'Access log', roles: ['OrganizationAdmin'], administration: true },
  { path: '/invited-patients', label: 'Data Sharing', roles: ['Doctor'] },
  { path: '/profile', label: 'My account', roles: everybody },
  { path: '/practices', label: 'Clinics', hint: 'Your medical records', roles: ['Patient'] },
  { path: '/providers', label: 'Providers', hint: 'Select your providers', roles: ['Patient'] },
  { path: '/record-access', label: 'Who has read my record', roles: ['Patient'] },
];
