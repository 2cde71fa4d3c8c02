import type { Origin } from './origin.ts';

type Held = { status: 'none' } | { status: 'recorded' | 'removed'; patient_id: string; origin: Origin; content: object; comment: string };

/** A medical item as a stale command is answered with it (`current`): the form's fields, and whether somebody removed it meanwhile. */
export const currentItem = (state: Held): object | null =>
  state.status === 'none'
    ? null
    : {
        patient_id: state.patient_id,
        ...state.content,
        comment: state.comment,
        origin: state.origin,
        ...(state.status === 'removed' ? { removed: true } : {}),
      };
