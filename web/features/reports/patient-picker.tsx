import { InputGroup, Menu, MenuItem, PopoverNext } from '@blueprintjs/core';
import { useEffect, useState } from 'react';
import type { PatientView } from '#contracts/patients';
import { ageAt, showDate, todayIn } from '#web/lib/dates.ts';
import { http } from '#web/lib/http.ts';
import { NAME_DEBOUNCE, searchHeader, useDebounced } from '#web/lib/search.ts';
import { FieldRow } from '#web/ui/field-row.tsx';
import { SimilarName } from '#web/ui/tags.tsx';

interface Props {
  patient: PatientView | undefined;
  /** Typed while nobody is chosen; starts with the name on the page. */
  text: string;
  onText: (text: string) => void;
  onPick: (patient: PatientView) => void;
  /** 'on the page: ...', always visible beside the choice. */
  onPage: string;
  error?: string | undefined;
  disabled: boolean;
}

export const fullName = (patient: Pick<PatientView, 'first_name' | 'middle_name' | 'last_name' | 'name_suffix'>): string =>
  [patient.first_name, patient.middle_name, patient.last_name, patient.name_suffix].filter(Boolean).join(' ');

const describe = (patient: PatientView): string =>
  `${showDate(patient.date_of_birth)}, ${ageAt(patient.date_of_birth, todayIn(patient.time_zone))} OLD, ${patient.sex}, ${patient.social_security_number.slice(-4)}`;

/** Chooses the patient of a page: full name, birth date, sex and last four of the number, so that look-alikes are told apart (ruling 27). */
export function PatientPicker({ patient, text, onText, onPick, onPage, error, disabled }: Props) {
  const [settled] = useDebounced(text, NAME_DEBOUNCE);
  const [found, setFound] = useState<readonly PatientView[]>([]);
  const [isOpen, setIsOpen] = useState(false);
  const [at, setAt] = useState(0);
  const wanted = isOpen && !patient ? settled.trim() : '';

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
        ({ items }) => {
          setFound(items);
          setAt(0);
        },
        () => setFound([]),
      );
    return () => controller.abort();
  }, [wanted]);

  const pick = (chosen: PatientView | undefined) => {
    if (!chosen) return;
    setIsOpen(false);
    onPick(chosen);
  };
  const shown = wanted === '' ? [] : found;

  return (
    <FieldRow label="Patient" required error={error} help={<span className="on-page">{onPage}</span>}>
      {(field) => (
        <PopoverNext
          isOpen={shown.length > 0}
          placement="bottom-start"
          autoFocus={false}
          enforceFocus={false}
          onInteraction={(open) => setIsOpen(open)}
          content={
            // the field keeps the focus, or the list would be gone before the click
            <Menu onMouseDown={(event) => event.preventDefault()}>
              {shown.map((each, index) => (
                <MenuItem
                  key={each.id}
                  active={index === at}
                  text={
                    <>
                      {fullName(each)} {each.similar_name && <SimilarName />}
                    </>
                  }
                  label={describe(each)}
                  onClick={() => pick(each)}
                />
              ))}
            </Menu>
          }
          renderTarget={({ isOpen: _isOpen, ref, className: _className, ...target }) => (
            <InputGroup
              {...target}
              {...field}
              inputRef={ref}
              disabled={disabled}
              placeholder="Choose patient"
              autoComplete="off"
              value={patient ? `${fullName(patient)}, ${describe(patient)}` : text}
              onValueChange={(typed) => {
                setIsOpen(true);
                onText(patient ? '' : typed);
              }}
              onFocus={() => setIsOpen(true)}
              onBlur={() => setIsOpen(false)}
              onKeyDown={(event) => {
                if (shown.length === 0) return;
                if (event.key === 'ArrowDown') setAt((now) => Math.min(shown.length - 1, now + 1));
                else if (event.key === 'ArrowUp') setAt((now) => Math.max(0, now - 1));
                else if (event.key === 'Enter') pick(shown[at]);
                else if (event.key === 'Escape') setIsOpen(false);
                else return;
                event.preventDefault();
              }}
            />
          )}
        />
      )}
    </FieldRow>
  );
}
