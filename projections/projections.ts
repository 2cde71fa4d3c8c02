import { sessions } from './accounts/sessions.projection.ts';
import { users } from './accounts/users.projection.ts';
import { catalogueUsage } from './catalogue-usage/catalogue-usage.projection.ts';
import { comments } from './comments/comments.projection.ts';
import { diagnoses } from './diagnoses/diagnoses.projection.ts';
import { examinationTemplates } from './office-catalogue/examination-templates.projection.ts';
import { examinations } from './examinations/examinations.projection.ts';
import { medicalItems } from './records/medical-items.projection.ts';
import { externalReports } from './records/external-reports.projection.ts';
import { importNotes } from './import-notes/import-notes.projection.ts';
import { invitations } from './invitations/invitations.projection.ts';
import { intakes } from './intakes/intakes.projection.ts';
import { labUsage } from './lab-parameters/lab-usage.projection.ts';
import { foundParameters } from './lab-parameters/found-parameters.projection.ts';
import { labMerges } from './lab-parameters/lab-merges.projection.ts';
import { labParameters } from './lab-parameters/lab-parameters.projection.ts';
import { labResults } from './lab-results/lab-results.projection.ts';
import { measurementParameters } from './office-catalogue/measurement-parameters.projection.ts';
import { measurementUsage } from './office-catalogue/measurement-usage.projection.ts';
import { notifications } from './notifications/notifications.projection.ts';
import { occupations } from './occupations/occupations.projection.ts';
import { organizations } from './organizations/organizations.projection.ts';
import { patientStreams } from './patient-streams/patient-streams.projection.ts';
import { patients } from './records/patients.projection.ts';
import { pages } from './reports/pages.projection.ts';
import { reports } from './reports/reports.projection.ts';
import type { AnyProjection } from './runner/projection.ts';

/** Every projection there is: a new one is run once it stands here. */
export const projections: readonly AnyProjection[] = [
  patientStreams,
  users,
  sessions,
  organizations,
  occupations,
  notifications,
  patients,
  invitations,
  labParameters,
  labMerges,
  foundParameters,
  labUsage,
  labResults,
  intakes,
  diagnoses,
  catalogueUsage,
  comments,
  importNotes,
  externalReports,
  medicalItems,
  measurementParameters,
  measurementUsage,
  examinationTemplates,
  examinations,
  reports,
  pages,
];
