import { AskingPerson } from './people/asking-person.ts';
import { z } from 'zod';
import { Id } from './wire/primitives.ts';
import { AccessView, ledgerPage, OwnAccessPage } from './people/access-ledger.ts';
import { ErasedAccount } from './people/account-erasure.ts';
import { KeptKey, SessionView, SignInAnswer, TokenResponse, UserDetails, UserView } from './people/accounts.ts';
import { OwnEmail } from './people/email-change.ts';
import { RecoveryCodes, SecondFactorOffer } from './people/second-factor.ts';
import { CatalogueMatch } from './catalogues/catalogues.ts';
import { Accepted } from './wire/command.ts';
import { CommentType, CommentView, LastComment } from './items/comments.ts';
import { Worklist } from './worklist/worklist.ts';
import { choices, Configuration } from './wire/configuration.ts';
import { Health } from './wire/health.ts';
import { DiagnosisSeries, DiagnosisView } from './diagnoses/diagnoses.ts';
import { CatalogueDisease } from './catalogues/diseases.ts';
import { ListImport, ListUpload } from './catalogues/list-import.ts';
import { ExaminationTemplateView } from './examinations/examination-templates.ts';
import { ExaminationView, PreviousMeasurement } from './examinations/examinations.ts';
import { ExternalReportView } from './items/external-reports.ts';
import { GraphVisuals } from './items/graph-visuals.ts';
import { ImportNoteView } from './people/import-notes.ts';
import { AuditAnswer, AuditEntry, AuditType } from './items/history.ts';
import { IntakeSeries, IntakeView } from './treatments/intake-views.ts';
import { FoundRow } from './lab/found-parameters.ts';
import { CriticalPageView, CriticalResultView } from './lab/critical-results.ts';
import { LabMergePreview } from './lab/lab-merges.ts';
import { LabParameterView, ParameterSuggestion } from './lab/lab-parameters.ts';
import { LabResultView, PreviousLabValue } from './lab/lab-results.ts';
import { ManagedMeasurementParameter, MeasurementParameterView } from './examinations/measurement-parameters.ts';
import { MedicalItemView } from './items/medical-items.ts';
import { OccupationView } from './catalogues/occupations.ts';
import { CatalogueMedication } from './catalogues/medications.ts';
import { Notice } from './wire/notices.ts';
import { Outbox } from './wire/outbox.ts';
import { PackedSeries } from './observations/observation-columns.ts';
import { ObservationSeries } from './observations/observations.ts';
import { InvitableClinic, InvitationAccepted, InvitationDetails, InvitationView, Practice, Provider } from './people/invitations.ts';
import { PatientPage, PatientView } from './people/patients.ts';
import { NotificationView } from './people/notifications.ts';
import { OrganizationView } from './people/organizations.ts';
import type { Route } from './policy.ts';
import { ChangedItem, ExternalDifferences, RecordChanges } from './items/last-seen.ts';
import { OcrType, PageAccepted, PageView, ReadingInstances, ReportView, RowsOnPage } from './reports/reports.ts';
import { PackedTrends, Trend } from './observations/trends.ts';

/** What a call is for and what it answers. Its address, query and body are what its controller parses. */
export interface Call {
  /** One line: what the call does. */
  summary: string;
  /** What else a caller needs to know. */
  more?: string;
  /** What a call that succeeds answers; 'nothing' for 204. */
  answer: z.ZodType | 'nothing';
  /** Of an answer that is not JSON. */
  media?: 'application/pdf' | 'application/octet-stream' | 'text/csv' | 'image/jpeg' | 'image/png' | 'text/event-stream';
  /** The answer has an ETag and is not sent again to who names it in If-None-Match. */
  etag?: true;
  /** Parts of the address that have a list of their own. */
  path?: Readonly<Record<string, z.ZodType>>;
  /** A multipart form instead of a JSON body. */
  form?: z.ZodType;
}

const stale = z.literal(true).optional();
const ONE_WAITS = 'While one of the same waits nothing is sent: the answer is that one, `waiting`.';

const page = <T extends z.ZodType, S extends z.ZodRawShape>(item: T, more?: S) =>
  z.object({ items: z.array(item), overall_count: z.int(), ...more, stale });

/** What the imports of all lists have in common. */
const listImport = {
  more:
    'Each row is a command of its own. `dry_run=true` writes nothing and answers the same; its `plan`, sent along with the import, has that ' +
    'refused (409) where the catalogue changed in between.',
  answer: ListImport,
  form: ListUpload,
};

const one = <T extends z.ZodObject>(view: T) => view.extend({ stale });

const skip = z.int();
const counted = { skip, unchecked: z.int().optional() };
const lasting = { ...counted, hidden: z.int().optional() };
const found = { match: CatalogueMatch };
const packed = z.object({ packed: PackedSeries, overall_count: z.int(), stale });

const ofItem = (item: string) => ({
  record: { summary: `Record ${item}`, answer: Accepted },
  correct: {
    summary: `Correct ${item}`,
    more: '409 with the current item where it changed since; 422 for what came from an external record.',
    answer: Accepted,
  },
  accept: {
    summary: `Say that ${item} of an external record is right as it stands`,
    more: 'Answers all its open questions (`asks`). 409 with the current item where it changed since.',
    answer: Accepted,
  },
  remove: { summary: `Remove ${item}`, more: 'It leaves lists and charts; its history stays.', answer: Accepted },
});
const [labResult, treatment, diagnosis, examination] = [
  ofItem('a lab result'),
  ofItem('a treatment'),
  ofItem('a diagnosis'),
  ofItem('an examination'),
];

