import { Controller, Get, Query } from '@nestjs/common';
import { z } from 'zod';
import { type Grant, ownRecords, shownTo } from '#contracts/people/connection-rules';
import { actionsOf, isExpired, senderOf } from '#contracts/people/invitation-rules';
import type { Practice } from '#contracts/people/invitations';
import { compare } from '#contracts/rules/compare';
import { accountsOf, readGrants } from '#infra/access/connections';
import type { UserActor } from '#infra/event-store/actor';
import { EventLog } from '#infra/event-store/event-log';
import { CurrentActor } from '#infra/http/current-actor';
import { type OrganizationDocument, organizations } from '../organizations/organizations.projection.ts';
import { Reader } from '../runner/reader.ts';
import { type InvitationDocument, invitations } from './invitations.projection.ts';
import { mailedRecord } from './mailed-record.ts';
import { patientInvitations } from './patient-invitations.ts';

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
    const mine = await patientInvitations({ reader: this.reader, log: this.log }, actor.user_id);
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
    const own = ownRecords(grants);
    const losing = new Map<string, string[]>();
    for (const { patient_id, organization_id } of own) {
      const names = (await this.losingClinics(actor, grants, patient_id))
        .filter((other) => other !== organization_id)
        .map((other) => clinics.get(other)?.name ?? 'another clinic');
      losing.set(
        patient_id,
        names.toSorted((a, b) => compare(a.toLowerCase(), b.toLowerCase())),
      );
    }
    const items = [...byClinic].map(([clinic, of]): Practice => {
      const [shown] = of.toSorted(saysMore);
      const record = own.find(({ organization_id }) => organization_id === clinic);
      const patient_id = shown!.status === 'Approved' ? (record?.patient_id ?? null) : null;
      const shown_to = losing.get(patient_id ?? '') ?? [];
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

  /** Clinics that read an own record by this account alone: not those to which another account of the record shows it too. @throws ForgedEvent */
  private async losingClinics({ user_id }: UserActor, grants: readonly Grant[], record: string): Promise<string[]> {
    const others = (await accountsOf(this.log, record)).filter((account) => account.user_id !== user_id);
    const isShown = (by: readonly Grant[], clinic: string) => shownTo(by, clinic).some(({ patient_id }) => patient_id === record);
    const connected = new Set(grants.map(({ organization_id }) => organization_id));
    return [...connected].filter((clinic) => isShown(grants, clinic) && !others.some((other) => isShown(other.grants, clinic)));
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
