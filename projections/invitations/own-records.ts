import type { InvitationView } from '#contracts/people/invitations';
import { isLike } from '#contracts/people/same-person';
import { birthOf } from '#contracts/wire/birth';
import { readIdentity } from '#infra/access/identity';
import type { EventLog } from '#infra/event-store/event-log';
import { likenessOf } from '../records/likeness.ts';
import { type PatientDocument, patients } from '../records/patients.projection.ts';
import type { Reader } from '../runner/reader.ts';
import type { InvitationDocument } from './invitations.projection.ts';

type OwnRecord = Pick<InvitationView, 'record' | 'differing_account'>;

/** Id of the record of the clinic itself that an invitation is about; of a request it is the one that the clinic connected. */
const recordId = ({ facts }: InvitationDocument): string | null =>
  facts.invitation_type === 'ClinicInvitesClinic' ? null : facts.patient_id;

/** The clinic's own records that invitations are about, as documents by id. */
const recordsOf = async (reader: Reader, documents: readonly InvitationDocument[], organization_id: string | null) => {
  const ids = documents.flatMap((one) => recordId(one) ?? []);
  const found = ids.length === 0 ? [] : [...(await reader.getMany<PatientDocument>(patients, ids)).values()];
  return new Map(found.filter((record) => record.organization_id === organization_id).map((record) => [record.id, record]));
};

/** The owner of the account that an invitation connected, where name or birth date differ from the record's; from the account's own stream. */
const differingAccount = async (log: EventLog, { status, user_id }: InvitationDocument, record: PatientDocument) => {
  const identity = status === 'Approved' && user_id !== null ? await readIdentity(log, user_id) : undefined;
  if (!identity) return undefined;
  const { first_name, last_name, personal } = identity;
  const account = { first_name, last_name, ...(personal && { date_of_birth: personal.date_of_birth }) };
  return isLike(record, account) ? undefined : account;
};

/** Accounts that differ from the clinic's own record they are connected with, by id of the invitation. */
export const differingAccounts = async (
  { reader, log }: { reader: Reader; log: EventLog },
  documents: readonly InvitationDocument[],
  organization_id: string | null,
): Promise<Map<string, NonNullable<OwnRecord['differing_account']>>> => {
  const records = await recordsOf(reader, documents, organization_id);
  const found = await Promise.all(
    documents.map(async (one) => {
      const record = records.get(recordId(one) ?? '');
      return [one.id, record && (await differingAccount(log, one, record))] as const;
    }),
  );
  return new Map(found.flatMap(([id, account]) => (account ? [[id, account] as const] : [])));
};

/** What rows of Data Sharing show of the clinic's own records (ruling 27), and of accounts that differ from them, by id of the invitation. */
export const ownRecordsOf = async (
  sources: { reader: Reader; log: EventLog },
  documents: readonly InvitationDocument[],
  organization_id: string | null,
): Promise<Map<string, OwnRecord>> => {
  const records = await recordsOf(sources.reader, documents, organization_id);
  const [likeness, differing] = await Promise.all([
    likenessOf(sources.reader, [...records.values()]),
    differingAccounts(sources, documents, organization_id),
  ]);
  return new Map(
    documents.map((one) => {
      const record = records.get(recordId(one) ?? '');
      const account = differing.get(one.id);
      return [
        one.id,
        {
          ...(record && { record: { ...namesOf(record), ...birthOf(record), sex: record.sex, ...likeness.get(record.id) } }),
          ...(account && { differing_account: account }),
        },
      ];
    }),
  );
};

const namesOf = ({ first_name, middle_name, last_name, name_suffix }: PatientDocument) => ({
  first_name,
  ...(middle_name && { middle_name }),
  last_name,
  ...(name_suffix && { name_suffix }),
});
