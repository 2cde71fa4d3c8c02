import { frequencyUnits } from '#contracts/treatments/schedules';
import { useChoices } from '#web/lib/configuration.ts';

/** Units for choosing: Day and Week, where the configuration's frequencies have them (document 2 section 5). */
export const useFrequencyUnits = (): readonly (typeof frequencyUnits)[number][] => {
  const offered = useChoices('frequencies');
  return frequencyUnits.filter((unit) => offered.includes(unit));
};
