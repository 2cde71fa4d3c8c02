import { z } from 'zod';
import { command } from '../wire/command.ts';
import { event, type EventOf } from '../wire/event.ts';
import { Id, OptionalText, Phone, Text, Version } from '../wire/primitives.ts';

export const OrganizationStatus = z.enum(['PendingApproval', 'Approved', 'Rejected']);

/** IANA name of the zone in which the clinic's 'today' begins. */
export const TimeZone = z.string().refine((zone) => {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}, 'Field should be in a proper format');

const address = {
  name: Text,
  address: Text,
  city: Text,
  state: OptionalText,
  zip: Text,
  country: OptionalText,
  phone: Phone,
  fax: Phone.optional(),
  time_zone: TimeZone.default('UTC'),
};

export const OrganizationCommand = z.discriminatedUnion('type', [
  command('RegisterOrganization', { organization_id: Id, status: OrganizationStatus, ...address }),
]);
export type OrganizationCommand = z.infer<typeof OrganizationCommand>;

/** A clinic's own address is no personal data: all open. */
export const organizationEvents = [
  event(
    'OrganizationRegistered',
    {
      organization_id: Id,
      status: OrganizationStatus,
      name: z.string(),
      address: z.string(),
      city: z.string(),
      state: z.string().optional(),
      zip: z.string(),
      country: z.string().optional(),
      phone: z.string(),
      fax: z.string().optional(),
      time_zone: z.string(),
    },
    { open: 'all' },
  ),
] as const;
export type OrganizationEvent = EventOf<(typeof organizationEvents)[number]>;

export const OrganizationView = z.object({ id: Id, status: OrganizationStatus, ...address, version: Version });
export type OrganizationView = z.infer<typeof OrganizationView>;
