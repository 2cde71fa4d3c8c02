import type { Role } from './people/accounts.ts';

/**
 * How the signed-in person must stand to what is asked for:
 * `own-organization` the record belongs to the person's clinic, `self` it is the patient's own record, `staff-or-self` either,
 * `any` signed in is enough, `public` not even that, `open` neither, but who is signed in is known, `global` reference data that belongs to nobody.
 */
export type Relation = 'public' | 'open' | 'any' | 'global' | 'own-organization' | 'self' | 'staff-or-self';

export interface Rule {
  roles: readonly Role[] | 'all';
  relation: Relation;
}

const staff = ['OrganizationAdmin', 'Doctor', 'Assistant'] as const;
const staffAndPatient = [...staff, 'Patient'] as const;
const everybody = 'all' as const;

const rules = {
  'POST /api/token': { roles: everybody, relation: 'public' },
  'GET /api/token': { roles: everybody, relation: 'any' },
  'DELETE /api/token': { roles: everybody, relation: 'any' },
  'GET /api/configuration/:name': { roles: everybody, relation: 'public' },
  'GET /api/openapi.json': { roles: everybody, relation: 'public' },
  'GET /api/health': { roles: everybody, relation: 'public' },
  'GET /api/outbox': { roles: everybody, relation: 'public' },
  'GET /api/notices': { roles: everybody, relation: 'any' },
  'GET /api/users': { roles: ['SuperUser', 'OrganizationAdmin'], relation: 'own-organization' },
  'POST /api/users': { roles: ['SuperUser', 'OrganizationAdmin'], relation: 'own-organization' },
  'GET /api/users/kept-key': { roles: everybody, relation: 'any' },
  'PUT /api/users/password': { roles: everybody, relation: 'any' },
  'GET /api/organizations': { roles: ['SuperUser', 'OrganizationAdmin'], relation: 'own-organization' },
  'POST /api/organizations': { roles: everybody, relation: 'open' },
  'GET /api/organizations/:id': { roles: ['SuperUser', 'OrganizationAdmin'], relation: 'own-organization' },
  'PUT /api/organizations/:id': { roles: ['SuperUser', 'OrganizationAdmin'], relation: 'own-organization' },
  'DELETE /api/organizations/:id': { roles: ['SuperUser'], relation: 'own-organization' },
  'GET /api/occupations': { roles: everybody, relation: 'global' },
  'GET /api/occupations/:id': { roles: everybody, relation: 'global' },
  'POST /api/occupations': { roles: ['SuperUser'], relation: 'global' },
  'PUT /api/occupations/:id': { roles: ['SuperUser'], relation: 'global' },
  'DELETE /api/occupations/:id': { roles: ['SuperUser'], relation: 'global' },
  'GET /api/patients': { roles: staff, relation: 'own-organization' },
  'POST /api/patients': { roles: staff, relation: 'own-organization' },
  'GET /api/patients/history': { roles: staffAndPatient, relation: 'staff-or-self' },
  'GET /api/patients/external-differences': { roles: staff, relation: 'own-organization' },
  'GET /api/record-looks/:patient_id': { roles: staff, relation: 'own-organization' },
  'GET /api/record-looks/:patient_id/items': { roles: staff, relation: 'own-organization' },
  'POST /api/record-looks/:patient_id': { roles: staff, relation: 'own-organization' },
  'GET /api/patients/:id': { roles: staffAndPatient, relation: 'staff-or-self' },
  'PUT /api/patients/:id': { roles: staff, relation: 'own-organization' },
  'DELETE /api/patients/:id': { roles: staff, relation: 'own-organization' },
  'GET /api/lab-parameters': { roles: everybody, relation: 'global' },
  'GET /api/lab-parameters/:id': { roles: everybody, relation: 'global' },
  'GET /api/diseases': { roles: everybody, relation: 'global' },
  'GET /api/diseases/:id': { roles: everybody, relation: 'global' },
  'GET /api/medications': { roles: everybody, relation: 'global' },
  'GET /api/medications/:id': { roles: everybody, relation: 'global' },
  'POST /api/lab-parameters': { roles: ['SuperUser'], relation: 'global' },
  'GET /api/lab-results': { roles: staffAndPatient, relation: 'staff-or-self' },
  'GET /api/lab-results/series': { roles: staffAndPatient, relation: 'staff-or-self' },
  'GET /api/lab-results/previous': { roles: staff, relation: 'own-organization' },
  'GET /api/lab-results/:id': { roles: staffAndPatient, relation: 'staff-or-self' },
  'POST /api/lab-results': { roles: staff, relation: 'own-organization' },
  'PUT /api/lab-results/:id': { roles: staff, relation: 'own-organization' },
  'DELETE /api/lab-results/:id': { roles: staff, relation: 'own-organization' },
  'GET /api/intakes': { roles: staffAndPatient, relation: 'staff-or-self' },
  'GET /api/intakes/series': { roles: staffAndPatient, relation: 'staff-or-self' },
  'GET /api/intakes/:id': { roles: staffAndPatient, relation: 'staff-or-self' },
  'POST /api/intakes': { roles: staff, relation: 'own-organization' },
  'PUT /api/intakes/:id': { roles: staff, relation: 'own-organization' },
  'POST /api/intakes/:id/split': { roles: staff, relation: 'own-organization' },
  'DELETE /api/intakes/:id': { roles: staff, relation: 'own-organization' },
  'GET /api/diagnoses': { roles: staffAndPatient, relation: 'staff-or-self' },
  'GET /api/diagnoses/series': { roles: staffAndPatient, relation: 'staff-or-self' },
  'GET /api/diagnoses/:id': { roles: staffAndPatient, relation: 'staff-or-self' },
  'POST /api/diagnoses': { roles: staff, relation: 'own-organization' },
  'PUT /api/diagnoses/:id': { roles: staff, relation: 'own-organization' },
  'DELETE /api/diagnoses/:id': { roles: staff, relation: 'own-organization' },
  'GET /api/graph-visuals/:patient_id': { roles: staffAndPatient, relation: 'staff-or-self' },
  'POST /api/graph-visuals/:patient_id': { roles: staffAndPatient, relation: 'staff-or-self' },
  'PUT /api/graph-visuals/:patient_id/seen': { roles: staffAndPatient, relation: 'staff-or-self' },
  'GET /api/comments': { roles: staffAndPatient, relation: 'staff-or-self' },
  'GET /api/comments/last/:type': { roles: staffAndPatient, relation: 'staff-or-self' },
  'POST /api/comments': { roles: staffAndPatient, relation: 'staff-or-self' },
  'PUT /api/comments/:id': { roles: ['Doctor', 'Patient'], relation: 'staff-or-self' },
  'GET /api/measurement-parameters': { roles: everybody, relation: 'global' },
  'GET /api/measurement-parameters/:id': { roles: everybody, relation: 'global' },
  'POST /api/measurement-parameters': { roles: ['SuperUser'], relation: 'global' },
  'POST /api/measurement-parameters/suggest': { roles: ['SuperUser', ...staff], relation: 'global' },
  'PUT /api/measurement-parameters/:id': { roles: ['SuperUser'], relation: 'global' },
  'PUT /api/measurement-parameters/:id/reject': { roles: ['SuperUser'], relation: 'global' },
  'DELETE /api/measurement-parameters/:id': { roles: ['SuperUser', ...staff], relation: 'global' },
  'GET /api/examination-templates': { roles: ['SuperUser', ...staff], relation: 'own-organization' },
  'GET /api/examination-templates/:id': { roles: ['SuperUser', ...staff], relation: 'own-organization' },
  'POST /api/examination-templates': { roles: ['SuperUser', ...staff], relation: 'own-organization' },
  'PUT /api/examination-templates/:id': { roles: ['SuperUser', ...staff], relation: 'own-organization' },
  'DELETE /api/examination-templates/:id': { roles: ['SuperUser', ...staff], relation: 'own-organization' },
  'GET /api/examinations': { roles: staffAndPatient, relation: 'staff-or-self' },
  'GET /api/examinations/series': { roles: staffAndPatient, relation: 'staff-or-self' },
  'GET /api/examinations/previous': { roles: staff, relation: 'own-organization' },
  'GET /api/examinations/:id': { roles: staffAndPatient, relation: 'staff-or-self' },
  'POST /api/examinations': { roles: staff, relation: 'own-organization' },
  'PUT /api/examinations/:id': { roles: staff, relation: 'own-organization' },
  'DELETE /api/examinations/:id': { roles: staff, relation: 'own-organization' },
  'GET /api/trends': { roles: staffAndPatient, relation: 'staff-or-self' },
  'GET /api/exports/:section': { roles: staffAndPatient, relation: 'staff-or-self' },
  'GET /api/audit/:type/:id': { roles: [...staffAndPatient, 'SuperUser'], relation: 'staff-or-self' },
  'POST /api/ocr': { roles: staff, relation: 'own-organization' },
  'GET /api/ocr': { roles: everybody, relation: 'own-organization' },
  'GET /api/ocr/instances': { roles: everybody, relation: 'any' },
  'GET /api/ocr/staying': { roles: everybody, relation: 'staff-or-self' },
  'GET /api/ocr/pages/:id': { roles: everybody, relation: 'staff-or-self' },
  'GET /api/ocr/:id': { roles: everybody, relation: 'own-organization' },
  'PUT /api/ocr/validate': { roles: staff, relation: 'own-organization' },
  'DELETE /api/ocr/:id': { roles: staff, relation: 'own-organization' },
  'GET /api/files/page/:id': { roles: everybody, relation: 'staff-or-self' },
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
  '/patients/:patient_id/:data_type/:item_id': staffAndPatient,
  '/patients/:patient_id/intakes/:item_id/change-dosage': staff,
  '/invited-patients': ['Doctor'],
  '/lab-params-management': ['SuperUser', 'OrganizationAdmin'],
  '/lab-params-requests-management': ['SuperUser'],
  '/measurement-params-management': ['SuperUser'],
  '/templates-management': ['SuperUser', 'OrganizationAdmin'],
  '/users-management': ['SuperUser', 'OrganizationAdmin'],
  '/organization-management': ['SuperUser', 'OrganizationAdmin'],
  '/practices': ['Patient'],
  '/providers': ['Patient'],
};

