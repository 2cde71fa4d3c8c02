/** A parameter that answers to a name. */
export interface NamedParameter {
  id: string;
  name: string;
  code: string | undefined;
}

/** The names of the catalogue: a port, since no stream holds all of them. For a look before an import, never for a decision. */
export abstract class LabNames {
  /** Who answers to which folded name, merged parameters' names included. */
  abstract holders(): Promise<ReadonlyMap<string, NamedParameter>>;
}
