import { Body, Controller, Module, Post } from '@nestjs/common';
import { CommandBus, CqrsModule } from '@nestjs/cqrs';
import type { Accepted } from '#contracts/wire/command';
import { NewLabParameter } from '#contracts/lab/lab-parameters';
import type { UserActor } from '#infra/event-store/actor';
import { CommandKey } from '#infra/http/command-key';
import { CurrentActor } from '#infra/http/current-actor';
import { HandleLabParameter, LabParametersHandler } from './lab-parameters.handlers.ts';
import { labParameterId } from './lab-parameters.import.ts';

@Controller('api/lab-parameters')
export class LabParametersController {
  constructor(private readonly commands: CommandBus) {}

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
}

@Module({ imports: [CqrsModule], controllers: [LabParametersController], providers: [LabParametersHandler] })
export class LabParametersModule {}
