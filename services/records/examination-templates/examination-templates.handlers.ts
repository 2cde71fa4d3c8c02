import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Accepted } from '#contracts/wire/command';
import type { ExaminationTemplateCommand, TemplateKind } from '#contracts/examinations/examination-templates';
import { Access } from '#infra/access/access';
import type { Actor, Scope } from '#infra/event-store/actor';
import { readLabParameter } from '#catalogues/lab-parameter-state';
import { readOfficeParameter } from '#catalogues/office-parameter';
import { Refusal } from '#infra/event-store/decider';
import { EventLog } from '#infra/event-store/event-log';
import { type Foreseen, Streams } from '#infra/event-store/streams';
import { type ExaminationTemplate, examinationTemplate } from './examination-templates.decider.ts';

/** Every command on a template, from whoever sends it. */
export class HandleExaminationTemplate {
  constructor(
    readonly command: ExaminationTemplateCommand,
    readonly actor: Actor,
  ) {}
}

/** What the parameters of a template are called, and where they are looked up. */
const CATALOGUES = {
  examination: { what: 'office parameter', read: readOfficeParameter },
  lab: { what: 'lab parameter', read: readLabParameter },
} as const;

/** A public template belongs to the clinic of whoever makes it, or everywhere where that is a super user; a private one to its patient's record. */
@CommandHandler(HandleExaminationTemplate)
export class ExaminationTemplatesHandler implements ICommandHandler<HandleExaminationTemplate> {
  constructor(
    private readonly streams: Streams,
    private readonly access: Access,
    private readonly log: EventLog,
  ) {}

  async execute({ command, actor }: HandleExaminationTemplate): Promise<Accepted> {
    const stream = `examination_template-${command.data.template_id}`;
    const before = await this.streams.repeated(stream, command.command_id, actor);
    if (before) return before;
    const scope = await this.scopeOf(command, actor, stream);
    const kind = await this.kindOf(command, actor, stream);
    if (kind && 'parameter_ids' in command.data) await this.refuseUnknown(kind, command.data.parameter_ids);
    return this.streams.transact(examinationTemplate, stream, command, actor, scope);
  }

  /** What a row of a list would do, with nothing written. @throws Refusal as the command itself */
  async foresee(
    command: Extract<ExaminationTemplateCommand, { type: 'CreateTemplate' | 'UpdateTemplate' }>,
    actor: Actor,
  ): Promise<Foreseen<ExaminationTemplate>> {
    const stream = `examination_template-${command.data.template_id}`;
    const scope = await this.scopeOf(command, actor, stream);
    const kind = await this.kindOf(command, actor, stream);
    if (kind) await this.refuseUnknown(kind, command.data.parameter_ids);
    return this.streams.foresee(examinationTemplate, stream, command, actor, scope);
  }

  /** Of a patient's template the record must still be there. */
  private async scopeOf(command: ExaminationTemplateCommand, actor: Actor, stream: string): Promise<Scope> {
    if ('patient_id' in command.data) return this.access.patientScope(actor, command.data.patient_id);
    if (command.type === 'CreateTemplate') {
      return actor.kind === 'user' && actor.organization_id !== null ? { organization_id: actor.organization_id } : {};
    }
    const scope = await this.access.streamScope(actor, stream);
    return scope.patient_id === undefined ? scope : this.access.patientScope(actor, scope.patient_id);
  }

  /** Of a template whose parameters are looked up; undefined where they are not. */
  private async kindOf(command: ExaminationTemplateCommand, actor: Actor, stream: string): Promise<TemplateKind | undefined> {
    if (command.type === 'CreateTemplate' || command.type === 'CreatePatientTemplate') return command.data.kind;
    if (command.type !== 'UpdateTemplate') return undefined;
    const { state } = await this.streams.load(examinationTemplate, stream, actor);
    return state.status === 'present' ? state.kind : undefined;
  }

  private async refuseUnknown(kind: TemplateKind, parameter_ids: readonly string[]): Promise<void> {
    const { what, read } = CATALOGUES[kind];
    for (const parameter_id of parameter_ids) {
      const parameter = await read(this.log, parameter_id);
      if (parameter?.status === 'approved') continue;
      const message = parameter?.status === 'pending' ? `${parameter.name} still waits for approval` : `There is no such ${what}`;
      throw new Refusal('unknown-parameter', message, { parameter_ids: [message] }, 422, {
        parameter_ids: `ids of approved ${what}s`,
      });
    }
  }
}
