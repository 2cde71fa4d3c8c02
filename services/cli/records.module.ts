import { Module } from '@nestjs/common';
import { AccountsModule } from '../records/accounts/accounts.module.ts';
import { CommentsModule } from '../records/comments/comments.module.ts';
import { ConfigurationModule } from '../records/configuration/configuration.module.ts';
import { DiagnosesModule } from '../records/diagnoses/diagnoses.module.ts';
import { GraphVisualsModule } from '../records/graph-visuals/graph-visuals.module.ts';
import { IntakesModule } from '../records/intakes/intakes.module.ts';
import { ExaminationTemplatesModule } from '../records/examination-templates/examination-templates.module.ts';
import { ExaminationsModule } from '../records/examinations/examinations.module.ts';
import { LabParametersModule } from '../records/lab-parameters/lab-parameters.module.ts';
import { LabResultsModule } from '../records/lab-results/lab-results.module.ts';
import { MeasurementParametersModule } from '../records/measurement-parameters/measurement-parameters.module.ts';
import { OrganizationsModule } from '../records/organizations/organizations.module.ts';
import { PatientsModule } from '../records/patients/patients.module.ts';
import { RecordLooksModule } from '../records/record-looks/record-looks.module.ts';
import { ReportsModule } from '../records/reports/reports.module.ts';

/** The write side: every slice with its controller and its handler. */
@Module({
  imports: [
    AccountsModule,
    ConfigurationModule,
    OrganizationsModule,
    PatientsModule,
    LabParametersModule,
    LabResultsModule,
    MeasurementParametersModule,
    ExaminationTemplatesModule,
    ExaminationsModule,
    IntakesModule,
    DiagnosesModule,
    CommentsModule,
    ReportsModule,
    GraphVisualsModule,
    RecordLooksModule,
  ],
})
export class RecordsModule {}
