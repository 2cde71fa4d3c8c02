import { Controller, Get, Module, Param } from '@nestjs/common';
import { z } from 'zod';
import { Id } from '#contracts/wire/primitives';
import { GraphVisuals, type GraphVisualsEvent, graphVisualsStream, NO_VISUALS } from '#contracts/items/graph-visuals';
import { Access } from '#infra/access/access';
import type { UserActor } from '#infra/event-store/actor';
import { EventLog, ForgedEvent } from '#infra/event-store/event-log';
import { CurrentActor } from '#infra/http/current-actor';

const OfPatient = z.object({ patient_id: Id });

@Controller('api/graph-visuals')
export class GraphVisualsQueries {
  constructor(
    private readonly log: EventLog,
    private readonly access: Access,
  ) {}

  /** The signed-in person's chart settings for this patient, read from the last event itself: there is no delay and nothing to rebuild. */
  @Get(':patient_id')
  async one(
    @Param({ schema: OfPatient }) { patient_id }: z.infer<typeof OfPatient>,
    @CurrentActor() actor: UserActor,
  ): Promise<GraphVisuals> {
    await this.access.patientScope(actor, patient_id);
    for await (const opened of this.log.read(graphVisualsStream(actor.user_id, patient_id), { direction: 'backwards', limit: 1 })) {
      if (opened.kind === 'forged') throw new ForgedEvent(opened);
      if (opened.kind === 'opened') return visualsOf((opened.event as GraphVisualsEvent).data);
    }
    return NO_VISUALS;
  }
}

const visualsOf = ({ user_id: _user, patient_id: _patient, ...visuals }: GraphVisualsEvent['data']): GraphVisuals =>
  GraphVisuals.parse(visuals);

@Module({ controllers: [GraphVisualsQueries] })
export class GraphVisualsQueriesModule {}
