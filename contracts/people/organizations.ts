import { z } from 'zod';
import { command } from '../wire/command.ts';
import { event, type EventOf } from '../wire/event.ts';
import { messages } from '../rules/messages.ts';
import { Id, oneOf, OptionalPhone, OptionalText, Phone, Text, Version } from '../wire/primitives.ts';
import { accountFields, Password } from './accounts.ts';
import { OrganizationStatus } from './organization-status.ts';

/** What a super user decides about an organization. */
export const OrganizationDecision = oneOf(['Approved', 'Rejected']);

/** Stands for 'no organization' in lists of other systems; nobody is shown it, and no organization may be called so. */
export const NO_ORGANIZATION = '#NO_ORGANIZATION#';

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
  name: Text.refine((name) => name !== NO_ORGANIZATION, messages.format),
  address: Text,
  city: Text,
  state: OptionalText,
  zip: Text,
  country: OptionalText,
  phone: Phone,
  fax: OptionalPhone,
  time_zone: TimeZone.default('UTC'),
};

const { roles: _given, ...administrator } = accountFields;

/** The sign-up of an organization with its first user, who becomes its administrator and a doctor. */
export const NewOrganization = z.object({
  ...address,
  ...administrator,
  password: Password,
  /** Of the link by which a patient invited this clinic: the invitation waits for its doctors once it is there. */
  invitation_code: z.string().max(200).optional(),
});
export type NewOrganization = z.infer<typeof NewOrganization>;

/** The form of an organization that exists. `administrator` is the username of one of its users, who becomes an administrator too. */
export const OrganizationCorrection = z.object({
  ...address,
  status: OrganizationDecision.optional(),
  administrator: z.string().trim().min(1).max(100).optional(),
  version: Version,
});
export type OrganizationCorrection = z.infer<typeof OrganizationCorrection>;

/** The version that was looked at when the organization was to be removed. */
export const OrganizationRemoval = z.object({ version: Version });

/** Of the first user the handler makes `user_id` and `password_hash` (argon2id); `patients` is how many records the organization still has. */
export const OrganizationCommand = z.discriminatedUnion('type', [
  command('RegisterOrganization', { organization_id: Id, status: OrganizationStatus, ...address }),
  command('SignUpOrganization', {
    organization_id: Id,
    ...address,
    administrator: z.object({ user_id: Id, password_hash: z.string(), password_by_other: z.literal(true).optional(), ...administrator }),
    invitation_id: Id.optional(),
  }),
  command('CorrectOrganization', {
    organization_id: Id,
    version: Version,
    ...address,
    status: OrganizationDecision.optional(),
    administrator_id: Id.optional(),
  }),
  command('RemoveOrganization', { organization_id: Id, version: Version, patients: z.int().nonnegative() }),
]);
export type OrganizationCommand = z.infer<typeof OrganizationCommand>;

const storedAddress = {
  name: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string().optional(),
  zip: z.string(),
  country: z.string().optional(),
  phone: z.string(),
  fax: z.string().optional(),
  time_zone: z.string(),
};

/** A clinic's own address is no personal data: open. Its first user's is, and sealed under the key of that user. */
export const organizationEvents = [
  event('OrganizationRegistered', { organization_id: Id, status: OrganizationStatus, ...storedAddress }, { open: 'all' }),
  event('OrganizationCorrected', { organization_id: Id, ...storedAddress }, { open: 'all' }),
  event('OrganizationStatusDecided', { organization_id: Id, status: OrganizationStatus }, { open: 'all' }),
  /** The first user, whom a reaction registers. */
  event(
    'AdministratorNamed',
    {
      organization_id: Id,
      user_id: Id,
      /** Somebody else, such as a super user, chose the first password. */
      password_by_other: z.literal(true).optional(),
      username: z.string(),
      password_hash: z.string(),
      first_name: z.string(),
      last_name: z.string(),
      email: z.string(),
      phone_number: z.string(),
      occupations: z.array(z.string()),
      npi: z.string().optional(),
    },
    { open: ['organization_id', 'user_id', 'password_by_other'], by: 'user', id: 'user_id' },
  ),
  /** It signed up by the link of a patient's invitation, which a reaction binds to it. */
  event('OrganizationInvited', { organization_id: Id, invitation_id: Id }, { open: 'all' }),
  /** One of its users becomes an administrator: a reaction gives the role. */
  event('AdministratorChosen', { organization_id: Id, user_id: Id }, { open: 'all' }),
  event('OrganizationRemoved', { organization_id: Id }, { open: 'all' }),
] as const;
export type OrganizationEvent = EventOf<(typeof organizationEvents)[number]>;

export const OrganizationView = z.object({ id: Id, status: OrganizationStatus, ...address, version: Version });
export type OrganizationView = z.infer<typeof OrganizationView>;
