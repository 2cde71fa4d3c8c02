import type { UserActor } from '#infra/event-store/actor';
import { createdId } from '#infra/http/command-key';
import { type NewRecord, NewRecords } from '../records/invitations/new-records.ts';
import { HandlePatient, PatientsHandler } from '../records/patients/patients.handlers.ts';
import type { Kernel } from './kernel.ts';

/** Records of persons who asked a clinic to be connected. Nobody asked them about research: that is left to the clinic. */
export class RequestedRecords extends NewRecords {
  private readonly patients: PatientsHandler;

  constructor({ streams, reservations, access }: Pick<Kernel, 'streams' | 'reservations' | 'access'>) {
    super();
    this.patients = new PatientsHandler(streams, reservations, access);
  }

  async add(person: NewRecord, { reach: _invitation, ...actor }: UserActor, command_id: string): Promise<string> {
    const patient_id = createdId(command_id, 'patient');
    const choices = { agreed_to_research: false, fhir_synchronization_enabled: false, may_set_email: true, needs_agreement: true } as const;
    const data = { ...person, ...choices, patient_id, comment: 'Asked to be connected with the clinic' };
    const register = { type: 'RegisterPatient', command_id: createdId(command_id, 'register'), data } as const;
    await this.patients.execute(new HandlePatient(register, actor));
    return patient_id;
  }
}