/** One row per row of the policy table. */
export const calls: Readonly<Record<Route, Call>> = {
  'POST /api/token': {
    summary: 'Sign in',
    more: 'An account with a second factor is answered `second_factor_required`, and a token for the second step alone.',
    answer: SignInAnswer,
  },
  'POST /api/token/second-step': {
    summary: 'Give the code of the second factor',
    more: 'Six digits of the app, each counts once, or a recovery code.',
    answer: TokenResponse,
  },
  'GET /api/token': { summary: 'Renew the token of the session', answer: TokenResponse },
  'DELETE /api/token': { summary: 'Sign out', more: 'The session ends at once.', answer: 'nothing' },
  'GET /api/configuration/:name': {
    summary: 'Configuration, or a list of choices',
    more: '`read` answers the configuration, every other name a list that forms offer.',
    answer: z.union([Configuration, page(z.string())]),
    path: { name: z.enum(['read', ...(Object.keys(choices) as (keyof typeof choices)[]), 'userRoles']) },
  },
  'GET /api/health': { summary: 'Whether the installation works', answer: Health },
  'GET /api/outbox': {
    summary: 'Mails that were kept instead of being sent, the newest first',
    more:
      'In `local` and `development` without a mail server; otherwise 404. To super users; while nothing exists but the demonstration, to whoever sends ' +
      'the secret of the start as X-Local-Secret.',
    answer: Outbox,
  },
  'GET /api/openapi.json': { summary: 'This document', answer: z.looseObject({ openapi: z.string() }), etag: true },
  'GET /api/notices': {
    summary: 'Follow what changes',
    more:
      'Server-sent events, each a notice as JSON: something of this slice changed, read it again with `after`. What is left out was too much to ' +
      'name, or belongs to no record.',
    answer: Notice,
    media: 'text/event-stream',
  },
  'GET /api/users': { summary: 'Users of the clinic by name; for a super user of all clinics', answer: page(UserView) },
  'POST /api/users': { summary: 'Register a user', answer: Accepted },
  'GET /api/users/kept-key': { summary: 'The key under which a browser seals what its user has not sent yet', answer: KeptKey },
  'PUT /api/patient-invitations/invitation/invite': {
    summary: 'Invite a patient of the clinic to connect its account',
    more: 'A mail brings the link. 409 where the record is connected with an account already. ' + ONE_WAITS,
    answer: InvitationAccepted,
  },
  'PUT /api/patient-invitations/invitation/organization/invite': {
    summary: 'Share with a clinic',
    more:
      'A patient shares what the account is connected with, and the clinic has to accept. A doctor names a patient_id and shares that record: ' +
      'the patient and a doctor of the other clinic have to accept. 409 where it is connected already. ' +
      ONE_WAITS,
    answer: InvitationAccepted,
  },
  'PUT /api/patient-invitations/invitation/neworganization/invite': {
    summary: 'Invite a clinic that is not registered',
    more: ONE_WAITS,
    answer: InvitationAccepted,
  },
  'GET /api/patient-invitations/invitation/:code': {
    summary: 'An invitation as the page behind its link needs it',
    more: 'The address holds the id, for who takes part, or id and code as the link of the mail has them.',
    answer: InvitationDetails,
  },
  'GET /api/patient-invitations/invitation/:code/person': {
    summary: 'Who asks the clinic to be connected',
    more: 'For its doctors, while the request waits.',
    answer: AskingPerson,
  },
  'PUT /api/patient-invitations/invitation/:code/received': {
    summary: 'Say that the link was opened',
    more: 'Approves nothing.',
    answer: Accepted,
  },
  'PUT /api/patient-invitations/invitation/:code/approve': {
    summary: 'Accept an invitation',
    more:
      "An account is connected with a clinic's record by the code of the mail alone: 403 without it. 409 where it was decided already. A doctor " +
      'who accepts a person that asked says with create_patient whether a record is made, or names with patient_id the patient to whose account ' +
      'the code is mailed; without either the record that the account had before is restored, 422 where it had none.',
    answer: Accepted,
  },
  'PUT /api/patient-invitations/invitation/:code/reject': {
    summary: 'Reject an invitation',
    more: '409 where it was decided already.',
    answer: Accepted,
  },
  'PUT /api/patient-invitations/invitation/:code/cancel': {
    summary: 'Take an invitation back, or revoke what it connected',
    more: 'Nobody reads by it from the next request on.',
    answer: Accepted,
  },
  'PUT /api/patient-invitations/invitation/:code/resend': {
    summary: 'Send an invitation again',
    more: 'Links sent before stop working.',
    answer: Accepted,
  },
  'GET /api/patient-invitations/invitations/sent': {
    summary: 'Invitations that the clinic sent; `waiting`: how many received ones wait for it',
    answer: page(InvitationView, { waiting: z.int() }),
  },
  'GET /api/patient-invitations/invitations/received': {
    summary: 'Invitations that the clinic received; `waiting`: how many of them wait for it',
    answer: page(InvitationView, { waiting: z.int() }),
  },
  'GET /api/patients/:id/practices': { summary: "The person's clinics: `id` is that of the own account", answer: page(Practice) },
  'GET /api/providers': { summary: 'Doctors of approved clinics', answer: page(Provider) },
  'GET /api/providers/clinics': { summary: 'Clinics that may be invited, by name', answer: page(InvitableClinic) },
  'POST /api/users/patient': {
    summary: 'Sign up as a patient',
    more: 'A mail brings the link that confirms the address; before that nobody can sign in. 409 where the username is taken.',
    answer: Accepted,
  },
  'PUT /api/users/verify/:code': {
    summary: 'Confirm the e-mail address of a new account',
    more: '422, the same for a code that is wrong, spent or over.',
    answer: 'nothing',
  },
  'POST /api/users/verification': {
    summary: 'Send the link that confirms the address again',
    more: 'The answer does not tell whether a mail was sent.',
    answer: 'nothing',
  },
  'POST /api/users/recover_password': {
    summary: 'Ask for a link to set a new password',
    more: 'The answer is the same whether or not an account has the address.',
    answer: 'nothing',
  },
  'POST /api/users/reset_password': {
    summary: 'Set a new password with the link from the mail',
    more: 'Ends all sessions. 422, the same for a token that is wrong, spent, over or of another address.',
    answer: 'nothing',
  },
  'GET /api/files/consent/:name': {
    summary: 'A page of a form that people agree to',
    more: '`hipaa` is the only form. `extension`: `jpg`, `png`, or `txt` for the words of the page; 404 where the page is not stored in that format.',
    answer: z.string(),
    media: 'image/jpeg',
  },
  'PUT /api/users/password': { summary: 'Change the own password', answer: Accepted },
  'DELETE /api/users/me': {
    summary: 'Erase the own account of a patient',
    more:
      'The account cannot be read afterwards, and its connections end. Records of clinics stay: the clinic erases them. ' +
      '403 for an account that is also one of a clinic’s staff, which an administrator closes.',
    answer: ErasedAccount,
  },
  'GET /api/users/sessions': { summary: 'The own sessions that are not over', answer: page(SessionView) },
  'DELETE /api/users/sessions': {
    summary: 'Sign out everywhere',
    more: 'With `keep_this` the session that asks goes on; nothing is recorded where no other is open.',
    answer: Accepted,
  },
  'GET /api/users/email-change': { summary: 'The own e-mail address, and the one that waits to be confirmed', answer: OwnEmail },
  'POST /api/users/email-change': {
    summary: 'Ask for another e-mail address of the own account',
    more: 'A mail to it brings the link that confirms it; until then nothing changes. What was asked before is replaced.',
    answer: Accepted,
  },
  'DELETE /api/users/email-change': { summary: 'Take back a change of the e-mail address that waits', answer: Accepted },
  'PUT /api/users/email-change/:code': {
    summary: 'Change the e-mail address with the link from the mail',
    more: '422, the same for a code that is wrong, spent, over or replaced.',
    answer: 'nothing',
  },
  'POST /api/users/second-factor': {
    summary: 'Begin to set up a second factor',
    more: 'It counts once it was confirmed by a code; until then it can be begun anew.',
    answer: SecondFactorOffer,
  },
  'PUT /api/users/second-factor': {
    summary: 'Confirm the second factor by a code',
    more: 'Other sessions end. The recovery codes are told this once.',
    answer: RecoveryCodes,
  },
  'DELETE /api/users/second-factor': { summary: 'Remove the own second factor', more: 'Other sessions end.', answer: Accepted },
  'GET /api/users/:username': { summary: 'One user', answer: UserDetails },
  'PUT /api/users/:username': {
    summary: 'Correct a user',
    more: 'Username, roles, organization and phone number stay as they are.',
    answer: Accepted,
  },
  'PUT /api/users/:username/locked': {
    summary: 'Lock or unlock a user',
    more: 'A locked user is signed out everywhere at once and is not let in.',
    answer: Accepted,
  },
  'PUT /api/users/:username/access': {
    summary: 'Decide about unverified entries of a user',
    more:
      'Entries of the account, or of its connections, that failed verification (`unverified`) grant nothing. After the decision, for which a reason is required, ' +
      'the password and all sessions are void; if entries of the connections failed, so are all connections.',
    answer: Accepted,
  },
  'PUT /api/users/:username/password': {
    summary: "Set somebody else's password",
    more: 'The person is signed out everywhere, and has to choose another one at the next sign-in.',
    answer: Accepted,
  },
  'POST /api/users/:username/erasure': {
    summary: 'Erase an account',
    more: 'The data of the account are destroyed (`erased`). If the person worked with records, name, roles and id remain in history and access log (`closed`).',
    answer: ErasedAccount,
  },
  'DELETE /api/users/:username': {
    summary: 'Remove a user',
    more: 'The person is signed out everywhere at once; the name stays beside what was done.',
    answer: Accepted,
  },
  'GET /api/organizations': {
    summary: 'Organizations by name; for who is no super user the own one',
    answer: page(OrganizationView),
  },
  'POST /api/organizations': {
    summary: 'Sign up an organization with its first user',
    more:
      'It waits for the approval of a super user (`PendingApproval`). The first user becomes its administrator and a doctor. 409 where the ' +
      'username is taken.',
    answer: Accepted,
  },
  'GET /api/organizations/:id': { summary: 'One organization', answer: one(OrganizationView) },
  'PUT /api/organizations/:id': {
    summary: 'Correct an organization',
    more:
      'A super user says `status` too, which nobody else may change. `administrator` is the username of one of its users, who becomes an ' +
      'administrator besides those it has.',
    answer: Accepted,
  },
  'DELETE /api/organizations/:id': {
    summary: 'Remove an organization',
    more: '422 while it has patient records. Its events stay; its users cannot sign in any more.',
    answer: Accepted,
  },
  'GET /api/worklist': {
    summary: "What waits for the clinic's doctors",
    more:
      'Critical results and comments that no doctor has seen, drafts, reports to validate and invitations to answer: the newest of each, and how many ' +
      'there are. `earlier_critical` are critical results that imports brought more than 14 days after they were collected.',
    answer: Worklist,
  },
  'GET /api/notifications': {
    summary: "The signed-in person's notifications",
    more:
      'Unread ones first, then the newest; `unread` counts them all. `path` is the screen that shows what happened. Unread critical results stand before ' +
      'them on the first page, besides the `take` others.',
    answer: page(NotificationView, { unread: z.int() }),
  },
  'POST /api/notifications/tasks/read': { summary: 'Mark own notifications as read', answer: Accepted },
  'POST /api/notifications/tasks/dismiss': { summary: 'Dismiss own notifications', answer: Accepted },
  'GET /api/occupations': { summary: 'Occupations by name', answer: page(OccupationView) },
  'GET /api/occupations/:id': { summary: 'One occupation', answer: one(OccupationView) },
  'POST /api/occupations': { summary: 'Add an occupation', more: '409 where the list has its name.', answer: Accepted },
  'PUT /api/occupations/:id': {
    summary: 'Rename an occupation',
    more: 'Who has it keeps the name it was chosen by.',
    answer: Accepted,
  },
  'DELETE /api/occupations/:id': { summary: 'Remove an occupation', more: 'Who has it keeps it.', answer: Accepted },
  'GET /api/patients': {
    summary: "The clinic's patients",
    more:
      '`query` is any name, a date of birth (month, day, year) or the last four digits of the number. `born_on` is how dates were read; patients ' +
      'with `match: "similar"` do not have the typed name, but one like it.',
    answer: PatientPage,
  },
  'POST /api/patients': { summary: 'Add a patient to the own clinic', answer: Accepted },
  'GET /api/patients/history': {
    summary: 'Items of every type, the newest first',
    more:
      '`removed=true` lists those that were removed, to a patient without what they said (`withheld`). `last_operation` says who did what last, ' +
      'when, why, and to which values.',
    answer: page(MedicalItemView, { skip: skip.optional(), removed: z.int() }),
  },
  'GET /api/patients/external-differences': {
    summary: 'What external sources changed since the last look',
    more:
      'What they brought, corrected or removed since the signed-in person last looked at the history, the latest first; `take=0` only counts. ' +
      '`since` of an answer, given to this call or to the history, counts and marks from there again; `until` is what a look sends.',
    answer: ExternalDifferences,
  },
  'GET /api/record-looks/:patient_id': {
    summary: 'How many items are new in the record',
    more: "New since the person said to have seen the record. The person's own work is not counted; `comments` are those that no doctor has seen.",
    answer: RecordChanges,
  },
  'GET /api/record-looks/:patient_id/items': {
    summary: 'Which items are new in the record',
    answer: page(ChangedItem),
  },
  'POST /api/record-looks/:patient_id': {
    summary: 'Say what was looked at',
    more: 'The history (`history`) or what is new in the record (`changes`), up to `until`; neither says anything of the other.',
    answer: Accepted,
  },
  'GET /api/patients/:id': {
    summary: 'One patient',
    more: 'With `values_between`: null where there is no value, left out while it cannot be said.',
    answer: one(PatientView),
  },
  'PUT /api/patients/:id': {
    summary: 'Correct a patient',
    more: 'A social security number is answered masked; sent back masked it means unchanged.',
    answer: Accepted,
  },
  'DELETE /api/patients/:id': { summary: 'Remove a patient', answer: Accepted },
  'GET /api/lab-parameters': { summary: 'The catalogue of laboratory parameters', answer: page(LabParameterView) },
  'GET /api/lab-parameters/:id': { summary: 'One laboratory parameter', answer: one(LabParameterView) },
  'GET /api/lab-parameters/merge/preview': {
    summary: 'What merging laboratory parameters would change',
    more: '`confirmed` of the merge names the codes of `doubts`, and `own_line` of each unit that neither fits nor is converted. `against` is for people to read.',
    answer: LabMergePreview,
  },
  'GET /api/lab-parameters/:id/pages': {
    summary: 'Where a requested laboratory parameter is printed',
    more: 'The words of the row, and nothing of the page or the person.',
    answer: page(FoundRow),
  },
  'GET /api/lab-parameters/pages/:id/image': {
    summary: 'The picture of such a row',
    answer: z.string(),
    media: 'image/png',
  },
  'GET /api/lab-parameters/:id/suggestions': {
    summary: 'Laboratory parameters that may be the same, with the reasons',
    answer: page(ParameterSuggestion),
  },
  'GET /api/diseases': {
    summary: 'Search ICD-10-CM',
    more: '`match` is `weak` where nothing has all the typed words and the rows only have similar ones.',
    answer: page(CatalogueDisease, found),
  },
  'GET /api/diseases/:id': { summary: 'One disease', more: 'Also one that the newest release has no more.', answer: CatalogueDisease },
  'GET /api/medications': { summary: 'Search medications', answer: page(CatalogueMedication, found) },
  'GET /api/medications/:id': {
    summary: 'One medication',
    more: 'Also one that the newest release has no more.',
    answer: CatalogueMedication,
  },
  'GET /api/lab-parameters/export': {
    summary: 'The approved lab parameters as CSV',
    more: 'In the columns that an import takes.',
    answer: z.string(),
    media: 'text/csv',
  },
  'POST /api/lab-parameters/import': { summary: 'Import lab parameters from a CSV file', ...listImport },
  'POST /api/lab-parameters': { summary: 'Add a laboratory parameter', more: '409 where the catalogue has it.', answer: Accepted },
  'PUT /api/lab-parameters/request_parameter': {
    summary: 'Ask for a laboratory parameter that the catalogue does not have',
    more: 'By the id of what was found on a page, or in words. 409 where it was rejected; by a super user it waits again.',
    answer: Accepted,
  },
  'PUT /api/lab-parameters/reject_parameter': { summary: 'Reject a requested laboratory parameter', answer: Accepted },
  'PUT /api/lab-parameters/merge': {
    summary: 'Make several laboratory parameters one',
    more: 'Results keep what was printed. What does not fit together is refused, 422, until each of its codes is in `confirmed`. `id` of the answer undoes it.',
    answer: Accepted,
  },
  'PUT /api/lab-parameters/merge/:id/undo': { summary: 'Take a merge back', answer: Accepted },
  'PUT /api/lab-parameters/:id': { summary: 'Change a laboratory parameter, or approve a requested one', answer: Accepted },
  'DELETE /api/lab-parameters/:id': { summary: 'Remove a laboratory parameter; results keep it', answer: Accepted },
  'GET /api/lab-results': { summary: 'Lab results, the newest first', answer: page(LabResultView, counted) },
  'GET /api/lab-results/series': {
    summary: 'One series per parameter and unit',
    more: '`convertible_to` says in which units a series can be asked for; a converted point has `converted_from`.',
    answer: z.union([page(ObservationSeries), packed]),
    etag: true,
  },
  'GET /api/lab-results/previous': {
    summary: 'Last value per parameter, and the units it ever came in',
    answer: page(PreviousLabValue),
    etag: true,
  },
  'GET /api/lab-results/:id': { summary: 'One lab result', answer: one(LabResultView) },
  'POST /api/lab-results': labResult.record,
  'PUT /api/lab-results/:id': labResult.correct,
  'POST /api/lab-results/:id/accept': labResult.accept,
  'DELETE /api/lab-results/:id': labResult.remove,
  'GET /api/intakes': {
    summary: 'Treatments, what lasts first, then the newest',
    answer: page(IntakeView, { ...lasting, probably_over: z.int().optional(), given_doses: z.int().optional() }),
  },
  'GET /api/intakes/series': {
    summary: 'One series per active ingredient and unit',
    more: 'Bars with their average a day, and the sums where they overlap.',
    answer: page(IntakeSeries),
  },
  'GET /api/intakes/:id': { summary: 'One treatment', answer: one(IntakeView) },
  'POST /api/intakes': treatment.record,
  'PUT /api/intakes/:id': {
    ...treatment.correct,
    more: `${treatment.correct.more} Later dosages stay unless \`dosage_changes\` are sent; \`stopped: true\` ends the treatment and corrects nothing.`,
  },
  'POST /api/intakes/:id/split': { summary: 'Change the dosage from a day on', answer: Accepted },
  'POST /api/intakes/:id/accept': treatment.accept,
  'DELETE /api/intakes/:id': treatment.remove,
  'GET /api/diagnoses': {
    summary: 'Diagnoses, what lasts first, then the newest',
    answer: page(DiagnosisView, { ...lasting, of_visits: z.int().optional() }),
  },
  'GET /api/diagnoses/series': { summary: 'One series per disease and organization, with its spans', answer: page(DiagnosisSeries) },
  'GET /api/diagnoses/:id': { summary: 'One diagnosis', answer: one(DiagnosisView) },
  'POST /api/diagnoses': { ...diagnosis.record, more: '`disease` as the call for diseases answers it.' },
  'PUT /api/diagnoses/:id': diagnosis.correct,
  'POST /api/diagnoses/:id/accept': diagnosis.accept,
  'DELETE /api/diagnoses/:id': diagnosis.remove,
  'GET /api/graph-visuals/:patient_id': {
    summary: "The signed-in person's settings of this patient's chart",
    more: '`parameter_id` is the `id` of a series.',
    answer: GraphVisuals,
  },
  'POST /api/graph-visuals/:patient_id': { summary: 'Keep the settings of the chart, as a whole', answer: Accepted },
  'PUT /api/graph-visuals/:patient_id/seen': {
    summary: 'Keep which series the person was shown by default, and by which marks',
    answer: Accepted,
  },
  'GET /api/comments': {
    summary: 'Comments, the newest first',
    more:
      'Of one item where one is named; `unseen` counts all that wait for a doctor. `changed_since` says what the item was when the comment was written, ' +
      'where it is another now; `now` is null where it was removed.',
    answer: page(CommentView, { unseen: z.int() }),
  },
  'GET /api/comments/last/:type': {
    summary: 'The last comment of each item',
    more: "`unseen` is how many of the patient's no doctor has read, `answers` how many of the clinic's the patient has not read.",
    answer: page(LastComment, { unseen: z.int() }),
    path: { type: z.enum(['all', ...CommentType.options]) },
  },
  'POST /api/comments': {
    summary: 'Comment on one item',
    more:
      "`answers` are the ids of the patient's comments on this item that a doctor's comment answers, which are read thereby; where one of them " +
      'is none of these, 404 and nothing is stored.',
    answer: Accepted,
  },
  'PUT /api/comments/:id': {
    summary: 'Mark a comment as read',
    more: 'A doctor what a patient wrote, a patient what the clinic wrote.',
    answer: Accepted,
  },
  'GET /api/critical-results': {
    summary: 'Critical results of a record that no doctor has seen or nobody has checked',
    more: "Critical is what the laboratory itself flagged HH, LL or AA. The newest first; `unseen` counts those that wait for 'Seen'. `pages` are report pages with critical rows that are in no record.",
    answer: page(CriticalResultView, { unseen: z.int(), pages: z.array(CriticalPageView) }),
  },
  'PUT /api/critical-results/:id/seen': {
    summary: 'Mark the critical values of a lab result as seen',
    more: 'The first doctor and the time are kept. 409 if the result was changed since the `version` that was looked at.',
    answer: Accepted,
  },
  'GET /api/import-notes': {
    summary: 'What imports from external records did not bring into a record',
    more: 'Unread notes first, then the latest; `unread` counts the former.',
    answer: page(ImportNoteView, { unread: z.int() }),
  },
  'PUT /api/import-notes/:id/read': { summary: 'Mark a note of an import as read', answer: Accepted },
  'GET /api/external-reports': {
    summary: 'What reports of external records say besides their results, the newest first',
    more:
      'Conclusions, and whole reports as text or as files (`forms`). `reports` of a value in lab results, examinations and series are the ids of ' +
      'those that list it. Drafts are for the staff alone; forms of another clinic have neither text nor file.',
    answer: page(ExternalReportView),
    etag: true,
  },
  'GET /api/external-reports/:id/forms/:file_id': {
    summary: 'A whole report as its source formatted it',
    more: 'PDF, PNG, JPEG, HTML or text, as `content_type` of the form says; HTML must not run scripts or load anything.',
    answer: z.string(),
    media: 'application/octet-stream',
  },
  'GET /api/measurement-parameters': {
    summary: 'The catalogue of office parameters',
    answer: page(z.union([ManagedMeasurementParameter, MeasurementParameterView]), { skip }),
  },
  'GET /api/measurement-parameters/:id': {
    summary: 'One office parameter',
    answer: z.union([one(ManagedMeasurementParameter), one(MeasurementParameterView)]),
  },
  'POST /api/measurement-parameters': {
    summary: 'Add an office parameter',
    more: '409 where the catalogue has its name.',
    answer: Accepted,
  },
  'GET /api/measurement-parameters/export': {
    summary: 'The approved office parameters as CSV',
    more: 'In the columns that an import takes.',
    answer: z.string(),
    media: 'text/csv',
  },
  'POST /api/measurement-parameters/import': { summary: 'Import office parameters from a CSV file', ...listImport },
  'POST /api/measurement-parameters/suggest': {
    summary: 'Suggest an office parameter',
    more: 'It waits for a super user and cannot be chosen until then.',
    answer: Accepted,
  },
  'PUT /api/measurement-parameters/:id': { summary: 'Change an office parameter, or approve a suggested one', answer: Accepted },
  'PUT /api/measurement-parameters/:id/reject': { summary: 'Reject a suggested office parameter', answer: Accepted },
  'DELETE /api/measurement-parameters/:id': { summary: 'Remove an office parameter, or cancel a suggested one', answer: Accepted },
  'GET /api/examination-templates': {
    summary: 'Office templates by name',
    more: "`show_individual=true` with `patient_id` puts that patient's private ones first. `kind=lab` lists those of lab parameters, `order_by=Use` what the clinic uses most first.",
    answer: page(ExaminationTemplateView, { skip }),
  },
  'GET /api/examination-templates/:id': { summary: 'One office template', answer: one(ExaminationTemplateView) },
  'POST /api/examination-templates': { summary: 'Create an office template', answer: Accepted },
  'GET /api/examination-templates/export': {
    summary: 'The office templates that the reader may change, as CSV',
    more: 'In the columns that an import takes.',
    answer: z.string(),
    media: 'text/csv',
  },
  'POST /api/examination-templates/import': { summary: 'Import office templates from a CSV file', ...listImport },
  'PUT /api/examination-templates/:id': { summary: 'Change an office template', answer: Accepted },
  'DELETE /api/examination-templates/:id': { summary: 'Remove an office template', answer: Accepted },
  'GET /api/examinations': { summary: 'Examinations, the newest first', answer: page(ExaminationView, counted) },
  'GET /api/examinations/series': {
    summary: 'One series per office parameter and unit, and the computed Bmi',
    more: 'Each point of the Bmi (`computed`) has the `height` it was computed with.',
    answer: z.union([page(ObservationSeries), packed]),
    etag: true,
  },
  'GET /api/examinations/previous': {
    summary: 'Last value per office parameter, and the units it ever came in',
    answer: page(PreviousMeasurement),
    etag: true,
  },
  'GET /api/examinations/:id': { summary: 'One examination', answer: one(ExaminationView) },
  'POST /api/examinations': examination.record,
  'PUT /api/examinations/:id': examination.correct,
  'POST /api/examinations/:id/accept': examination.accept,
  'DELETE /api/examinations/:id': examination.remove,
  'GET /api/trends': {
    summary: 'How each parameter runs',
    more: 'Last value, change since the one before, its series; those out of range first.',
    answer: z.union([page(Trend), PackedTrends.extend({ overall_count: z.int(), stale })]),
    etag: true,
  },
  'GET /api/exports/:section': {
    summary: 'All of a section that the reader may see, as CSV',
    more: 'With codes, item ids, versions and every correction.',
    answer: z.string(),
    media: 'text/csv',
  },
  'GET /api/audit/:type/:id': {
    summary: 'The operations on an item, and what it says',
    more: 'Read from its stream, the oldest first; `accepted` are the questions that the person answered with "as it stands".',
    answer: AuditAnswer,
    path: { type: AuditType },
  },
  'POST /api/ocr': {
    summary: 'Upload files to be read',
    more: 'One report per file. The field `ocrType` is taken for `ocr_type`.',
    answer: z.object({ items: z.array(Accepted) }),
    form: z.object({ files: z.array(z.file()).min(1), ocr_type: OcrType, patient_id: Id.optional() }),
  },
  'GET /api/ocr': { summary: "The clinic's reports, the newest first", answer: page(ReportView) },
  'GET /api/ocr/instances': { summary: 'When reading last showed a sign of life, and the engines', answer: ReadingInstances },
  'GET /api/ocr/staying': {
    summary: 'Pages validated for a patient of which rows stayed there',
    more: '`awaiting` the catalogue, `empty` without a value.',
    answer: page(RowsOnPage),
  },
  'GET /api/ocr/pages/:id': {
    summary: 'A page: what was read, and what a person made of it',
    more: 'A page that is not read yet says in `status` how far reading is.',
    answer: one(PageView),
  },
  'GET /api/ocr/:id': { summary: 'One report', answer: one(ReportView) },
  'PUT /api/ocr/validate': {
    summary: 'Validate a page',
    more:
      '`other_person_confirmed` where the page names somebody else, or `date_of_birth` is not that of the record; `comment` where it was validated ' +
      'before. Rows that say something else than was read are held to the rules of a lab result. The answer says how many rows were ' +
      '`saved`, are `awaiting` the catalogue, are `empty` or were `ignored`.',
    answer: PageAccepted,
  },
  'PUT /api/ocr/:id/seen': {
    summary: 'Mark the critical rows of a page that are in no record as seen',
    more: 'The first doctor and the time are kept. 409 if the page was read or validated again since the `page_version` that was looked at.',
    answer: Accepted,
  },
  'DELETE /api/ocr/:id': {
    summary: 'Remove a report',
    more: 'With its pages and the results that were taken from them.',
    answer: Accepted,
  },
  'POST /api/files/agreement/:patient_id': {
    summary: 'Upload an agreement that a patient signed',
    more:
      'PNG, JPEG or PDF, 50 MB at most; a picture becomes a PDF. The patient may be one to be added: under an id that the caller made and then sends ' +
      'as `id` of the new patient. Nothing is filed before a patient is added or updated with the answered id as `agreement_id`.',
    answer: z.object({ id: Id }),
    form: z.object({ agreement: z.file() }),
  },
  'GET /api/files/agreement/:patient_id': {
    summary: 'The agreement that was filed last',
    more: '404 where there is none.',
    answer: z.string(),
    media: 'application/pdf',
  },
  'GET /api/files/page/:id': { summary: 'The image of a page', answer: z.string(), media: 'image/png' },
  'GET /api/access-ledger': {
    summary: 'Who read which record, the newest first',
    more:
      "Reads by the clinic's own staff, and of the clinic's own records by anybody. The header `X-Search` names `person` and `patient` by how a last " +
      'name begins; `from` and `to` are UTC. Further pages name the `up_to` of the first one.',
    answer: ledgerPage(AccessView),
  },
  'GET /api/access-ledger/export': {
    summary: 'The same as CSV, at most 100,000 lines',
    answer: z.string(),
    media: 'text/csv',
  },
  'GET /api/access-ledger/own': {
    summary: 'Who read the own record, the newest first',
    more: 'Without the own reads, of which `hidden` says how many, but with `with_own=true`.',
    answer: OwnAccessPage,
  },
  'GET /api/access-ledger/own/export': { summary: 'The same as CSV', answer: z.string(), media: 'text/csv' },
};

