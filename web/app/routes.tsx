import { type ComponentType, lazy, type LazyExoticComponent } from 'react';

export interface AppRoute {
  /** As the documents list it, in the router's notation; also the key of its row in the policy's `screens`. */
  path: string;
  screen: LazyExoticComponent<ComponentType>;
  /** The document's title until the screen sets its own. */
  title: string;
  /** Open without signing in. */
  isPublic?: boolean;
  /** Open to everybody, signed in or not. */
  isOpen?: boolean;
}

const screen = <K extends string>(load: () => Promise<Record<K, ComponentType>>, name: K): LazyExoticComponent<ComponentType> =>
  lazy(async () => ({ default: (await load())[name] }));

/** All screens; each is loaded when it is first opened. */
export const routes: readonly AppRoute[] = [
  { path: '/signin', title: 'Sign in', isPublic: true, screen: screen(() => import('./sign-in.screen.tsx'), 'SignInScreen') },
  {
    path: '/externalform',
    title: 'Create an account',
    isPublic: true,
    screen: screen(() => import('./sign-up.screen.tsx'), 'SignUpScreen'),
  },
  {
    path: '/recoverform',
    title: 'Recover password',
    isPublic: true,
    screen: screen(() => import('#web/features/accounts/recover.screen.tsx'), 'RecoverScreen'),
  },
  {
    path: '/resetpasswordform',
    title: 'Set a new password',
    isPublic: true,
    screen: screen(() => import('#web/features/accounts/reset.screen.tsx'), 'ResetScreen'),
  },
  {
    path: '/verify/:code',
    title: 'Confirm your address',
    isPublic: true,
    screen: screen(() => import('#web/features/accounts/verify.screen.tsx'), 'VerifyScreen'),
  },
  {
    path: '/confirm-address/:code',
    title: 'Confirm your new address',
    isOpen: true,
    screen: screen(() => import('#web/features/accounts/confirm-address.screen.tsx'), 'ConfirmAddressScreen'),
  },
  {
    path: '/receiveinvitation/:code',
    title: 'Invitation',
    isOpen: true,
    screen: screen(() => import('./receive-invitation.screen.tsx'), 'ReceiveInvitationScreen'),
  },
  {
    path: '/inviteduserform',
    title: 'Create an account',
    isPublic: true,
    screen: screen(() => import('./invited-sign-up.screen.tsx'), 'InvitedSignUpScreen'),
  },
  {
    path: '/practices',
    title: 'Clinics',
    screen: screen(() => import('#web/features/invitations/practices.screen.tsx'), 'PracticesScreen'),
  },
  {
    path: '/providers',
    title: 'Providers',
    screen: screen(() => import('#web/features/invitations/providers.screen.tsx'), 'ProvidersScreen'),
  },
  {
    path: '/worklist',
    title: 'What waits for me',
    screen: screen(() => import('#web/features/worklist/worklist.screen.tsx'), 'WorklistScreen'),
  },
  {
    path: '/invited-patients',
    title: 'Data Sharing',
    screen: screen(() => import('#web/features/invitations/data-sharing.screen.tsx'), 'DataSharingScreen'),
  },
  { path: '/profile', title: 'My account', screen: screen(() => import('#web/features/accounts/profile.screen.tsx'), 'ProfileScreen') },
  {
    path: '/patients',
    title: 'Patient list',
    screen: screen(() => import('#web/features/patients/patients.screen.tsx'), 'PatientListScreen'),
  },
  {
    path: '/patients-management',
    title: 'Patient management',
    screen: screen(() => import('#web/features/patients/patients.screen.tsx'), 'PatientManagementScreen'),
  },
  {
    path: '/patients/:patient_id',
    title: 'Patient',
    screen: screen(() => import('#web/app/patient/patient.screen.tsx'), 'PatientScreen'),
  },
  {
    path: '/patients/:patient_id/intakes/:item_id/change-dosage',
    title: 'Change of dosage',
    screen: screen(() => import('#web/features/intakes/change-dosage.screen.tsx'), 'ChangeDosageScreen'),
  },
  {
    path: '/patients/:patient_id/medical-history',
    title: 'History of Data Entry',
    screen: screen(() => import('#web/features/history/medical-history.screen.tsx'), 'MedicalHistoryScreen'),
  },
  {
    path: '/patients/:patient_id/trends',
    title: 'Trends',
    screen: screen(() => import('#web/features/trends/trends.screen.tsx'), 'TrendsScreen'),
  },
  {
    path: '/patients/:patient_id/:data_type/:item_id/:url_param?',
    title: 'Patient',
    screen: screen(() => import('#web/app/patient/data-edit.screen.tsx'), 'DataEditScreen'),
  },
  { path: '/reports', title: 'Reports', screen: lazy(() => import('#web/features/reports/reports.screen.tsx')) },
  { path: '/ocr-page/:page_id', title: 'Validate page', screen: lazy(() => import('#web/features/reports/page.screen.tsx')) },
  { path: '/page-preview', title: 'Page preview', screen: lazy(() => import('#web/features/reports/page-preview.screen.tsx')) },
  {
    path: '/reports/:file_id/page/:page_id',
    title: 'Validate page',
    screen: screen(() => import('./report-page.screen.tsx'), 'ReportPageScreen'),
  },
  {
    path: '/lab-params-management',
    title: 'Lab parameters',
    screen: screen(() => import('#web/features/lab-parameters/lab-parameters.screen.tsx'), 'LabParametersScreen'),
  },
  {
    path: '/lab-params-requests-management',
    title: 'Lab parameters requests',
    screen: screen(() => import('#web/features/lab-parameters/requests.screen.tsx'), 'LabRequestsScreen'),
  },
  {
    path: '/measurement-params-management',
    title: 'Global office parameters',
    screen: screen(() => import('#web/features/measurement-parameters/measurement-parameters.screen.tsx'), 'MeasurementParametersScreen'),
  },
  {
    path: '/templates-management',
    title: 'Office templates',
    screen: screen(() => import('#web/features/examination-templates/templates.screen.tsx'), 'TemplatesScreen'),
  },
  {
    path: '/users-management',
    title: 'User management',
    screen: screen(() => import('#web/features/users/users.screen.tsx'), 'UsersScreen'),
  },
  {
    path: '/organization-management',
    title: 'Organization management',
    screen: screen(() => import('#web/features/organizations/organizations.screen.tsx'), 'OrganizationsScreen'),
  },
  {
    path: '/api-docs',
    title: 'Programming interface',
    isOpen: true,
    screen: screen(() => import('#web/features/api-docs/api-docs.screen.tsx'), 'ApiDocsScreen'),
  },
  {
    path: '/outbox',
    title: 'Outbox',
    isOpen: true,
    screen: screen(() => import('#web/features/outbox/outbox.screen.tsx'), 'OutboxScreen'),
  },
  {
    path: '/record-access',
    title: 'Who has read my record',
    screen: screen(() => import('#web/features/access-ledger/own-access.screen.tsx'), 'OwnAccessScreen'),
  },
  {
    path: '/access-log',
    title: 'Access log',
    screen: screen(() => import('#web/features/access-ledger/access-log.screen.tsx'), 'AccessLogScreen'),
  },
  { path: '/redirect', title: 'Reports', screen: screen(() => import('./redirect.screen.tsx'), 'RedirectScreen') },
];

const paths = new Set(routes.map(({ path }) => path));

/** Whether there is a screen at this address of the menu or of a landing. */
export const exists = (path: string): boolean => paths.has(path);
