import { damaged } from './damage.scenarios.ts';
import { deliveries } from './deliveries.scenarios.ts';
import { onFullDisks } from './disk.scenarios.ts';
import { atFailpoints } from './failpoints.scenarios.ts';
import { onServers } from './server.scenarios.ts';
import { keysInTrouble } from './keys.scenarios.ts';
import { killed } from './killed.scenarios.ts';
import { readersOfNotices } from './notices.scenarios.ts';
import { owners } from './owners.scenarios.ts';
import { poison } from './poison.scenarios.ts';
import { withoutPower } from './power.scenarios.ts';
import { restored } from './restored.scenarios.ts';
import type { Scenario } from './trial.ts';

/** Every scenario there is. */
export const scenarios: readonly Scenario[] = [
  ...killed,
  ...onServers,
  ...atFailpoints,
  ...onFullDisks,
  ...withoutPower,
  ...damaged,
  ...restored,
  ...owners,
  ...keysInTrouble,
  ...poison,
  ...deliveries,
  ...readersOfNotices,
];