/** Schemas that several answers share, by the names they have in the document. */
export const sharedSchemas: Readonly<Record<string, z.ZodType>> = {
  ...{ Accepted, AuditEntry, CatalogueDisease, CatalogueMedication, CommentView, DiagnosisSeries, DiagnosisView },
  ...{ ExaminationTemplateView, ExaminationView, IntakeSeries, IntakeView, LabParameterView, LabResultView, LastComment },
  ...{ ManagedMeasurementParameter, MeasurementParameterView, MedicalItemView, ObservationSeries, PackedSeries, PageView },
  ...{ PatientView, ReportView, TokenResponse, UserView },
};

/** What the fields of queries mean, where a schema does not say so itself. */
export const queryFields: Readonly<Record<string, string>> = {
  after: 'Position of a change: the answer waits up to 2 s until it contains it, and says `stale: true` where it could not',
  active: '`true` leaves out what is over; the answer says how many in `hidden`',
  at: 'Id of an item: the page that holds it is answered, and in `skip` where that begins',
  day: 'Only those of this local day, `YYYY-MM-DD`',
  extension: 'Format of the page: `jpg`, `png`, or `txt` for its words',
  exam: '`true` answers what can be measured',
  all_clinics:
    '`true` answers what all clinics recorded of this person, as far as approved connections let the caller read it; of other clinics what is checked',
  external: '`true` answers only what external sources changed since `since`',
  ids: 'Exactly these, separated by commas',
  first_name: 'Beginning of the first name',
  last_name: 'Beginning of the last name',
  status: 'Only those of this status',
  diagnose_id: 'Only on this diagnosis',
  examination_id: 'Only on this examination',
  intake_id: 'Only on this treatment',
  lab_result_id: 'Only on this lab result',
  parameter_ids: 'Ids, separated by commas',
  kept_id: 'Under which of them they become one; the last one where it is left out',
  in_units: '`<parameter_id>:<unit>,...`: answers values of these parameters in these units',
  order_by: 'What the list is sorted by',
  organization_id: 'Only those of this organization',
  pageId: 'Page from 1 on',
  own: '`true` answers only what the person may change',
  packed: '`true` answers series as columns, as the charts read them',
  patient_id: 'The record',
  query: 'What is searched for',
  removed: '`true` answers what was removed',
  shared: '`true` answers records of other clinics that are shared with the clinic, for doctors',
  kind: '`lab` answers the templates of lab parameters instead of those of office parameters',
  show_individual: "`true` puts the patient's private templates first",
  showIndividual: 'The same as `show_individual`',
  since: 'From where is counted, as an earlier answer named it',
  from: 'From this time on: UTC',
  skip: 'How many entries are passed over',
  with_own: '`true` answers the own reads too',
  to: 'Before this time: UTC',
  up_to: 'The `up_to` of the first page: what came since does not move the others',
  state: '0 approved, 1 waits for approval',
  take: 'How many entries are answered at most',
};

