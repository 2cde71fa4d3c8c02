import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AccountsHandler } from './accounts.handlers.ts';
import { KeptKeyController } from './kept-key.controller.ts';
import { SignIn } from './sign-in.ts';
import { Throttle } from '#infra/http/throttle';
import { TokenController } from './token.controller.ts';
import { UserController } from './user.controller.ts';
import { UsersController } from './users.controller.ts';
import { UsersHandler } from './users.handlers.ts';

@Module({
  imports: [CqrsModule],
  controllers: [TokenController, KeptKeyController, UsersController, UserController],
  providers: [AccountsHandler, UsersHandler, SignIn, { provide: Throttle, useFactory: () => new Throttle() }],
})
export class AccountsModule {}
