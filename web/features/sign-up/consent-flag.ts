const KEY = 'anamnesis.show-consent';

/** Whether the consent form was open when the page was left: then it is open again. */
export const isConsentShown = (): boolean => {
  try {
    return localStorage.getItem(KEY) === 'true';
  } catch {
    return false;
  }
};

export const showConsent = (isShown: boolean): void => {
  try {
    if (isShown) localStorage.setItem(KEY, 'true');
    else localStorage.removeItem(KEY);
  } catch {
    // then it is not remembered
  }
};
