import { Body, Controller, HttpCode, Module, Post } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, CqrsModule, type ICommandHandler } from '@nestjs/cqrs';
import { type NotificationCommand, NotificationTask } from '#contracts/people/notifications';
import type { Accepted } from '#contracts/wire/command';
import type { Actor, UserActor } from '#infra/event-store/actor';
import { Streams } from '#infra/event-store/streams';
import { CommandKey } from '#infra/http/command-key';
import { CurrentActor } from '#infra/http/current-actor';
import { notifications } from './notifications.decider.ts';

/** A command on what one person is told. */
class HandleNotification extends Command<Accepted> {
  constructor(
    readonly command: NotificationCommand,
    readonly actor: Actor,
  ) {
    super();
  }
}

@CommandHandler(HandleNotification)
export class NotificationsHandler implements ICommandHandler<HandleNotification> {
  constructor(private readonly streams: Streams) {}

  execute({ command, actor }: HandleNotification): Promise<Accepted> {
    return this.streams.transact(notifications, `notifications-${command.data.user_id}`, command, actor, {});
  }
}

/** The signed-in person's own notifications. */
@Controller('api/notifications/tasks')
export class NotificationsController {
  constructor(private readonly bus: CommandBus) {}

  @Post('read')
  @HttpCode(200)
  read(
    @Body({ schema: NotificationTask }) { ids }: NotificationTask,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    const data = { user_id: actor.user_id, notification_ids: ids };
    return this.bus.execute(new HandleNotification({ type: 'ReadNotifications', command_id, data }, actor));
  }

  @Post('dismiss')
  @HttpCode(200)
  dismiss(
    @Body({ schema: NotificationTask }) { ids }: NotificationTask,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    const data = { user_id: actor.user_id, notification_ids: ids };
    return this.bus.execute(new HandleNotification({ type: 'DismissNotifications', command_id, data }, actor));
  }
}

@Module({ imports: [CqrsModule], controllers: [NotificationsController], providers: [NotificationsHandler] })
export class NotificationsModule {}
