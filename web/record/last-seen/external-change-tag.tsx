import { Dot } from '@blueprintjs/icons';
import type { ExternalChange } from '#contracts/items/medical-items';
import { showInstant } from '#web/lib/dates.ts';
import { StatusTag } from '#web/ui/tags.tsx';

const WORDS: Readonly<Record<ExternalChange, string>> = {
  brought: 'New to you',
  corrected: 'Corrected: new to you',
  removed: 'Removed: new to you',
};

/** What an external source did to an entry since the person looked at the history; null for never. */
export const ExternalChangeTag = ({ change, before }: { change: ExternalChange; before: string | null }) => (
  <StatusTag
    kind="needs"
    icon={Dot}
    title={`From an external source${before === null ? ': you have not looked here before' : `, since you looked on ${showInstant(before)}`}`}
  >
    {WORDS[change]}
  </StatusTag>
);
