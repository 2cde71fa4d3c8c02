import { Body, Controller, Delete, HttpCode, Module, Param, Post, Put, Req } from '@nestjs/common';
import { CommandBus, CqrsModule } from '@nestjs/cqrs';
import { z } from 'zod';
import type { ListImport } from '#contracts/catalogues/list-import';
import type { Accepted } from '#contracts/wire/command';
import { MeasurementParameterUpdate, NewMeasurementParameter } from '#contracts/examinations/measurement-parameters';
import { ById, Version } from '#contracts/wire/primitives';
import type { UserActor } from '#infra/event-store/actor';
import { readOfficeParameter } from '#catalogues/office-parameter';
import { EventLog } from '#infra/event-store/event-log';
import { Reservations } from '#infra/event-store/reservations';
import { Streams } from '#infra/event-store/streams';
import { CommandKey, createdId } from '#infra/http/command-key';
import { CurrentActor } from '#infra/http/current-actor';
import { importUpload } from '../../lists/list-import.ts';
import { type ListRequest, readListUpload } from '../../lists/list-upload.ts';
import { readMeasurementRows } from './measurement-parameters.file.ts';
import { HandleMeasurementParameter, MeasurementParametersHandler } from './measurement-parameters.handlers.ts';
import { measurementPlanner } from './measurement-parameters.list.ts';

/** The version it was looked at with, where the caller knows it. */
const Seen = z.object({ version: Version.optional() }).optional();
const dataOf = (parameter_id: string, seen: z.infer<typeof Seen>) => ({
  parameter_id,
  ...(seen?.version === undefined ? {} : { version: seen.version }),
});

@Controller('api/measurement-parameters')
export class MeasurementParametersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly log: EventLog,
    readonly streams: Streams,
    readonly reservations: Reservations,
  ) {}

  /** Adds an approved parameter. 409 keyed by `name` where the catalogue has one of this name. */
  @Post()
  add(
    @Body({ schema: NewMeasurementParameter }) parameter: NewMeasurementParameter,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    const data = { ...parameter, parameter_id: createdId(command_id, 'measurement-parameter') };
    return this.commands.execute(new HandleMeasurementParameter({ type: 'AddMeasurementParameter', command_id, data }, actor));
  }

  /** Suggests a parameter: it waits for a super user and cannot be chosen until then. */
  @Post('suggest')
  suggest(
    @Body({ schema: NewMeasurementParameter }) parameter: NewMeasurementParameter,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    const data = { ...parameter, parameter_id: createdId(command_id, 'measurement-parameter') };
    return this.commands.execute(new HandleMeasurementParameter({ type: 'SuggestMeasurementParameter', command_id, data }, actor));
  }

  /** Multipart form: a CSV `file`, and `dry_run` to be told what it would do. 409 where the catalogue changed since the named `plan`. */
  @Post('import')
  @HttpCode(200)
  async import(@Req() request: ListRequest, @CommandKey() key: string, @CurrentActor() actor: UserActor): Promise<ListImport> {
    const upload = await readListUpload(request);
    const planner = measurementPlanner(this, upload.name, actor, (command) =>
      this.commands.execute(new HandleMeasurementParameter(command, actor)),
    );
    return importUpload(readMeasurementRows(upload.bytes, upload.name), planner, { ...upload, key }, this.log);
  }

  /** Changes an approved parameter; a pending one is approved with what the review made of it. 422 where a used definition would be lost. */
  @Put(':id')
  async update(
    @Param({ schema: ById }) { id: parameter_id }: z.infer<typeof ById>,
    @Body({ schema: MeasurementParameterUpdate }) { state, ...fields }: MeasurementParameterUpdate,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    const isReview = state === 0 && (await this.isPending(parameter_id));
    const type = isReview ? ('ApproveMeasurementParameter' as const) : ('UpdateMeasurementParameter' as const);
    const data = { ...fields, parameter_id };
    return this.commands.execute(new HandleMeasurementParameter({ type, command_id, data }, actor));
  }

  @Put(':id/reject')
  reject(
    @Param({ schema: ById }) { id }: z.infer<typeof ById>,
    @Body({ schema: Seen }) seen: z.infer<typeof Seen>,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    const command = { type: 'RejectMeasurementParameter' as const, command_id, data: dataOf(id, seen) };
    return this.commands.execute(new HandleMeasurementParameter(command, actor));
  }

  /** Removes an approved parameter (super user); cancels a pending one (super user, or the clinic that suggested it). */
  @Delete(':id')
  async remove(
    @Param({ schema: ById }) { id }: z.infer<typeof ById>,
    @Body({ schema: Seen }) seen: z.infer<typeof Seen>,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    const isPending = await this.isPending(id);
    const type = isPending ? ('CancelMeasurementParameter' as const) : ('RemoveMeasurementParameter' as const);
    return this.commands.execute(new HandleMeasurementParameter({ type, command_id, data: dataOf(id, seen) }, actor));
  }

  /** Which of two commands is meant; what may be done is decided on the stream. */
  private async isPending(parameter_id: string): Promise<boolean> {
    return (await readOfficeParameter(this.log, parameter_id))?.status === 'pending';
  }
}

@Module({ imports: [CqrsModule], controllers: [MeasurementParametersController], providers: [MeasurementParametersHandler] })
export class MeasurementParametersModule {}
