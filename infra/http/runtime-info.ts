import type { Environment } from '#contracts/wire/configuration';

/** What the composition root tells the slices about this installation. */
export class RuntimeInfo {
  constructor(
    readonly environment: Environment,
    /** The API's version, shown in the footer. */
    readonly version: string,
  ) {}
}
