import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Accepted } from '#contracts/wire/command';
import type { PatientCommand } from '#contracts/people/patients';
import { Access } from '#infra/access/access';
import type { Actor } from '#infra/event-store/actor';
import { Refusal } from '#infra/event-store/decider';
import { Reservations } from '#infra/event-store/reservations';
import { Streams } from '#infra/event-store/streams';
import { digitsOf, type Patient, patient } from './patients.decider.ts';
import { numberWithin, SOCIAL_SECURITY_NUMBER } from '#contracts/people/patient-number';

/** Every command on a patient's record, from whoever sends it. */
export class HandlePatient {
  constructor(
    readonly command: PatientCommand,
    readonly actor: Actor,
  ) {}
}

type Register = Extract<PatientCommand, { type: 'RegisterPatient' | 'TakeFromExternal' }>;
type Correct = Extract<PatientCommand, { type: 'CorrectPatient' }>;

/** A social security number belongs to one record of the clinic: it is reserved before the event that needs it. */
@CommandHandler(HandlePatient)
export class PatientsHandler implements ICommandHandler<HandlePatient> {
  constructor(
    private readonly streams: Streams,
    private readonly reservations: Reservations,
    private readonly access: Access,
  ) {}

  async execute({ command, actor }: HandlePatient): Promise<Accepted> {
    if (command.type === 'RegisterPatient' || command.type === 'TakeFromExternal') return this.register(command, actor);
    const stream = `patient-${command.data.patient_id}`;
    const before = await this.streams.repeated(stream, command.command_id, actor);
    if (before) return before;
    await this.access.patientScope(actor, command.data.patient_id);
    return command.type === 'CorrectPatient'
      ? this.correct(stream, command, actor)
      : this.streams.transact(patient, stream, command, actor);
  }

  private async register(command: Register, actor: Actor): Promise<Accepted> {
    const { patient_id, organization_id, social_security_number } = command.data;
    const stream = `patient-${patient_id}`;
    const before = await this.streams.repeated(stream, command.command_id, actor);
    if (before) return before;
    patient.decide(command, patient.initial); // a refusal here leaves no reservation behind
    // An external record that came before keeps its number; one without a number reserves none.
    const isThere = command.type === 'TakeFromExternal' && (social_security_number === '' || (await this.exists(stream, actor)));
    if (isThere) return this.streams.transact(patient, stream, command, actor, { organization_id, patient_id });
    await this.reserve(organization_id, social_security_number, stream, patient_id, actor);
    try {
      return await this.streams.transact(patient, stream, command, actor, { organization_id, patient_id });
    } catch (error) {
      await this.giveBack(stream, organization_id, digitsOf(social_security_number), patient_id, actor);
      throw error;
    }
  }

  private async exists(stream: string, actor: Actor): Promise<boolean> {
    try {
      await this.streams.load(patient, stream, actor);
      return true;
    } catch (error) {
      if (error instanceof Refusal && error.status === 404) return false;
      throw error;
    }
  }

  private async correct(stream: string, command: Correct, actor: Actor): Promise<Accepted> {
    const { state, version } = await this.streams.load(patient, stream, actor);
    const typed = command.data.social_security_number;
    const held = numberOf(state);
    const isNew = !typed.startsWith('*') && held !== undefined && digitsOf(typed) !== held.number;
    // A stale command is told so below, before it takes a number that it will not use.
    if (!isNew || version !== command.data.version) return this.streams.transact(patient, stream, command, actor);
    patient.decide(command, state);
    await this.reserve(held.organization_id, typed, stream, command.data.patient_id, actor);
    try {
      return await this.streams.transact(patient, stream, command, actor);
    } catch (error) {
      await this.giveBack(stream, held.organization_id, digitsOf(typed), command.data.patient_id, actor);
      throw error;
    }
  }

  /**
   * After a command that was refused in the end; not where somebody else's command for the same number came first. Where this fails too,
   * or there is no record yet, the reservation stands a little longer: others take it over after a while.
   */
  private async giveBack(stream: string, organization_id: string, number: string, patient_id: string, actor: Actor): Promise<void> {
    try {
      const { state } = await this.streams.load(patient, stream, actor);
      if (numberOf(state)?.number === number) return;
      await this.reservations.release(SOCIAL_SECURITY_NUMBER, numberWithin(organization_id, number), patient_id, actor);
    } catch {
      // what the command itself threw is what the person has to hear
    }
  }

  private reserve(organization_id: string, number: string, stream: string, patient_id: string, actor: Actor): Promise<void> {
    const value = numberWithin(organization_id, digitsOf(number));
    const message = 'Another patient of this clinic has this number';
    return this.reservations.reserve(SOCIAL_SECURITY_NUMBER, value, stream, patient_id, actor, message);
  }
}

const numberOf = (state: Patient): { organization_id: string; number: string } | undefined =>
  'content' in state ? { organization_id: state.content.organization_id, number: state.content.social_security_number } : undefined;
