import type { EventLog } from '#infra/event-store/event-log';
import type { Position } from '#infra/event-store/event-store';
import { positionToken } from '#infra/event-store/position-token';
import { foundParameters, type FoundParameterDocument } from '#projections/lab-parameters/found-parameters.projection';
import { labMerges } from '#projections/lab-parameters/lab-merges.projection';
import { labParameters } from '#projections/lab-parameters/lab-parameters.projection';
import { recognised } from '#projections/lab-parameters/merges';
import type { Reader } from '#projections/runner/reader';
import { readAll } from '#projections/runner/read-all';
import { CatalogueNames } from '../reactions/lab-parameters/catalogue-names.ts';
import { NotYet } from '../reactions/reaction.ts';
import { matcher } from '../ocr/reading/match.ts';
import { namesOf } from './directories.ts';

/** Answered from the read models, once they have come as far as what is asked about. */
export class ProjectedCatalogueNames extends CatalogueNames {
  constructor(
    private readonly log: EventLog,
    private readonly reader: Reader,
  ) {
    super();
  }

  async pagesOf(parameter_ids: readonly string[], upTo: Position): Promise<{ report_id: string; page_id: string }[]> {
    await this.reached([foundParameters.name], upTo);
    const pages = new Map<string, { report_id: string; page_id: string }>();
    for (const parameter_id of parameter_ids) {
      const found = await readAll<FoundParameterDocument>(this.reader, foundParameters, { parameter_id: { eq: parameter_id } });
      for (const { report_id, page_id } of found) pages.set(page_id, { report_id, page_id });
    }
    return [...pages.values()];
  }

  async meaning(upTo: Position): Promise<(name: string, unit: string, words?: string) => string | undefined> {
    await this.reached([labParameters.name, labMerges.name], upTo);
    const match = matcher(namesOf(await recognised(this.reader)));
    return (name, unit, words) => {
      const found = match(name, unit, { words });
      return found === null || found.fuzzy ? undefined : found.parameter.parameter_id;
    };
  }

  private async reached(names: readonly string[], upTo: Position): Promise<void> {
    const isThere = await this.reader.caughtUp(names, positionToken(this.log.store.log_id, upTo));
    if (!isThere) throw new NotYet('the catalogue has not been read up to here yet');
  }
}
