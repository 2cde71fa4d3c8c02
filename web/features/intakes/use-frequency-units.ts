import { frequencyUnits } from '#contracts/treatments/schedules';
import { useChoices } from '#web/lib/configuration.ts';

/** Units that a person may choose: the configuration's frequencies, of which a treatment takes Day and Week (document 2 section 5). */
export const useFrequencyUnits = (): readonly (typeof frequencyUnits)[number][] => {
  const offered = useChoices('frequencies');
  return frequencyUnits.filter((unit) => offered.includes(unit));
};
