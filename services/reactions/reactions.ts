import type { EventLog } from '#infra/event-store/event-log';
import type { Reservations } from '#infra/event-store/reservations';
import type { Streams } from '#infra/event-store/streams';
import type { SealedFiles } from '#infra/files/sealed-files';
import type { Keys } from '#infra/keys/keys';
import { settleUsernames } from './accounts/settle-usernames.reaction.ts';
import { settleParameterNames } from './measurement-parameters/settle-parameter-names.reaction.ts';
import { eraseRecords } from './erasures/erase-records.reaction.ts';
import type { ReadModels } from './erasures/read-models.ts';
import { noteUsedDefinitions } from './examinations/note-used-definitions.reaction.ts';
import { saveLastUsed } from './examinations/save-last-used.reaction.ts';
import { settleNumbers } from './patients/settle-numbers.reaction.ts';
import type { Reaction } from './reaction.ts';
import { readUploadedReports } from './reports/read-uploaded-reports.reaction.ts';
import { removeFiles } from './reports/remove-files.reaction.ts';
import { savePages } from './reports/save-pages.reaction.ts';

/** What reactions are made with. */
export interface ReactionParts {
  log: EventLog;
  streams: Streams;
  reservations: Reservations;
  sealedFiles: SealedFiles;
  keys: Keys;
  readModels: ReadModels;
}

/** Every reaction there is: a new one is run once it stands here. */
export const reactions = (parts: ReactionParts): readonly Reaction[] => {
  const { log, streams, reservations, sealedFiles } = parts;
  return [
    settleUsernames(log, reservations),
    settleNumbers(log, reservations),
    settleParameterNames(log, reservations),
    noteUsedDefinitions(streams),
    saveLastUsed(streams),
    readUploadedReports(log),
    removeFiles(sealedFiles),
    savePages(streams),
    eraseRecords(parts),
  ];
};
