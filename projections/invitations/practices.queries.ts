import { Controller, Get, Query } from '@nestjs/common';
import { z } from 'zod';
import { ownRecords, shownTo } from '#contracts/people/connection-rules';
import { actionsOf, isExpired, isOpen, senderOf } from '#contracts/people/invitation-rules';
import type { Practice } from '#contracts/people/invitations';
import { compare } from '#contracts/rules/compare';
import { sameEmail } from '#contracts/rules/email';
import { readGrants } from '#infra/access/connections';
import type { UserActor } from '#infra/event-store/actor';
import { readIdentity } from '#infra/access/identity';
import { EventLog } from '#infra/event-store/event-log';
import { CurrentActor } from '#infra/http/current-actor';
import { type OrganizationDocument, organizations } from '../organizations/organizations.projection.ts';
import { readAll } from '../runner/read-all.ts';
import { Reader } from '../runner/reader.ts';
import { type InvitationDocument, invitations } from './invitations.projection.ts';
import { mailedRecord } from './mailed-record.ts';

const After = z.object({ after: z.string().optional() });

/** Of several invitations of one clinic the one that says most: what connects, then what waits, then the latest. */
const rank = ({ status }: InvitationDocument): number =>
  status === 'Approved' ? 2 : status === 'Pending' || status === 'Received' ? 1 : 0;
const saysMore = (a: InvitationDocument, b: InvitationDocument): number => rank(b) - rank(a) || compare(b.sent_at, a.sent_at);

@Controller('api/patients')
export class PracticesQueries {
  constructor(
    private readonly reader: Reader,
    private readonly log: EventLog,
  ) {}

  /** The person's clinics: connected, invited, asking, and those that were connected once; one row for each, by name. */
  @Get(':id/practices')
  async practices(@Query({ schema: After }) { after }: z.infer<typeof After>, @CurrentActor() actor: UserActor) {
    const isFresh = await this.reader.caughtUp([invitations.name, organizations.name], after);
    const mine = await this.invitationsOf(actor);
    const grants = (await readGrants(this.log, actor.user_id)) ?? [];
    const connected = [...new Set(grants.map(({ organization_id }) => organization_id))];
    const clinics = await this.reader.getMany<OrganizationDocument>(organizations, [
      ...mine.flatMap(({ facts }) => [facts.organization_id, facts.from_organization_id].filter((id) => id !== null)),
      ...connected,
    ]);
    const byClinic = new Map<string, InvitationDocument[]>();
    for (const one of mine) {
      const clinic = one.facts.organization_id ?? one.id;
      byClinic.set(clinic, [...(byClinic.get(clinic) ?? []), one]);
    }
    const now = new Date().toISOString();
    const own = new Map(ownRecords(grants).map((one) => [one.organization_id, one.patient_id]));
    const readersOf = (record: string, clinic: string): string[] =>
      connected
        .filter((other) => other !== clinic && shownTo(grants, other).some(({ patient_id }) => patient_id === record))
        .map((other) => clinics.get(other)?.name ?? 'another clinic')
        .toSorted((a, b) => compare(a.toLowerCase(), b.toLowerCase()));
    const items = [...byClinic].map(([clinic, of]): Practice => {
      const [shown] = of.toSorted(saysMore);
      const patient_id = shown!.status === 'Approved' ? (own.get(clinic) ?? null) : null;
      const shown_to = patient_id === null ? [] : readersOf(patient_id, clinic);
      return {
        ...this.view(shown!, clinics, now),
        was_connected: of.some(({ was_connected }) => was_connected),
        patient_id,
        ...(shown_to.length > 0 && { shown_to }),
        ...(shown!.status === 'Approved' && patient_id === null && mailedRecord(of, actor.user_id, now)),
      };
    });
    items.sort((a, b) => compare(a.name.toLowerCase(), b.name.toLowerCase()) || compare(a.invitation_code, b.invitation_code));
    return { items, overall_count: items.length, ...(isFresh ? {} : { stale: true }) };
  }

  /** Those of the account, and those that were sent to its address and wait. */
  private async invitationsOf({ user_id }: UserActor): Promise<InvitationDocument[]> {
    const own = await readAll<InvitationDocument>(this.reader, invitations, { user_id: { eq: user_id } });
    const identity = await readIdentity(this.log, user_id);
    if (!identity?.proved_address) return own;
    const addressed = await readAll<InvitationDocument>(this.reader, invitations, { email: { eq: sameEmail(identity.email) } });
    const waiting = addressed.filter(
      ({ facts, status, user_id: of }) => facts.invitation_type === 'ClinicInvitesPatient' && of === null && isOpen(status),
    );
    return [...own, ...waiting];
  }

  private view(
    one: InvitationDocument,
    clinics: ReadonlyMap<string, OrganizationDocument>,
    now: string,
  ): Omit<Practice, 'was_connected' | 'patient_id'> {
    const { id, facts, status, approved } = one;
    const clinic = clinics.get(facts.organization_id ?? '');
    const from = clinics.get(facts.from_organization_id ?? '')?.name;
    const place = [clinic?.address, clinic?.city].filter(Boolean).join(', ');
    return {
      id: facts.organization_id ?? '',
      invitation_code: id,
      name: clinic?.name ?? facts.clinic?.clinic_name ?? '',
      address: clinic ? place : (facts.clinic?.city ?? ''),
      invited: senderOf[facts.invitation_type] === 'patient',
      invitation_type: facts.invitation_type,
      invitation_status: status,
      expired: isExpired(status, one.expires_at, now),
      actions: actionsOf({ type: facts.invitation_type, status, approved }, 'patient'),
      ...(from === undefined ? {} : { from_organization_name: from }),
    };
  }
}
