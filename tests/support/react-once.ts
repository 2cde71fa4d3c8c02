import { v5 as uuidv5 } from 'uuid';
import type { Reaction } from '#services/reactions/reaction';
import type { HttpApp } from './http-app.ts';

/** Lets reactions do what follows from the events that came since the last time, until nothing more follows. */
export const reactOnce = ({ store, log }: HttpApp, reactions: readonly Reaction[]): (() => Promise<void>) => {
  const done = new Set<string>();
  return async () => {
    for (let before = -1; before !== done.size;) {
      before = done.size;
      for await (const stored of store.readAll()) {
        const opened = done.has(stored.id) ? undefined : await log.open(stored);
        done.add(stored.id);
        if (opened?.kind !== 'opened') continue;
        for (const reaction of reactions) {
          if (!reaction.types.includes(stored.type)) continue;
          const { name } = reaction;
          const id = (n?: number) => uuidv5(n === undefined ? name : `${name}\n${n}`, stored.id);
          await reaction.react(opened.event, opened.meta, { id, publish: async () => undefined });
        }
      }
    }
  };
};
