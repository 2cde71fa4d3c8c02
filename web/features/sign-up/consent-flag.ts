import { store, stored } from '#web/lib/stored.ts';

const KEY = 'anamnesis.show-consent';

/** Whether the consent form was open when the page was left: then it is open again. */
export const isConsentShown = (): boolean => stored(KEY) === 'true';

export const showConsent = (isShown: boolean): void => store(KEY, isShown ? 'true' : null);
