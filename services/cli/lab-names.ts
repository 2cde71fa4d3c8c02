import { searchText } from '#contracts/rules/search-text';
import type { EventLog } from '#infra/event-store/event-log';
import { positionToken } from '#infra/event-store/position-token';
import { LabCatalogue } from '#projections/lab-parameters/lab-catalogue';
import { labMerges } from '#projections/lab-parameters/lab-merges.projection';
import { labParameters } from '#projections/lab-parameters/lab-parameters.projection';
import type { Reader } from '#projections/runner/reader';
import { LabNames, type NamedParameter } from '../lists/lab-names.ts';

/** Answered from the read models, as they are once they have followed what was written before. */
export class ProjectedLabNames extends LabNames {
  constructor(
    private readonly log: EventLog,
    private readonly reader: Reader,
  ) {
    super();
  }

  async holders(): Promise<ReadonlyMap<string, NamedParameter>> {
    const { log_id } = this.log.store;
    await this.reader.caughtUp([labParameters.name, labMerges.name], positionToken(log_id, await this.log.store.head()));
    const listed = await new LabCatalogue(this.reader).listed(['Approved']);
    return new Map(
      listed.flatMap(({ id, primary_alias: name, code, aliases, merged = [] }) =>
        [...merged.flatMap((one) => one.aliases), ...aliases].map((alias) => [searchText(alias), { id, name, code }] as const),
      ),
    );
  }
}
