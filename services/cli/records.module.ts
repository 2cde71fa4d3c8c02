import { Module } from '@nestjs/common';
import { AccountsModule } from '../records/accounts/accounts.module.ts';
import { CommentsModule } from '../records/comments/comments.controller.ts';
import { ConfigurationModule } from '../records/configuration/configuration.module.ts';
import { ConsentModule } from '../records/consent/consent.controller.ts';
import { DiagnosesModule } from '../records/diagnoses/diagnoses.controller.ts';
import { GraphVisualsModule } from '../records/graph-visuals/graph-visuals.controller.ts';
import { CriticalResultsModule } from '../records/lab-results/critical-results.controller.ts';
import { ImportNotesModule } from '../records/import-notes/import-notes.controller.ts';
import { InvitationsModule } from '../records/invitations/invitations.controller.ts';
import { IntakesModule } from '../records/intakes/intakes.controller.ts';
import { ExternalReportsModule } from '../records/external-reports/external-reports.handlers.ts';
import { ExaminationTemplatesModule } from '../records/examination-templates/examination-templates.controller.ts';
import { ExaminationsModule } from '../records/examinations/examinations.controller.ts';
import { LabParametersModule } from '../records/lab-parameters/lab-parameters.controller.ts';
import { LabResultsModule } from '../records/lab-results/lab-results.controller.ts';
import { MeasurementParametersModule } from '../records/measurement-parameters/measurement-parameters.controller.ts';
import { NotificationsModule } from '../records/notifications/notifications.controller.ts';
import { OccupationsModule } from '../records/occupations/occupations.controller.ts';
import { OrganizationsModule } from '../records/organizations/organizations.controller.ts';
import { OutboxModule } from '../records/outbox/outbox.controller.ts';
import { PatientsModule } from '../records/patients/patients.controller.ts';
import { LastSeenModule } from '../records/last-seen/last-seen.controller.ts';
import { ReportsModule } from '../records/reports/reports.controller.ts';

/** The write side: every slice with its controller and its handler. */
@Module({
  imports: [
    AccountsModule,
    ConfigurationModule,
    OrganizationsModule,
    OccupationsModule,
    NotificationsModule,
    PatientsModule,
    InvitationsModule,
    LabParametersModule,
    LabResultsModule,
    MeasurementParametersModule,
    ExaminationTemplatesModule,
    ExaminationsModule,
    IntakesModule,
    DiagnosesModule,
    CommentsModule,
    CriticalResultsModule,
    ImportNotesModule,
    ExternalReportsModule,
    ReportsModule,
    GraphVisualsModule,
    LastSeenModule,
    OutboxModule,
    ConsentModule,
  ],
})
export class RecordsModule {}
