import type { EventLog } from '#infra/event-store/event-log';
import type { Reservations } from '#infra/event-store/reservations';
import type { Streams } from '#infra/event-store/streams';
import type { SealedFiles } from '#infra/files/sealed-files';
import type { Keys } from '#infra/keys/keys';
import type { Mail } from '#infra/mail/mail';
import { connectRegistered } from '../reactions/invitations/connect-registered.reaction.ts';
import { settleAddresses } from '../reactions/accounts/settle-addresses.reaction.ts';
import { tellOfCriticalResults } from '../reactions/notifications/tell-of-critical-results.reaction.ts';
import { tellOfParameters } from '../reactions/notifications/tell-of-parameters.reaction.ts';
import { tellOfInvitations } from '../reactions/notifications/tell-of-invitations.reaction.ts';
import { settleInvitations } from '../reactions/invitations/settle-invitations.reaction.ts';
import { settleUsernames } from '../reactions/accounts/settle-usernames.reaction.ts';
import { appointAdministrators } from '../reactions/organizations/appoint-administrators.reaction.ts';
import { raiseNotifications } from '../reactions/notifications/raise-notifications.reaction.ts';
import type { CatalogueNames } from '../reactions/lab-parameters/catalogue-names.ts';
import { noteFoundParameters } from '../reactions/lab-parameters/note-found-parameters.reaction.ts';
import { takeUpRows } from '../reactions/lab-parameters/take-up-rows.reaction.ts';
import { settleParameterNames } from '../reactions/measurement-parameters/settle-parameter-names.reaction.ts';
import { eraseRecords } from '../reactions/erasures/erase-records.reaction.ts';
import type { ReadModels } from '../reactions/erasures/read-models.ts';
import { noteUsedDefinitions } from '../reactions/examinations/note-used-definitions.reaction.ts';
import { saveLastUsed } from '../reactions/examinations/save-last-used.reaction.ts';
import { settleNumbers } from '../reactions/patients/settle-numbers.reaction.ts';
import { sendMails } from '../reactions/mail/send-mails.reaction.ts';
import type { Reaction } from '../reactions/reaction.ts';
import { readUploadedReports } from '../reactions/reports/read-uploaded-reports.reaction.ts';
import { removeFiles } from '../reactions/reports/remove-files.reaction.ts';
import { savePages } from '../reactions/reports/save-pages.reaction.ts';

/** What reactions are made with. */
export interface ReactionParts {
  log: EventLog;
  streams: Streams;
  reservations: Reservations;
  sealedFiles: SealedFiles;
  keys: Keys;
  mail: Mail;
  /** What links in mails begin with. */
  public_url: string;
  readModels: ReadModels;
  catalogueNames: CatalogueNames;
}

/** Every reaction there is: a new one is run once it stands here. */
export const reactions = (parts: ReactionParts): readonly Reaction[] => {
  const { log, streams, reservations, sealedFiles, mail } = parts;
  return [
    settleUsernames(log, reservations),
    appointAdministrators(parts),
    raiseNotifications(parts),
    connectRegistered(log, streams),
    settleInvitations(log, streams),
    tellOfInvitations(parts),
    tellOfParameters(parts),
    tellOfCriticalResults(parts),
    settleNumbers(log, reservations),
    settleParameterNames(log, reservations),
    noteUsedDefinitions(streams),
    saveLastUsed(streams),
    readUploadedReports(log),
    removeFiles(sealedFiles),
    savePages(log, streams),
    noteFoundParameters(streams),
    takeUpRows(streams, parts.catalogueNames),
    eraseRecords(parts),
    settleAddresses(parts),
    sendMails(mail, parts),
  ];
};
