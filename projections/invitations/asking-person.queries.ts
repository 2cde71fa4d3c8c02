import { Controller, Get } from '@nestjs/common';
import { isExpired, isOpen } from '#contracts/people/invitation-rules';
import type { AskingPerson } from '#contracts/people/asking-person';
import { numberWithin, SOCIAL_SECURITY_NUMBER } from '#contracts/people/patient-number';
import { formerRecord } from '#infra/access/connections';
import { readIdentity } from '#infra/access/identity';
import { readInvitation } from '#infra/access/invitations';
import { alsoReads } from '#infra/access-ledger/records-read';
import { notFound } from '#infra/event-store/actor';
import { EventLog } from '#infra/event-store/event-log';
import { Reservations } from '#infra/event-store/reservations';
import { CurrentInvitation } from '#infra/http/current-invitation';
import type { NamedInvitation } from '#infra/http/request';

/** The person who asks a clinic to be connected (ruling 43). */
@Controller('api/patient-invitations/invitation')
export class AskingPersonQueries {
  constructor(
    private readonly log: EventLog,
    private readonly reservations: Reservations,
  ) {}

  /** For the clinic's doctors, while the request waits; read from the streams. @throws Refusal 404 */
  @Get(':code/person')
  async person(@CurrentInvitation() { invitation_id, standing, actor }: NamedInvitation): Promise<AskingPerson> {
    const state = await readInvitation(this.log, invitation_id);
    if (state.status === 'none' || standing !== 'clinic' || !isOpen(state.status)) throw notFound();
    const { invitation_type, user_id, organization_id, code } = state.facts;
    if (isExpired(state.status, code?.expires_at ?? null, new Date().toISOString())) throw notFound();
    if (invitation_type !== 'PatientInvitesClinic' || user_id === null || organization_id === null) throw notFound();
    const identity = await readIdentity(this.log, user_id);
    if (!identity) throw notFound();
    const { username, first_name, last_name, personal } = identity;
    const restores = await formerRecord(this.log, user_id, organization_id);
    const number = personal && numberWithin(organization_id, personal.social_security_number);
    const same_number = number === undefined ? undefined : await this.reservations.ownerOf(SOCIAL_SECURITY_NUMBER, number);
    const records = [restores, same_number].filter((patient_id) => patient_id !== undefined);
    if (actor.kind === 'user')
      alsoReads(
        actor,
        records.map((patient_id) => ({ patient_id, organization_id })),
      );
    const { middle_name, name_suffix, sex, date_of_birth } = personal ?? {};
    return {
      ...{ username, first_name, last_name },
      ...(middle_name && { middle_name }),
      ...(name_suffix && { name_suffix }),
      ...(sex && { sex }),
      ...(date_of_birth && { date_of_birth }),
      ...(restores && { restores }),
      ...(same_number && { same_number }),
    };
  }
}
