import { useState } from 'react';
import type { PatientPage, PatientView } from '#contracts/people/patients';
import { bornShown } from '#contracts/wire/birth';
import { fullName } from '#web/lib/names.ts';
import { readinessOf, useAsked } from '#web/lib/asked.ts';
import { useLive } from '#web/lib/live.ts';
import { NAME_DEBOUNCE, searchHeader } from '#web/lib/search.ts';
import { Options, useCombobox } from '#web/ui/combobox.tsx';
import { ReadAsBorn } from '#web/ui/read-as-born.tsx';
import { LookAlikeTag, SimilarMatch } from '#web/ui/tags.tsx';
import { tellApart } from './tell-apart.ts';
import fieldStyles from '#web/ui/field-row.module.css';

/** Patients of the clinic that a text may mean. */
const useFound = (typed: string, isOpen: boolean) => {
  const asked = useAsked(typed, NAME_DEBOUNCE);
  const live = useLive<PatientPage>(['patients'], isOpen && asked.question !== '' ? '/api/patients?skip=0&take=20' : null, {
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
  /** Name on the page: searched for where nothing is typed, and never in the field itself, where it would look chosen. */
  onPage: string;
  readOnly: boolean;
  onPick: (patient: PatientView | undefined) => void;
  onFocus: () => void;
}

/** Chooses the patient of a page: full name, birth date, sex and last four of the number, so that look-alikes are told apart (ruling 27). */
export function PatientPicker({ field, patient, isChosen, onPage, readOnly, onPick, onFocus }: Props) {
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const typed = text.trim() || onPage.trim();
  const isAsking = isOpen && !patient && typed !== '';
  const { found, error, readiness, now } = useFound(typed, isAsking);
  const isListed = isAsking && found !== undefined;
  const isFormer = readiness !== 'answered';
  const rows = isListed ? found.items : [];

  const pick = (chosen: PatientView | undefined) => {
    if (!chosen) return;
    setIsOpen(false);
    onPick(chosen);
  };
  const combobox = useCombobox({
    id: `${field.id}-patients`,
    typed: isAsking ? typed : '',
    readiness,
    rows: isFormer ? [] : rows,
    // a similar name is never the one that Enter takes by itself (ruling 55)
    first: isFormer ? undefined : rows.find(({ match }) => match !== 'similar'),
    isOpen: isAsking,
    isListed,
    onOpen: setIsOpen,
    onEnter: pick,
    now,
  });
  return (
    <div>
      <input
        {...field}
        {...combobox.input}
        className="bp6-input"
        placeholder={readOnly ? undefined : 'Choose patient'}
        readOnly={readOnly}
        value={patient ? fullName(patient) : text}
        onChange={(event) => {
          setText(event.target.value);
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
        onBlur={combobox.close}
        onKeyDown={readOnly ? undefined : combobox.input.onKeyDown}
      />
      {isAsking && readiness === 'failed' && (
        <p className={fieldStyles.error} role="alert">
          Patients could not be searched. {error?.message}
        </p>
      )}
      {isListed && !isFormer && <ReadAsBorn days={found.born_on} />}
      {isListed && (
        <Options
          {...combobox.options}
          label="Patients"
          rows={rows}
          isFormer={isFormer}
          text={(each) => (
            <>
              {fullName(each)} <LookAlikeTag of={each} /> {each.match === 'similar' && <SimilarMatch />}
            </>
          )}
          hint={(each) => `${bornShown(each)}, ${tellApart(each)}`}
          notes={[rows.length === 0 && 'No patient of this clinic has this name']}
          onPick={pick}
        />
      )}
    </div>
  );
}
