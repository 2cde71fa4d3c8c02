import type { OpenQuestion } from '#contracts/wire/open-questions';
import { differingUnits, shortened } from './resources/fhir-text.ts';

/** @param before what was said before; undefined where the item's history says more than a few words can */
export const askOrder = (before?: string): OpenQuestion => ({
  code: 'order-of-versions',
  text: `${before === undefined ? 'An earlier version of its source differs' : `An earlier version of its source says ${before}`}, and nothing says which is newer. Is this right as it stands?`,
});

/** Some of an order that was entered in error may have been given all the same (R4). */
export const ASK_ORDER_IN_ERROR: OpenQuestion = {
  code: 'order-in-error',
  text: 'Its order was entered in error: was it given to this patient?',
};

/** How many questions of one kind an item may have. */
export const MAX_QUESTIONS = 10;

/** One question for each unit that contradicts its code. */
export const asksOfUnits = (said: unknown): { asks?: OpenQuestion[] } => {
  const units = differingUnits(said).slice(0, MAX_QUESTIONS);
  const asks = units.map((unit): OpenQuestion => {
    const text = `Its source writes one unit and gives the code of another: ${shortened(unit, 200)}. Ask the sender which one is right.`;
    return { code: 'unit-and-code', text };
  });
  return asks.length === 0 ? {} : { asks };
};

/** @param text the contradiction between a value and its code */
export const askCode = (text: string): OpenQuestion => ({
  code: 'code-of-value',
  text: `${text}, so it stands on a line of its own. Ask the sender which one is right.`,
});
