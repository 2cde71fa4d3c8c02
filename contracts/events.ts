import { accountCodeEvents, addressEvents, resetCodeEvents } from './people/account-codes.ts';
import { accessDecisionEvents } from './people/access-decisions.ts';
import { accountEvents, sessionEvents } from './people/accounts.ts';
import { catalogueEvents } from './catalogues/catalogues.ts';
import { emailChangeEvents } from './people/email-change.ts';
import { commentEvents } from './items/comments.ts';
import { diagnosisEvents } from './diagnoses/diagnoses.ts';
import { erasureEvents } from './people/erasures.ts';
import { connectionEvents } from './people/connections.ts';
import { invitationEvents } from './people/invitations.ts';
import type { EventContract } from './wire/event.ts';
import { examinationTemplateEvents } from './examinations/examination-templates.ts';
import { examinationEvents } from './examinations/examinations.ts';
import { graphVisualsEvents } from './items/graph-visuals.ts';
import { intakeEvents } from './treatments/intakes.ts';
import { foundParameterEvents } from './lab/found-parameters.ts';
import { criticalResultEvents } from './lab/critical-results.ts';
import { labMergeEvents } from './lab/lab-merges.ts';
import { labParameterEvents, labRequestEvents } from './lab/lab-parameters.ts';
import { labResultEvents } from './lab/lab-results.ts';
import { measurementParameterEvents } from './examinations/measurement-parameters.ts';
import { notificationEvents } from './people/notifications.ts';
import { occupationEvents } from './catalogues/occupations.ts';
import { organizationEvents } from './people/organizations.ts';
import { patientEvents } from './people/patients.ts';
import { externalReportEvents } from './items/external-reports.ts';
import { lastSeenEvents } from './items/last-seen.ts';
import { importNoteEvents } from './people/import-notes.ts';
import { secondFactorEvents, secondFactorUses } from './people/second-factor.ts';
import { reportEvents } from './reports/reports.ts';
import { signUpEvents } from './people/sign-up.ts';
import { reservationEvents } from './wire/reservations.ts';

/** Every event type there is, by the slice whose screens it touches (the slice that notices name). */
export const eventsBySlice = {
  accounts: [
    ...[...accountEvents, ...accessDecisionEvents, ...accountCodeEvents, ...signUpEvents, ...emailChangeEvents],
    ...[...sessionEvents, ...secondFactorEvents, ...secondFactorUses],
  ],
  addresses: [...addressEvents, ...resetCodeEvents],
  reservations: reservationEvents,
  organizations: organizationEvents,
  patients: [...patientEvents, ...erasureEvents],
  'lab-parameters': [...labParameterEvents, ...labMergeEvents],
  'lab-requests': [...labRequestEvents, ...foundParameterEvents],
  'lab-results': [...labResultEvents, ...criticalResultEvents],
  reports: reportEvents,
  'graph-visuals': graphVisualsEvents,
  'record-looks': lastSeenEvents,
  connections: connectionEvents,
  invitations: invitationEvents,
  diagnoses: diagnosisEvents,
  intakes: intakeEvents,
  comments: commentEvents,
  'import-notes': importNoteEvents,
  'external-reports': externalReportEvents,
  'measurement-parameters': measurementParameterEvents,
  'examination-templates': examinationTemplateEvents,
  examinations: examinationEvents,
  catalogues: catalogueEvents,
  occupations: occupationEvents,
  notifications: notificationEvents,
} as const satisfies Record<string, readonly EventContract[]>;

/** Every type of event there is, with its schema and what of it is sealed. */
export const eventContracts: ReadonlyMap<string, EventContract> = new Map(
  Object.values(eventsBySlice)
    .flat()
    .map((contract) => [contract.type, contract]),
);

/** The slice that a type of event belongs to: what notices name. */
export const sliceOfEvent: ReadonlyMap<string, string> = new Map(
  Object.entries(eventsBySlice).flatMap(([slice, contracts]) => contracts.map(({ type }) => [type, slice])),
);
