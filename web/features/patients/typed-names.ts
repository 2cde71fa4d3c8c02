import { useEffect, useRef, useState } from 'react';
import { useAsked } from '#web/lib/asked.ts';
import { NAME_DEBOUNCE } from '#web/lib/search.ts';
import type { Names } from '#web/record/patient/patients.data.ts';

const trimmed = ({ last_name, first_name }: Names): Names => ({ last_name: last_name.trim(), first_name: first_name.trim() });

/** Two names as one text, the same for what the list does not tell apart. */
const textOf = (names: Names): string => {
  const { last_name, first_name } = trimmed(names);
  return `${last_name}\n${first_name}`;
};

/** What stands in the filter, which the list follows when the typing pauses. @param names those that the list is asked for */
export const useTypedNames = (names: Names, onNames: (names: Names) => void) => {
  const [typed, setTyped] = useState(names);
  const text = textOf(typed);
  const { question, now } = useAsked(text, NAME_DEBOUNCE);
  const report = useRef(onNames);
  const asked = useRef(textOf(names));

  useEffect(() => {
    report.current = onNames;
  });
  useEffect(() => {
    if (question === asked.current) return;
    asked.current = question;
    const [last_name = '', first_name = ''] = question.split('\n');
    report.current({ last_name, first_name });
  }, [question]);
  useEffect(() => {
    // cleared or set from outside, such as by 'Show all patients' or going back
    if (textOf(names) === asked.current) return;
    asked.current = textOf(names);
    setTyped(names);
  }, [names]);

  return { typed, setTyped, text, now, isSettled: text === textOf(names) };
};
