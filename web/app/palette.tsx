/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a combobox whose options hold more than text has no tag of its own */
import { Classes, Overlay2 } from '@blueprintjs/core';
import { Search } from '@blueprintjs/icons';
import { useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { navigate, useHistoryState } from 'wouter/use-browser-location';
import { itemKinds } from '#contracts/items/item-kinds';
import type { ObservationLine } from '#contracts/observations/observation-columns';
import type { PatientPage, PatientView } from '#contracts/people/patients';
import { readinessOf, useAsked } from '#web/lib/asked.ts';
import { isKey } from '#web/lib/keys.ts';
import { useLive } from '#web/lib/live.ts';
import { markRow, queryOf, rememberPlace, wayBack } from '#web/lib/returning.ts';
import { NAME_DEBOUNCE, searchHeader } from '#web/lib/search.ts';
import { useSession } from '#web/lib/session.tsx';
import { useLabSeries, useMeasurementSeries } from '#web/record/graphs/series-reads.ts';
import { seriesKey } from '#web/record/graphs/value-series.ts';
import { type RecordState, useOwnClinic } from '#web/record/patient/all-clinics.ts';
import { useCombobox } from '#web/ui/combobox.tsx';
import { startHere } from '#web/ui/start-here.ts';
import { ReadAsBorn } from '#web/ui/read-as-born.tsx';
import { LookAlikeTag, SimilarMatch } from '#web/ui/tags.tsx';
import { mayOpen } from './access.ts';
import { actionsFor, entriesFor, type Found, patientFound, recordScreensFor, screensFor, sharedFound, valuesFor } from './palette.data.ts';
import { exists } from './routes.tsx';
import { chooseTheme } from './theme.ts';
import styles from './palette.module.css';
import fieldStyles from '#web/ui/field-row.module.css';

const TAKE = 8;

/** What is found for what is typed: of the own clinic, or of what other clinics share with it. */
const useFound = (question: string, isAsked: boolean, isShared: boolean) =>
  useLive<PatientPage>(
    isShared ? ['patients', 'invitations', 'connections'] : ['patients'],
    isAsked && question.length >= 2 ? `/api/patients?${isShared ? 'shared=true&' : ''}skip=0&take=${TAKE}` : null,
    { headers: searchHeader({ query: question }), keepPrevious: true, quiet: true },
  );

/** To the row of a parameter beside its chart, wherever one is in the record and whether its section is a list, or left out, at this moment. */
const toValue = (patient_id: string, kind: 'lab-results' | 'examinations', one: ObservationLine) => {
  const path = `/patients/${patient_id}`;
  if (location.pathname === path) rememberPlace();
  const hide = queryOf(path).get('hide')?.split(',') ?? [];
  const { to, state } = wayBack(path, {
    [`${itemKinds[kind].list}_view`]: undefined,
    hide: hide.filter((name) => name !== kind).join(',') || undefined,
  });
  markRow(seriesKey(one));
  navigate(to, { state });
};

/** Search for anything: patients by name, date of birth or number, screens, actions. The text never enters an address. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { user, signOut } = useSession();
  const [address] = useLocation();
  const [text, setText] = useState('');
  const box = useRef<HTMLInputElement>(null);
  const id = useId();
  const typed = text.trim();
  const asked = useAsked(typed, NAME_DEBOUNCE);
  const isStaff = mayOpen('/patients', user.roles);
  const isSearched = isStaff && typed.length >= 2;
  const isSharedSearched = isSearched && user.roles.includes('Doctor');
  const live = useFound(asked.question, isSearched, false);
  const liveShared = useFound(asked.question, isSharedSearched, true);
  const ofOwn = isSearched ? readinessOf(asked, live) : 'answered';
  const ofShared = isSharedSearched ? readinessOf(asked, liveShared) : 'answered';
  // keys wait for both; what is shared may fail by itself
  const readiness = ofOwn === 'answered' && ofShared === 'awaited' ? 'awaited' : ofOwn;
  const patients = isSearched ? live.data : undefined;
  const shared = isSharedSearched ? liveShared.data : undefined;
  const isFormer = ofOwn !== 'answered';
  const isSharedFormer = ofShared !== 'answered';

  const state = useHistoryState<RecordState | null>();
  const mayAdd = isStaff && !user.roles.includes('Patient') && state?.readOnly !== true && state?.aggregated !== true;
  /** The record that is open. */
  const openId = /^\/patients\/([0-9a-f-]{36})(?=\/|$)/.exec(address)?.[1];
  const { data: openPatient } = useLive<PatientView>(['patients'], openId === undefined ? null : `/api/patients/${openId}`, {
    quiet: true,
  });

  const wanted = typed.length >= 2 ? (openId ?? null) : null;
  const ownClinic = useOwnClinic();
  const results = useLabSeries(wanted, '', true).data?.items;
  const measurements = useMeasurementSeries(wanted, true).data?.items;

  const found = useMemo<Found[]>(() => {
    const actions = actionsFor(
      [
        ...(isStaff ? [{ label: 'Add new patient', open: { to: '/patients?add=1' } }] : []),
        { label: 'Light colours', open: { act: () => chooseTheme('light') } },
        { label: 'Dark colours', open: { act: () => chooseTheme('dark') } },
        { label: 'Logout', open: { act: signOut } },
      ],
      typed,
    );
    const rows = (patients?.items ?? []).map(patientFound).map((one): Found => ({ ...one, isFormer }));
    const elsewhere = (shared?.items ?? []).map(sharedFound).map((one): Found => ({ ...one, isFormer: isSharedFormer }));
    const record = openPatient && openId === openPatient.id ? openPatient : undefined;
    const values = (['lab-results', 'examinations'] as const).flatMap((kind) => {
      const series = (kind === 'lab-results' ? results : measurements) ?? [];
      return record && typed.length >= 2 ? valuesFor(ownClinic, record, series, (one) => toValue(record.id, kind, one), typed) : [];
    });
    return [
      ...rows.filter(({ isSimilar }) => !isSimilar),
      ...values.slice(0, TAKE),
      ...(record ? recordScreensFor(record, typed) : []),
      ...screensFor(user, exists, typed),
      ...(record && mayAdd && !record.read_only ? entriesFor(record, typed) : []),
      ...actions,
      ...rows.filter(({ isSimilar }) => isSimilar),
      ...elsewhere,
    ];
  }, [
    typed,
    patients,
    isFormer,
    shared,
    isSharedFormer,
    isStaff,
    signOut,
    user,
    openId,
    openPatient,
    mayAdd,
    results,
    measurements,
    ownClinic,
  ]);

  const open = (item: Found | undefined) => {
    if (!item || item.isFormer) return;
    onClose();
    if ('to' in item.open) navigate(item.open.to);
    else item.open.act();
  };
  const rows = found.filter((item) => !item.isFormer);
  const { input, marked, idOf, go, press } = useCombobox({
    id: `${id}-list`,
    typed,
    readiness,
    rows,
    first: readiness !== 'answered' || typed === '' ? undefined : rows.find(({ isSimilar, isShared }) => !isSimilar && !isShared),
    isOpen: true,
    isListed: true,
    onOpen: (isListed) => !isListed && onClose(),
    onEnter: open,
    now: asked.now,
  });

  // keys that come before the box has the focus are kept
  const keep = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (document.activeElement === box.current || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.length === 1) setText(text + event.key);
    else if (event.key === 'Backspace') setText(text.slice(0, -1));
    else return press(event);
    event.preventDefault();
  });
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => keep(event);
    // A page that loads late focuses its own first field. The overlay then takes the focus back, but to its edge instead of the box.
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof Element && !target.closest('[role=dialog]')) box.current?.focus();
    };
    addEventListener('keydown', onKey, { capture: true });
    addEventListener('focusin', onFocus);
    return () => {
      removeEventListener('keydown', onKey, { capture: true });
      removeEventListener('focusin', onFocus);
    };
  }, []);

  return (
    <Overlay2 isOpen onClose={onClose} className={Classes.OVERLAY_SCROLL_CONTAINER} transitionDuration={0}>
      <div className={styles.palette} role="dialog" aria-label="Search for anything">
        <div className={styles.input}>
          <Search aria-hidden />
          <input
            {...startHere}
            {...input}
            ref={box}
            type="text"
            aria-label="Search for anything"
            placeholder={isStaff ? 'Patient by name, date of birth or number; screen; action' : 'Screen or action'}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <ReadAsBorn days={isFormer ? undefined : patients?.born_on} />
        {readiness === 'failed' && (
          <p className={fieldStyles.error} role="alert">
            Patients could not be searched, so Enter opens nothing by itself. {live.error?.message}
          </p>
        )}
        {ofShared === 'failed' && (
          <p className={fieldStyles.error} role="alert">
            Patients shared with your clinic could not be searched. {liveShared.error?.message}
          </p>
        )}
        <div id={`${id}-list`} role="listbox" aria-label="Found" aria-busy={readiness === 'awaited'} className={styles.list}>
          {found.map((item, index) => (
            <div key={item.id} role="presentation" data-former={item.isFormer || undefined}>
              {(item.kind !== found[index - 1]?.kind || item.isSimilar !== found[index - 1]?.isSimilar) && (
                <div className={styles.kind} role="presentation">
                  {item.isSimilar && !item.isShared ? 'No patient has this name. Similar names:' : item.kind}
                </div>
              )}
              <div
                id={idOf(item)}
                role="option"
                tabIndex={-1}
                aria-selected={item === marked}
                aria-disabled={item.isFormer || undefined}
                className={styles.option}
                // a pointer that only lies there, while the list is drawn under it, chooses nobody
                onMouseMove={({ movementX, movementY }) =>
                  (movementX !== 0 || movementY !== 0) && typed !== '' && !item.isSimilar && !item.isFormer && go(item)
                }
                onClick={() => open(item)}
                onKeyDown={(event) => isKey(event, 'choose') && open(item)}
              >
                <span>{item.label}</span>
                <span className="bp6-text-muted">{item.detail}</span>
                <LookAlikeTag of={item.likeness} />
                {item.isSimilar && <SimilarMatch />}
              </div>
            </div>
          ))}
        </div>
        {readiness === 'awaited' ? (
          <p className="bp6-text-muted">Searching patients …</p>
        ) : (
          found.length === 0 && <p className="bp6-text-muted">Nothing found</p>
        )}
        {!isFormer && patients && patients.overall_count > TAKE && (
          <p className="bp6-text-muted">{patients.overall_count - TAKE} more patients: type more of the name, or use the patient list.</p>
        )}
        {!isSharedFormer && shared && shared.overall_count > TAKE && (
          <p className="bp6-text-muted">{shared.overall_count - TAKE} more are shared with your clinic: type more of the name.</p>
        )}
      </div>
    </Overlay2>
  );
}
