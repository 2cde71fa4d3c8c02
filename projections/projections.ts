import { users } from './accounts/users.projection.ts';
import { organizations } from './organizations/organizations.projection.ts';
import { patientStreams } from './patient-streams/patient-streams.projection.ts';
import { pages } from './reports/pages.projection.ts';
import { reports } from './reports/reports.projection.ts';
import type { AnyProjection } from './runner/projection.ts';

/** Every projection there is: a new one is run once it stands here. */
export const projections: readonly AnyProjection[] = [patientStreams, users, organizations, reports, pages];
