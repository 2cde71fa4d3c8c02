import { Body, Controller, Delete, HttpCode, Module, Param, Post, Put, Req } from '@nestjs/common';
import { CommandBus, CqrsModule } from '@nestjs/cqrs';
import { v5 } from 'uuid';
import { z } from 'zod';
import { labParameterId } from '#catalogues/lab-parameter';
import type { ListImport } from '#contracts/catalogues/list-import';
import type { Accepted } from '#contracts/wire/command';
import { LabMerge } from '#contracts/lab/lab-merges';
import { LabParameterUpdate, NewLabParameter } from '#contracts/lab/lab-parameters';
import { LabParameterRequest } from '#contracts/lab/parameter-request';
import { ById, Id, Version } from '#contracts/wire/primitives';
import type { UserActor } from '#infra/event-store/actor';
import { EventLog } from '#infra/event-store/event-log';
import { Streams } from '#infra/event-store/streams';
import { CommandKey } from '#infra/http/command-key';
import { CurrentActor } from '#infra/http/current-actor';
import { importUpload } from '../../lists/list-import.ts';
import { type ListRequest, readListUpload } from '../../lists/list-upload.ts';
import { HandleLabMerge, LabMergesHandler } from './lab-merges.handlers.ts';
import { LabNames } from '../../lists/lab-names.ts';
import { readLabRows } from './lab-parameters.file.ts';
import { HandleLabParameter, LabParametersHandler } from './lab-parameters.handlers.ts';
import { labPlanner } from './lab-parameters.list.ts';

/** What a removal was opened with. */
const Seen = z.object({ version: Version.optional() }).default({});
const Rejection = z.object({ id: Id, version: Version.optional() });
const withVersion = (version: number | undefined) => (version === undefined ? {} : { version });

@Controller('api/lab-parameters')
export class LabParametersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly log: EventLog,
    private readonly streams: Streams,
    private readonly labNames: LabNames,
  ) {}

  /** Adds an approved parameter. One that the catalogue has (by LOINC code or primary name) is refused, 409. */
  @Post()
  add(
    @Body({ schema: NewLabParameter }) parameter: NewLabParameter,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    const { code, ...described } = parameter;
    const parameter_id = labParameterId(code || undefined, parameter.aliases[0] ?? '');
    const data = { ...described, ...(code ? { code } : {}), parameter_id, status: 'Approved' as const };
    return this.commands.execute(new HandleLabParameter({ type: 'AddLabParameter', command_id, data }, actor));
  }

  /** Multipart form: a CSV `file`, and `dry_run` to be told what it would do. 409 where the catalogue changed since the named `plan`. */
  @Post('import')
  @HttpCode(200)
  async import(@Req() request: ListRequest, @CommandKey() key: string, @CurrentActor() actor: UserActor): Promise<ListImport> {
    const upload = await readListUpload(request);
    const known = { streams: this.streams, names: await this.labNames.holders() };
    const planner = await labPlanner(known, upload.name, actor, (command) => this.commands.execute(new HandleLabParameter(command, actor)));
    return importUpload(readLabRows(upload.bytes, upload.name), planner, { ...upload, key }, this.log);
  }

  /**
   * Asks for a parameter that the catalogue does not have: for the words where there are any. Of what was asked for, or is there, nothing
   * changes. A super user takes a rejection back by it.
   */
  @Put('request_parameter')
  request(
    @Body({ schema: LabParameterRequest }) { id, alias }: LabParameterRequest,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    const parameter_id = alias || id === undefined ? labParameterId(undefined, alias ?? '') : id;
    const reopens = actor.roles.includes('SuperUser');
    const data = { parameter_id, status: 'PendingApproval' as const, ...(alias ? { alias } : {}), ...(reopens ? { reopens } : {}) };
    return this.commands.execute(new HandleLabParameter({ type: 'RequestLabParameter', command_id, data }, actor));
  }

  @Put('reject_parameter')
  reject(
    @Body({ schema: Rejection }) { id, version }: z.infer<typeof Rejection>,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    const data = { parameter_id: id, ...withVersion(version) };
    return this.commands.execute(new HandleLabParameter({ type: 'RejectLabParameter', command_id, data }, actor));
  }

  /** Makes several parameters one; `id` of the answer undoes it. */
  @Put('merge')
  async merge(
    @Body({ schema: LabMerge }) merge: LabMerge,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    const { parameter_ids, kept_id = parameter_ids.at(-1)!, ...rest } = merge;
    const merge_id = v5('merge', command_id);
    const data = { merge_id, kept_id, merged_ids: parameter_ids.filter((id) => id !== kept_id), ...rest };
    const accepted: Accepted = await this.commands.execute(new HandleLabMerge({ type: 'MergeLabParameters', command_id, data }, actor));
    return { ...accepted, id: merge_id };
  }

  /** Takes a merge back: every value stands on the line that it stood on before. */
  @Put('merge/:id/undo')
  async undo(
    @Param({ schema: ById }) { id }: z.infer<typeof ById>,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    const command = { type: 'UndoLabMerge' as const, command_id, data: { merge_id: id } };
    const accepted: Accepted = await this.commands.execute(new HandleLabMerge(command, actor));
    return { ...accepted, id };
  }

  /** Changes a parameter; with `status: 'Approved'`, approves what was requested or rejected. */
  @Put(':id')
  update(
    @Param({ schema: ById }) { id }: z.infer<typeof ById>,
    @Body({ schema: LabParameterUpdate }) { status, ...fields }: LabParameterUpdate,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    const type = status === 'Approved' ? ('ApproveLabParameter' as const) : ('ConfigureLabParameter' as const);
    const data = { ...fields, parameter_id: id };
    return this.commands.execute(new HandleLabParameter({ type, command_id, data }, actor));
  }

  /** It is offered for new results no more; results that name it keep it. */
  @Delete(':id')
  remove(
    @Param({ schema: ById }) { id }: z.infer<typeof ById>,
    @Body({ schema: Seen }) { version }: z.infer<typeof Seen>,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    const data = { parameter_id: id, ...withVersion(version) };
    return this.commands.execute(new HandleLabParameter({ type: 'RemoveLabParameter', command_id, data }, actor));
  }
}

@Module({ imports: [CqrsModule], controllers: [LabParametersController], providers: [LabParametersHandler, LabMergesHandler] })
export class LabParametersModule {}
