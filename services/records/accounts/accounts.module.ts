import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AccountsHandler } from './accounts.handlers.ts';
import { EmailChangeController } from './email-change.controller.ts';
import { EmailChange } from './email-change.ts';
import { KeptKeyController } from './kept-key.controller.ts';
import { OtherSessions } from './other-sessions.ts';
import { PublicThrottle } from './public-throttle.ts';
import { Recovery } from './recovery.ts';
import { SecondFactorController } from './second-factor.controller.ts';
import { SecondFactors } from './second-factor.ts';
import { SignIn } from './sign-in.ts';
import { Throttle } from '#infra/http/throttle';
import { SignUpController } from './sign-up.controller.ts';
import { SignUp } from './sign-up.ts';
import { TokenController } from './token.controller.ts';
import { UserController } from './user.controller.ts';
import { UsersController } from './users.controller.ts';
import { EraseUserHandler, UsersHandler } from './users.handlers.ts';

@Module({
  imports: [CqrsModule],
  controllers: [
    ...[TokenController, KeptKeyController, SecondFactorController, EmailChangeController],
    ...[UsersController, SignUpController, UserController],
  ],
  providers: [
    AccountsHandler,
    UsersHandler,
    EraseUserHandler,
    SignIn,
    OtherSessions,
    SecondFactors,
    SignUp,
    Recovery,
    EmailChange,
    { provide: Throttle, useFactory: () => new Throttle() },
    { provide: PublicThrottle, useFactory: () => new PublicThrottle() },
  ],
})
export class AccountsModule {}
