import { useEffect, useRef, useState } from 'react';
import type { PatientView } from '#contracts/patients';
import { fullName } from '#web/lib/names.ts';
import { ageAt, showDate, todayIn } from '#web/lib/dates.ts';
import { http } from '#web/lib/http.ts';
import { NAME_DEBOUNCE, searchHeader, useDebounced } from '#web/lib/search.ts';
import { SimilarName } from '#web/ui/tags.tsx';
import { listKey, Suggestions } from './suggestions.tsx';

/** 'Female, 65 OLD, …4417': what tells like names apart besides the date of birth. */
export const tellApart = (patient: PatientView): string =>
  `${patient.sex}, ${ageAt(patient.date_of_birth, todayIn(patient.time_zone))} OLD, …${patient.social_security_number.slice(-4)}`;

/** Patients of the clinic that a text may mean; undefined while nothing was answered. */
const useFound = (text: string, isAsking: boolean): readonly PatientView[] | undefined => {
  const [settled] = useDebounced(text.trim(), NAME_DEBOUNCE);
  const [answer, setAnswer] = useState<{ text: string; items: readonly PatientView[] }>();
  const wanted = isAsking ? settled : '';
  useEffect(() => {
    if (wanted === '') return;
    const controller = new AbortController();
    http
      .get<{ items: PatientView[] }>('/api/patients?skip=0&take=20', {
        headers: searchHeader({ query: wanted }),
        signal: controller.signal,
        quiet: true,
      })
      .then(
        ({ items }) => setAnswer({ text: wanted, items }),
        () => undefined,
      );
    return () => controller.abort();
  }, [wanted]);
  return wanted !== '' && answer?.text === wanted ? answer.items : undefined;
};

interface Props {
  /** Of the label's field: id and what describes it. */
  field: { id: string };
  patient: PatientView | undefined;
  /** What the page says, to begin with where nobody is chosen. */
  onPage: string;
  readOnly: boolean;
  onPick: (patient: PatientView | undefined) => void;
  onFocus: () => void;
}

/** Chooses the patient of a page: full name, birth date, sex and last four of the number, so that look-alikes are told apart (ruling 27). */
export function PatientPicker({ field, patient, onPage, readOnly, onPick, onFocus }: Props) {
  const box = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(onPage);
  const [isOpen, setIsOpen] = useState(false);
  const [at, setAt] = useState(0);
  const found = useFound(text, isOpen && !patient);
  const list = `${field.id}-patients`;
  const isListed = isOpen && !patient && found !== undefined;

  const pick = (chosen: PatientView | undefined) => {
    if (!chosen) return;
    setIsOpen(false);
    onPick(chosen);
  };
  return (
    <div className="patient-picker">
      <input
        {...field}
        ref={box}
        className="bp6-input"
        role="combobox"
        aria-expanded={isListed}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={isListed && found[at] ? `${list}-${at}` : undefined}
        placeholder="Choose patient"
        autoComplete="off"
        spellCheck={false}
        readOnly={readOnly}
        value={patient ? fullName(patient) : text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
          setIsOpen(true);
          if (patient) onPick(undefined);
        }}
        onFocus={(event) => {
          onFocus();
          if (!readOnly) event.target.select();
        }}
        onClick={() => setIsOpen(!readOnly)}
        onBlur={() => setIsOpen(false)}
        onKeyDown={(event) => {
          const close = () => setIsOpen(false);
          if (isListed && listKey(event, { count: found.length, at, setAt, pick: (index) => pick(found[index]), close })) return;
          if (event.key !== 'ArrowDown' || readOnly) return;
          setIsOpen(true);
          event.preventDefault();
        }}
      />
      {isListed && (
        <Suggestions
          id={list}
          label="Patients"
          anchor={box}
          at={at}
          items={found.map((each) => ({
            key: each.id,
            text: (
              <>
                {fullName(each)} {each.similar_name && <SimilarName />}
              </>
            ),
            label: `${showDate(each.date_of_birth)}, ${tellApart(each)}`,
          }))}
          none="No patient of this clinic has this name"
          onPick={(index) => pick(found[index])}
        />
      )}
    </div>
  );
}
