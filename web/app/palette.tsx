/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a combobox whose options hold more than text has no tag of its own */
import { Classes, Overlay2 } from '@blueprintjs/core';
import { Search } from '@blueprintjs/icons';
import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import type { PatientView } from '#contracts/patients';
import { useLive } from '#web/lib/live.ts';
import { NAME_DEBOUNCE, searchHeader, useDebounced } from '#web/lib/search.ts';
import { useSession } from '#web/lib/session.tsx';
import { startHere } from '#web/ui/start-here.ts';
import { SimilarName } from '#web/ui/tags.tsx';
import { mayOpen } from './access.ts';
import { actionsFor, entriesFor, type Found, patientFound, screensFor } from './palette.data.ts';
import { exists } from './routes.tsx';
import { chooseTheme } from './theme.ts';

const TAKE = 8;

/** Search for anything: patients by name, date of birth or number, screens, actions. The text never enters an address. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { user, signOut } = useSession();
  const [address, navigate] = useLocation();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const id = useId();
  const [query] = useDebounced(text.trim(), NAME_DEBOUNCE);
  const isStaff = mayOpen('/patients', user.roles);
  const { data, error, isPrevious } = useLive<{ items: PatientView[]; overall_count: number }>(
    ['patients'],
    isStaff && query.length >= 2 ? `/api/patients?skip=0&take=${TAKE}` : null,
    { headers: searchHeader({ query }), keepPrevious: true, quiet: true },
  );

  const state = useHistoryState<{ readOnly?: boolean } | null>();
  const mayAdd = isStaff && !user.roles.includes('Patient') && state?.readOnly !== true;
  /** The record that is open. */
  const openId = mayAdd ? /^\/patients\/([0-9a-f-]{36})(?=\/|$)/.exec(address)?.[1] : undefined;
  const { data: openPatient } = useLive<PatientView>(['patients'], openId === undefined ? null : `/api/patients/${openId}`, {
    quiet: true,
  });

  const found = useMemo<Found[]>(() => {
    const typed = text.trim();
    const actions = actionsFor(
      [
        ...(isStaff ? [{ label: 'Add new patient', open: { to: '/patients?add=1' } }] : []),
        { label: 'Light colours', open: { act: () => chooseTheme('light') } },
        { label: 'Dark colours', open: { act: () => chooseTheme('dark') } },
        { label: 'Logout', open: { act: signOut } },
      ],
      typed,
    );
    const patients = typed.length >= 2 ? (data?.items ?? []).map(patientFound) : [];
    const entries = openPatient && openId === openPatient.id ? entriesFor(openPatient, typed) : [];
    return [...patients, ...screensFor(user.roles, exists, typed), ...entries, ...actions];
  }, [text, data, isStaff, signOut, user.roles, openId, openPatient]);

  const active = Math.min(at, found.length - 1);
  const open = (item: Found | undefined) => {
    if (!item) return;
    onClose();
    if ('to' in item.open) navigate(item.open.to);
    else item.open.act();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setAt((active + 1) % Math.max(1, found.length));
    else if (event.key === 'ArrowUp') setAt((active - 1 + found.length) % Math.max(1, found.length));
    else if (event.key === 'Enter') open(found[active]);
    else return;
    event.preventDefault();
  };

  return (
    <Overlay2 isOpen onClose={onClose} className={Classes.OVERLAY_SCROLL_CONTAINER} transitionDuration={0}>
      <div className="palette" role="dialog" aria-label="Search for anything">
        <div className="palette-input">
          <Search aria-hidden />
          <input
            {...startHere}
            type="text"
            role="combobox"
            aria-label="Search for anything"
            aria-expanded
            aria-controls={`${id}-list`}
            aria-activedescendant={found[active] ? `${id}-${active}` : undefined}
            autoComplete="off"
            spellCheck={false}
            placeholder={isStaff ? 'Patient by name, date of birth or number; screen; action' : 'Screen or action'}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setAt(0);
            }}
            onKeyDown={onKeyDown}
          />
        </div>
        {error && <p className="palette-note form-error">Patients could not be searched. {error.message}</p>}
        <div id={`${id}-list`} role="listbox" aria-label="Found" className={`palette-list ${isPrevious ? 'is-previous' : ''}`}>
          {found.map((item, index) => (
            <div key={`${item.kind} ${item.id}`} role="presentation">
              {item.kind !== found[index - 1]?.kind && (
                <div className="palette-kind" role="presentation">
                  {item.kind}
                </div>
              )}
              <div
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                className="palette-option"
                // a pointer that only lies there, while the list is drawn under it, chooses nobody
                onMouseMove={({ movementX, movementY }) => (movementX !== 0 || movementY !== 0) && setAt(index)}
                onClick={() => open(item)}
                onKeyDown={(event) => event.key === 'Enter' && open(item)}
              >
                <span>{item.label}</span>
                <span className="muted">{item.detail}</span>
                {item.similar && <SimilarName />}
              </div>
            </div>
          ))}
        </div>
        {found.length === 0 && <p className="palette-note muted">Nothing found</p>}
        {data && data.overall_count > TAKE && query !== '' && (
          <p className="palette-note muted">{data.overall_count - TAKE} more patients: type more of the name, or use the patient list.</p>
        )}
      </div>
    </Overlay2>
  );
}