/** What the fields of bodies and answers mean that stand in several of them; a schema may say more of its own. */
export const sharedFields: Readonly<Record<string, string>> = {
  accepted: "Questions about unlikely entries that the person answered with 'as it stands'",
  collected: 'When the sample was taken or the value measured: local time, `YYYY-MM-DDTHH:mm:ss`',
  collected_offset: "Offset of the sender's clock from UTC, `-05:00`; without it the time is of the clinic's time zone",
  date_of_birth_precision:
    'An external record gives only the year or the month of the birth: the rest of `date_of_birth` is padding. A correction sends it back unchanged, or `day` with a day',
  deceased: 'An external record says that the patient has died; it ends no item, and no mail is sent to the record',
  inactive_at_source:
    'The source of the record uses it no longer; `replaced_by` names what it has in its place, with `patient_id` where that is a record of the own clinic',
  clinic_time:
    'The same moment on the clock of the clinic, where that is another time, for order and charts: in the hour that exists twice it counts at half its speed',
  shown_offset: 'The offset to be shown with the time: the record mixes clocks, or the day is another one on the clock of the clinic',
  or_last: 'Checked values that may be later than the last one: only the year or the month of them is known',
  comment: 'The reason, or the words of a comment',
  comparator: 'What is known of a value that is not exactly known',
  disease: 'The code that was chosen, as the call for diseases answers it',
  release: 'The release of the catalogue that code and text are from',
  parameters: 'The values',
  min: 'Lower limit of the reported range, a decimal; null where there is none',
  max: 'Upper limit of the reported range, a decimal; null where there is none',
  flag: 'As the laboratory marked the value',
  dosages: 'How much, how often and when',
  dosage_changes: 'Later dosages of the treatment',
  change_date: 'The first day of the new dosage',
  roles: 'What the person may do',
  username: 'Under which the person signs in',
  answers: 'In a body: ids of the comments that it answers; in an answer: how many of the clinic the patient has not read',
  unseen: 'How many wait for a doctor',
  organization_name: 'Name of the clinic',
  last_edited_by_name: 'Name of the last editor',
  source: 'The external record, where it came from one',
  file_id: 'The report it was read from',
  page_id: 'The page it was read from',
  name: 'As it was printed, typed, or stands in the catalogue',
  error_message: 'Why it could not be read',
  date_applies: 'When it happened to the patient: local time',
  draft: 'Not checked yet: shown to the staff alone',
  entry_id: 'Names the value within its item, the same over all corrections',
  graph_value: 'For drawing: 1 is the upper limit of normal',
  skip: 'Where this page begins',
  hidden: 'How many `active=true` left out',
  probably_over: 'How many of `hidden` are only probably over: their order gives a duration that may be that of one administration',
  of_visit: 'Recorded at a visit: it is true of that day, and nothing says that it lasts or ended',
  of_visits: 'Of a series: all of it was recorded at visits; of a list: how many of `hidden` were',
  earlier_visits: 'Earlier visits with the same diagnosis: they have no row of their own',
  given: 'A dose that was given, not an order: true of the time from `time_from` to `time_to`',
  given_doses: 'Of a series: how many of it are doses that were given; of a list: how many of `hidden` are',
  is_only_given: 'All of it are doses that were given: nothing was ordered',
  earlier_given: 'Earlier doses of the same product that were given, at most 20: they have no row of their own',
  given_count: 'How many doses that were given the row stands for',
  given_amounts: 'How much was given how often, where the doses of the row differ',
  part_of_dose: 'A part of another dose, and no dose of its own',
  order_in_error: 'Its source entered the order of this dose in error',
  items: 'The entries of this page',
  last_edited_by: 'The last editor; null where no person edited it',
  organization_id: 'The clinic',
  origin: 'Where it came from: typed, read from a page, or an external record',
  overall_count: 'How many there are in all',
  parameter_id: 'Of the catalogue; null where it has none',
  patient_id: 'The record',
  position: 'Token of the change, for `after`',
  recorded_at: 'When it was recorded: UTC',
  stale: 'The answer may lack the change that `after` named',
  time_from: 'From when: local time, `YYYY-MM-DDTHH:mm:ss`',
  time_to: 'Until when: local time; null where no end is known',
  time_to_probable: '`time_to` follows from a duration that may be that of one administration',
  expected_until: 'A day that the order names and that ends nothing',
  until_text: 'Until when, in words',
  state_text: 'What has to be known of it besides its days, in words',
  confirmed_to: 'From the day after it nothing confirms that it is still taken',
  unchecked: 'How many drafts there are in all; for the staff',
  unit: 'As it was reported',
  until: 'Up to where was counted: what a look sends',
  version: 'Revision of the item: goes into its next change or removal',
};