/** Entries of the side menu in their order; `heading` starts the administration panel. */
export const menu: readonly { path: string; label: string; hint?: string; roles: readonly Role[] | 'all'; administration?: boolean }[] = [
  { path: '/patients', label: 'Patient list', hint: 'Find patients', roles: staff },
  { path: '/reports', label: 'Reports', hint: 'Validate OCR documents', roles: ['SuperUser', ...staff] },
  { path: '/lab-params-management', label: 'Lab parameters', roles: ['SuperUser', 'OrganizationAdmin'], administration: true },
  { path: '/lab-params-requests-management', label: 'Lab parameters requests', roles: ['SuperUser'], administration: true },
  { path: '/measurement-params-management', label: 'Global office parameters', roles: ['SuperUser'], administration: true },
  { path: '/templates-management', label: 'Office templates', roles: ['SuperUser'], administration: true },
  { path: '/users-management', label: 'User management', roles: ['SuperUser', 'OrganizationAdmin'], administration: true },
  { path: '/organization-management', label: 'Organization management', roles: ['SuperUser'], administration: true },
  { path: '/patients-management', label: 'Patient management', roles: staff, administration: true },
  { path: '/invited-patients', label: 'Data Sharing', roles: ['Doctor'] },
  { path: '/profile', label: 'My account', roles: everybody },
  { path: '/practices', label: 'Clinics', hint: 'Your medical records', roles: ['Patient'] },
  { path: '/providers', label: 'Providers', hint: 'Select your providers', roles: ['Patient'] },
];
