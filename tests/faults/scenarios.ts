import { atFailpoints } from './failpoints.scenarios.ts';
import { killed } from './killed.scenarios.ts';
import type { Scenario } from './trial.ts';

/** Every scenario there is. */
export const scenarios: readonly Scenario[] = [...killed, ...atFailpoints];
