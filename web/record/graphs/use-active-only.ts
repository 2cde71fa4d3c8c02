import { useState } from 'react';
import { isActiveOnly, type LastingType } from '#contracts/items/graph-visuals';
import type { Live } from '#web/lib/live.ts';
import { useParam } from '#web/ui/list-page.ts';
import { useVisuals } from './use-visuals.tsx';
import { withActive } from './visuals.ts';

/**
 * The Active / All toggle of a section; the address has `<name>_active` where somebody chose, and the choice is saved. What was found when
 * the section opened stays: an entry made meanwhile hides nothing. Undefined until that is known.
 */
export const useActiveOnly = (name: LastingType, { data, isLoading }: Live<{ items: readonly { active: boolean }[] }>) => {
  const [params, set] = useParam();
  const { visuals, change } = useVisuals();
  const [isAnyActive, setIsAnyActive] = useState<boolean>();
  if (isAnyActive === undefined && data) setIsAnyActive(data.items.some(({ active }) => active));
  const named = params.get(`${name}_active`);
  const active = isActiveOnly(name, named, visuals.active?.[name], isLoading ? undefined : isAnyActive === true);
  const choose = (next: boolean) => {
    set({ [`${name}_active`]: String(next), [`${name}_skip`]: undefined });
    change((now) => withActive(now, name, next));
  };
  return [active, choose] as const;
};
