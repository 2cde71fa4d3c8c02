import { z } from 'zod';

export const OrganizationStatus = z.enum(['PendingApproval', 'Approved', 'Rejected']);
export type OrganizationStatus = z.infer<typeof OrganizationStatus>;
