import { onFullDisks } from './disk.scenarios.ts';
import { restored } from './restored.scenarios.ts';
import { damaged } from './damage.scenarios.ts';
import { atFailpoints } from './failpoints.scenarios.ts';
import { killed } from './killed.scenarios.ts';
import { withoutPower } from './power.scenarios.ts';
import type { Scenario } from './trial.ts';

/** Every scenario there is. */
export const scenarios: readonly Scenario[] = [...killed, ...atFailpoints, ...onFullDisks, ...withoutPower, ...damaged, ...restored];
