import type { Position } from '#infra/event-store/event-store';

/** Where rows wait for the catalogue, and what it calls them by now; given by whoever runs both sides. */
export abstract class CatalogueNames {
  /**
   * Pages on which any of these parameters was found, by names that the catalogue did not have. Knows of all that was noted up to this position.
   * @throws NotYet where it has not come that far
   */
  abstract pagesOf(parameter_ids: readonly string[], upTo: Position): Promise<{ report_id: string; page_id: string }[]>;
  /**
   * What a printed name means by the catalogue as it is at this position or later; undefined where it means nothing, or may mean two things.
   * `words` is a result that is no number.
   * @throws NotYet where it has not come that far
   */
  abstract meaning(upTo: Position): Promise<(name: string, unit: string, words?: string) => string | undefined>;
}
