import { Body, Controller, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { z } from 'zod';
import type { Accepted } from '#contracts/command';
import { GraphVisuals } from '#contracts/graph-visuals';
import type { UserActor } from '#infra/access/actor';
import { CommandKey } from '#infra/http/command-key';
import { CurrentActor } from '#infra/http/current-actor';
import { HandleGraphVisuals } from './graph-visuals.handlers.ts';

const OfPatient = z.object({ patient_id: z.uuid() });

@Controller('api/graph-visuals')
export class GraphVisualsController {
  constructor(private readonly commands: CommandBus) {}

  /** Keeps the signed-in person's chart settings for this patient: the whole state. */
  @Post(':patient_id')
  save(
    @Param({ schema: OfPatient }) { patient_id }: z.infer<typeof OfPatient>,
    @Body({ schema: GraphVisuals }) { type: _type, ...visuals }: GraphVisuals,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    const data = { ...visuals, user_id: actor.user_id, patient_id };
    return this.commands.execute(new HandleGraphVisuals({ type: 'SaveGraphVisuals', command_id, data }, actor));
  }
}
