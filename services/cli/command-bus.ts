import { NestFactory } from '@nestjs/core';
import { CommandBus } from '@nestjs/cqrs';
import { KernelModule } from './kernel.module.ts';
import type { Kernel } from './kernel.ts';
import { RecordsModule } from './records.module.ts';
import { release } from './release.ts';

/** Does work that sends commands and is no request: they go through the same bus to the same handlers. */
export const withCommands = async <T>(kernel: Kernel, work: (commands: CommandBus) => Promise<T>): Promise<T> => {
  const context = await NestFactory.createApplicationContext(
    { module: RecordsModule, imports: [KernelModule.of(kernel, release())] },
    { logger: ['error', 'warn', 'fatal'], abortOnError: false },
  );
  try {
    return await work(context.get(CommandBus, { strict: false }));
  } finally {
    await context.close();
  }
};
