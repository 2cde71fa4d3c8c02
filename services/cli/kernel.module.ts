import { type DynamicModule, type InjectionToken, Module } from '@nestjs/common';
import { join } from 'node:path';
import { AccessLedger } from '#infra/access-ledger/access-ledger';
import { Access } from '#infra/access/access';
import { KnownBrowsers } from '#infra/access/known-browsers';
import { CatalogueSearch } from '#catalogues/catalogue-search';
import { ConsentForms } from '#infra/consent/consent-forms';
import { EventLog } from '#infra/event-store/event-log';
import { EventStore } from '#infra/event-store/event-store';
import { Reservations } from '#infra/event-store/reservations';
import { Streams } from '#infra/event-store/streams';
import { ArrivingFiles } from '#infra/files/arriving-files';
import { SealedFiles } from '#infra/files/sealed-files';
import { RuntimeInfo } from '#infra/http/runtime-info';
import { Tokens } from '#infra/http/tokens';
import { Trial } from '#infra/http/trial';
import { Keys } from '#infra/keys/keys';
import { Mail } from '#infra/mail/mail';
import { Messaging } from '#infra/messaging/messaging';
import { Pictures } from '#infra/pictures/pictures';
import { ReadStore } from '#infra/read-store/read-store';
import { Following } from '#infra/telemetry/following';
import { Reader } from '#projections/runner/reader';
import { ProjectionRunner } from '#projections/runner/runner';
import { LabNames } from '../lists/lab-names.ts';
import type { Kernel } from './kernel.ts';
import { ProjectedLabNames } from './lab-names.ts';
import { NewRecords } from '../records/invitations/new-records.ts';
import { AccountErasures } from '../records/accounts/account-erasures.ts';
import { OrderedErasures } from './account-erasures.ts';
import { RequestedRecords } from './new-records.ts';
import { OwnInvitations } from '../records/accounts/own-invitations.ts';
import { OwnFollowing } from './own-following.ts';
import { ProjectedInvitations } from './own-invitations.ts';

/** What the kernel has, for whoever asks for it by its class. */
@Module({})
export class KernelModule {
  /** @param besides what only some ways of running have */
  static of(kernel: Kernel, version: string, besides: readonly [InjectionToken, unknown][] = []): DynamicModule {
    const values: [InjectionToken, unknown][] = [
      [EventStore, kernel.events],
      [Keys, kernel.keys],
      [ReadStore, kernel.documents],
      [Messaging, kernel.messaging],
      [AccessLedger, kernel.ledger],
      [Mail, kernel.mail],
      [ConsentForms, new ConsentForms(join(kernel.folder.path, 'consent'))],
      [EventLog, kernel.log],
      [Streams, kernel.streams],
      [Reservations, kernel.reservations],
      [Access, kernel.access],
      [Tokens, kernel.tokens],
      [Trial, kernel.trial],
      [SealedFiles, kernel.sealedFiles],
      [ArrivingFiles, ArrivingFiles.open(join(kernel.folder.path, 'arriving'))],
      [Pictures, kernel.pictures],
      [CatalogueSearch, kernel.catalogues],
      [ProjectionRunner, kernel.runner],
      [Reader, kernel.reader],
      [LabNames, new ProjectedLabNames(kernel.log, kernel.reader)],
      [NewRecords, new RequestedRecords(kernel)],
      [AccountErasures, new OrderedErasures(kernel)],
      [OwnInvitations, new ProjectedInvitations(kernel)],
      [Following, new OwnFollowing(kernel)],
      [RuntimeInfo, new RuntimeInfo(kernel.settings.environment, version)],
      [KnownBrowsers, new KnownBrowsers(kernel.keys, kernel.settings.public_url.startsWith('https:'))],
      ...besides,
    ];
    const providers = values.map(([provide, useValue]) => ({ provide, useValue }));
    return { module: KernelModule, global: true, providers, exports: providers };
  }
}
