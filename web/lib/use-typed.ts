import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { v4 as newId } from 'uuid';
import {
  dropTyped,
  hasTyped,
  isWaiting,
  isLookedForNow,
  isWanted,
  keepingNow,
  keepTyped,
  type UnsavedForm,
  keptForms,
  type Offered,
  onKept,
  openForm,
  type Place,
  savedTyped,
  supersede,
  throwAway,
  typedAt,
} from './unsaved.ts';
import type { Keeping } from './sealed-store.ts';

interface Typed<T> {
  /** What is kept by now: a form that opened before the disk was read asks again. */
  find: () => Offered<T> | undefined;
  /** Typed earlier and never accepted, with the version it was typed on: to be offered, never sent by itself. */
  restored: Offered<T> | undefined;
  /** Somebody chose in the list of what was kept to go on with it. */
  isWanted: boolean;
  /** The form shows it now: what is kept from now on takes its place. */
  take: () => void;
  keep: (content: T, version?: number) => void;
  /** The command that saves what is typed here, whichever page sends it (ruling 60). */
  key: () => string;
  /** What is typed is another one than what that command saved. */
  anew: () => void;
  /** The server said yes: nothing of it is offered any more, in no tab. */
  saved: () => void;
  /** There is nothing typed, or the person threw it away: what was typed here goes, and what this form took over. */
  done: () => void;
  /** The person threw away what the form offered. */
  refuse: () => void;
}

/** Where a form keeps what is typed in it; knows the entry of another page that the form was given. */
const keeperOf = <T>(place: Place): Typed<T> => {
  let given: string | undefined;
  let isTaken = false;
  let key = newId();
  let found: Offered<T> | undefined;
  const find = () => {
    found = typedAt<T>(place);
    given = found?.id ?? given;
    return found;
  };
  const restored = find();
  return {
    find,
    restored,
    isWanted: restored !== undefined && isWanted(place),
    take: () => {
      isTaken = true;
      if (found?.key === undefined || found.key === key) return;
      // what stood in the form until now
      dropTyped(place, key);
      key = found.key;
    },
    key: () => key,
    anew: () => {
      dropTyped(place, key);
      key = newId();
    },
    saved: () => {
      savedTyped(place, key);
      // what is typed from now on is another change
      key = newId();
    },
    keep: (content, version) => {
      keepTyped(place, content, version, undefined, key);
      if (isTaken && given !== undefined) supersede(given);
    },
    done: () => dropTyped(place, key, isTaken ? given : undefined),
    refuse: () => {
      if (given !== undefined) throwAway({ id: given });
    },
  };
};

/** Keeps what is typed in a form until `done`. Read `restored` and `isWanted` once, when the form opens. */
export const useTyped = <T>({ form, patient, item }: Place): Typed<T> => {
  const [place, typed] = useMemo(() => {
    const at: Place = patient === undefined ? { form, item } : { form, patient, item };
    return [at, keeperOf<T>(at)] as const;
  }, [form, patient, item]);
  useEffect(() => openForm(place), [place]);
  return typed;
};

/** What a form offers, as long as nobody saved it or threw it away in another tab. */
export const useOffer = <T>(offer: Offered<T> | undefined): Offered<T> | undefined =>
  useSyncExternalStore(onKept, () => offer === undefined || isWaiting(offer.id)) ? offer : undefined;

/** What was typed and waits for this user, wherever it was typed. */
export const useKeptForms = (): readonly UnsavedForm[] => useSyncExternalStore(onKept, keptForms);

/** Where typed content is kept by now: on this computer, over a reload and a closed browser, or in this tab alone. */
export const useKeeping = (): Keeping => useSyncExternalStore(onKept, keepingNow);

/** Whether what was left on the disk has been looked for: before that nobody knows whether there is something to offer. */
export const useIsLookedFor = (): boolean => useSyncExternalStore(onKept, isLookedForNow);

/** The browser asks before the page is left with something typed in it. */
export const useLeaveWarning = (): void =>
  useEffect(() => {
    const leaving = (event: BeforeUnloadEvent) => {
      if (hasTyped()) event.preventDefault();
    };
    addEventListener('beforeunload', leaving);
    return () => removeEventListener('beforeunload', leaving);
  }, []);
