import { Body, Controller, Module, Param, Post, Put } from '@nestjs/common';
import { CommandBus, CqrsModule } from '@nestjs/cqrs';
import { z } from 'zod';
import { Id } from '#contracts/wire/primitives';
import type { Accepted } from '#contracts/wire/command';
import { GraphVisuals, SeenSeriesList } from '#contracts/items/graph-visuals';
import type { UserActor } from '#infra/event-store/actor';
import { CommandKey } from '#infra/http/command-key';
import { CurrentActor } from '#infra/http/current-actor';
import { GraphVisualsHandler, HandleGraphVisuals } from './graph-visuals.handlers.ts';

const OfPatient = z.object({ patient_id: Id });

@Controller('api/graph-visuals')
export class GraphVisualsController {
  constructor(private readonly commands: CommandBus) {}

  /** Keeps the signed-in person's chart settings for this patient: the whole state. */
  @Post(':patient_id')
  save(
    @Param({ schema: OfPatient }) { patient_id }: z.infer<typeof OfPatient>,
    @Body({ schema: GraphVisuals }) { type: _type, seen: _seen, ...visuals }: GraphVisuals,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    const data = { ...visuals, user_id: actor.user_id, patient_id };
    return this.commands.execute(new HandleGraphVisuals({ type: 'SaveGraphVisuals', command_id, data }, actor));
  }

  /** Keeps what the signed-in person was shown of this patient by default, beside the settings. */
  @Put(':patient_id/seen')
  keep(
    @Param({ schema: OfPatient }) { patient_id }: z.infer<typeof OfPatient>,
    @Body({ schema: SeenSeriesList }) { seen }: z.infer<typeof SeenSeriesList>,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    const data = { seen, user_id: actor.user_id, patient_id };
    return this.commands.execute(new HandleGraphVisuals({ type: 'KeepSeenSeries', command_id, data }, actor));
  }
}

@Module({ imports: [CqrsModule], controllers: [GraphVisualsController], providers: [GraphVisualsHandler] })
export class GraphVisualsModule {}
