import { useRef, useState } from 'react';
import type { PatientPage, PatientView } from '#contracts/patients';
import { fullName } from '#web/lib/names.ts';
import { ageAt, showDate, todayIn } from '#web/lib/dates.ts';
import { readinessOf, useAnswerKeys, useAsked } from '#web/lib/asked.ts';
import { isKey } from '#web/lib/keys.ts';
import { useLive } from '#web/lib/live.ts';
import { NAME_DEBOUNCE, searchHeader } from '#web/lib/search.ts';
import { ReadAsBorn } from '#web/ui/read-as-born.tsx';
import { SimilarMatch, SimilarName } from '#web/ui/tags.tsx';
import { arrowed, isListKey, Suggestions } from './suggestions.tsx';

/** 'Female, 65 OLD, …4417': what tells like names apart besides the date of birth. */
export const tellApart = (patient: PatientView): string =>
  `${patient.sex}, ${ageAt(patient.date_of_birth, todayIn(patient.time_zone))} OLD, …${patient.social_security_number.slice(-4)}`;

/** Patients of the clinic that a text may mean. */
const useFound = (typed: string, isOpen: boolean) => {
  const asked = useAsked(typed, NAME_DEBOUNCE);
  const live = useLive<PatientPage>(['patients'], isOpen && typed !== '' && asked.question !== '' ? '/api/patients?skip=0&take=20' : null, {
    headers: searchHeader({ query: asked.question }),
    keepPrevious: true,
    quiet: true,
  });
  return { found: live.data, error: live.error, readiness: readinessOf(asked, live), now: asked.now };
};

interface Props {
  /** Of the label's field: id and what describes it. */
  field: { id: string };
  patient: PatientView | undefined;
  /** Somebody is chosen, also while the server has not yet told who that is. */
  isChosen: boolean;
  /** What the page says, to begin with where nobody is chosen. */
  onPage: string;
  readOnly: boolean;
  onPick: (patient: PatientView | undefined) => void;
  onFocus: () => void;
}

/** Chooses the patient of a page: full name, birth date, sex and last four of the number, so that look-alikes are told apart (ruling 27). */
export function PatientPicker({ field, patient, isChosen, onPage, readOnly, onPick, onFocus }: Props) {
  const box = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(onPage);
  const [isOpen, setIsOpen] = useState(false);
  /** Id of the one that somebody went to. */
  const [gone, setGone] = useState<string>();
  const typed = text.trim();
  const isAsking = isOpen && !patient;
  const { found, error, readiness, now } = useFound(typed, isAsking);
  const list = `${field.id}-patients`;
  const isListed = isAsking && found !== undefined && typed !== '';
  const rows = isListed ? found.items : [];
  const wentTo = rows.findIndex(({ id }) => id === gone);
  // a similar name is never the one that Enter takes by itself (ruling 55)
  const at = readiness !== 'answered' ? -1 : wentTo >= 0 ? wentTo : rows.findIndex(({ match }) => match !== 'similar');

  const pick = (chosen: PatientView | undefined) => {
    if (!chosen) return;
    setIsOpen(false);
    onPick(chosen);
  };
  const keys = useAnswerKeys(isAsking ? typed : '', readiness, (key) => {
    if (key === 'Enter') pick(rows[at]);
    else setGone(rows[arrowed(key, at, rows.length)]?.id);
  });
  const close = () => {
    keys.forget();
    setIsOpen(false);
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
        aria-activedescendant={rows[at] ? `${list}-${at}` : undefined}
        placeholder="Choose patient"
        autoComplete="off"
        spellCheck={false}
        readOnly={readOnly}
        value={patient ? fullName(patient) : text}
        onChange={(event) => {
          setText(event.target.value);
          setGone(undefined);
          setIsOpen(true);
          if (isChosen) onPick(undefined);
        }}
        onFocus={(event) => {
          onFocus();
          if (!readOnly) event.target.select();
        }}
        onMouseDown={(event) => {
          if (readOnly || !isChosen) return;
          // the browser would put the cursor into the chosen name, and what is typed would be added to it
          event.preventDefault();
          event.currentTarget.focus();
          event.currentTarget.select();
        }}
        onClick={() => setIsOpen(!readOnly)}
        onBlur={close}
        onKeyDown={(event) => {
          if (readOnly || event.ctrlKey || event.metaKey || event.altKey) return;
          if (isAsking && typed !== '' && isListKey(event)) {
            if (event.repeat && isKey(event, 'choose')) return event.preventDefault();
            now();
            keys.press(event.key);
          } else if (isListed && isKey(event, 'closeChoices')) close();
          else if (isKey(event, 'choiceDown')) setIsOpen(true);
          else return;
          event.preventDefault();
        }}
      />
      {isAsking && typed !== '' && readiness === 'failed' && (
        <p className="field-error" role="alert">
          Patients could not be searched. {error?.message}
        </p>
      )}
      {isListed && readiness === 'answered' && <ReadAsBorn days={found.born_on} />}
      {isListed && (
        <Suggestions
          id={list}
          label="Patients"
          anchor={box}
          at={at}
          isFormer={readiness !== 'answered'}
          items={rows.map((each) => ({
            key: each.id,
            text: (
              <>
                {fullName(each)} {each.similar_name && <SimilarName />} {each.match === 'similar' && <SimilarMatch />}
              </>
            ),
            label: `${showDate(each.date_of_birth)}, ${tellApart(each)}`,
          }))}
          none="No patient of this clinic has this name"
          onPick={(index) => pick(rows[index])}
        />
      )}
    </div>
  );
}
