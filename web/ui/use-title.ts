import { useEffect } from 'react';

/** Names the tab. On a patient's screens the name of the patient comes first, so that two tabs are never mistaken for each other. */
export const useTitle = (title: string): void =>
  useEffect(() => {
    document.title = title === '' ? 'Anamnesis' : `${title} · Anamnesis`;
  }, [title]);
