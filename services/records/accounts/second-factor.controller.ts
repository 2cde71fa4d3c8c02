import { Body, Controller, Delete, Post, Put } from '@nestjs/common';
import {
  type RecoveryCodes,
  SecondFactorConfirmation,
  SecondFactorEnrolment,
  type SecondFactorOffer,
  SecondFactorRemoval,
} from '#contracts/people/second-factor';
import type { Accepted } from '#contracts/wire/command';
import { inTurn } from '#infra/access/passwords';
import type { UserActor } from '#infra/event-store/actor';
import { CommandKey } from '#infra/http/command-key';
import { CurrentActor } from '#infra/http/current-actor';
import { SecondFactors } from './second-factor.ts';

@Controller('api/users/second-factor')
export class SecondFactorController {
  constructor(private readonly factors: SecondFactors) {}

  @Post()
  enrol(
    @Body({ schema: SecondFactorEnrolment }) { password }: SecondFactorEnrolment,
    @CurrentActor() actor: UserActor,
    @CommandKey() key: string,
  ): Promise<SecondFactorOffer> {
    return inTurn(actor, () => this.factors.enrol(actor, password, key));
  }

  @Put()
  confirm(
    @Body({ schema: SecondFactorConfirmation }) { code }: { code: string },
    @CurrentActor() actor: UserActor,
    @CommandKey() key: string,
  ): Promise<RecoveryCodes> {
    return this.factors.confirm(actor, code, key);
  }

  @Delete()
  remove(
    @Body({ schema: SecondFactorRemoval }) removal: SecondFactorRemoval,
    @CurrentActor() actor: UserActor,
    @CommandKey() key: string,
  ): Promise<Accepted> {
    return inTurn(actor, () => this.factors.remove(actor, removal, key));
  }
}
