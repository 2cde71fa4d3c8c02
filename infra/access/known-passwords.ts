import type { EventLog } from '../event-store/event-log.ts';
import { type Identity, readIdentity } from './identity.ts';

/**
 * The super user that every installation begins with. The words are no secret: they open nothing but the installation on one's own machine,
 * until the password was changed.
 */
export const seededAdministrator = { username: 'admin', password: 'anamnesis' } as const;

/** Its id, the same in every installation: seeding twice meets the same stream, also where a restored log has a new id. */
export const seededAdministratorId = 'd0c3a1de-5b0a-5c0e-9a57-6c1f0a7e4b11';

/** The clinic of the demonstration. */
export const demonstrationClinicId = 'c135d1d8-3333-5679-8800-0f998e85fcb6';

/** The demonstration's doctor, assistant, administrator and patient. Installations of before carry no mark on them, but they have these ids. */
export const demonstrationUserIds: readonly string[] = [
  '72a5835c-b009-5362-af75-c18797473318',
  'b36d27bc-9238-5748-b7fc-9d27ac0c9d46',
  '7c479e1d-a52d-5a16-b64b-7174ef4fbd74',
  'c30aaede-fad2-5347-91f0-926cdaacd55b',
];

/** Whether the account still has a password that everybody can read in the documentation. */
export const hasKnownPassword = ({ user_id, seeded, password_changed }: Identity): boolean =>
  !password_changed && (seeded || demonstrationUserIds.includes(user_id));

/** The accounts that still have one. Their usernames come with the program and are nobody's personal data. @throws ForgedEvent, KeysUnavailable */
export const accountsWithKnownPassword = async (log: EventLog): Promise<Identity[]> => {
  const identities = await Promise.all([seededAdministratorId, ...demonstrationUserIds].map((user_id) => readIdentity(log, user_id)));
  return identities.filter((identity) => identity !== undefined).filter(hasKnownPassword);
};
