import { ITEM_KINDS, type ItemKind, itemKinds } from '#contracts/items/item-kinds';
import type { PatientView } from '#contracts/people/patients';
import type { Profile } from '#contracts/people/accounts';
import type { ObservationLine } from '#contracts/observations/observation-columns';
import { statesOf } from '#contracts/people/external-states';
import { bornShown } from '#contracts/wire/birth';
import { showValue } from '#web/lib/numbers.ts';
import { dayOf, seriesKey, standingSaid } from '#web/record/graphs/value-series.ts';
import { fullName } from '#web/lib/names.ts';
import type { Likeness } from '#web/ui/tags.tsx';
import { menuFor } from './access.ts';

/** One thing that can be found: a patient, a parameter of the open record, a screen or something to do. */
export interface Found {
  kind: 'Patients' | 'Results' | 'Screens' | 'Actions' | 'Shared with your clinic';
  /** Its own among all that can be found. */
  id: string;
  label: string;
  detail: string;
  /** How another patient is like this one. */
  likeness?: Likeness;
  /** Its name is only like what was typed: a plain Enter never opens it (ruling 55). */
  isSimilar?: boolean;
  /** A record of another clinic: no plain Enter opens it, somebody of a like name may be meant. */
  isShared?: boolean;
  /** Found for what was typed before. */
  isFormer?: boolean;
  open: { to: string } | { act: () => void };
}

const matches = (words: string, query: string): boolean => {
  const hay = words.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => hay.includes(word));
};

/** Screens of the menu whose words hold every word of the query. */
export const screensFor = (
  { roles, patient_id }: Pick<Profile, 'roles' | 'patient_id'>,
  exists: (path: string) => boolean,
  query: string,
): Found[] =>
  menuFor(roles, exists, patient_id)
    .filter((entry) => matches(`${entry.label} ${entry.hint ?? ''}`, query))
    .map(({ path, label, hint }) => ({ kind: 'Screens', id: path, label, detail: hint ?? '', open: { to: path } }));

/** Actions whose words hold every word of the query. */
export const actionsFor = (actions: readonly { label: string; open: Found['open'] }[], query: string): Found[] =>
  actions.filter(({ label }) => matches(label, query)).map(({ label, open }) => ({ kind: 'Actions', id: label, label, detail: '', open }));

/** What people call an entry besides its name. */
const ALSO: Readonly<Record<ItemKind, string>> = {
  diagnoses: 'add problem condition disease',
  intakes: 'add prescribe prescription medication medicine drug order',
  'lab-results': 'add laboratory blood test',
  examinations: 'add vital signs measurement blood pressure weight',
};

/** New entries of the record that is open, each with its name: nobody enters anything for somebody else. */
export const entriesFor = (patient: PatientView, query: string): Found[] =>
  ITEM_KINDS.map((kind) => ({ kind, label: `New ${itemKinds[kind].noun}` }))
    .filter(({ kind, label }) => matches(`${label} ${ALSO[kind]}`, query))
    .map(({ kind, label }) => ({
      kind: 'Actions',
      id: `new ${kind}`,
      label,
      detail: fullName(patient),
      open: { to: `/patients/${patient.id}/${kind}/add` },
    }));

/** Screens of the record that is open. */
export const recordScreensFor = (patient: PatientView, query: string): Found[] =>
  [
    { label: 'Record', path: '' },
    { label: 'Trends', path: '/trends' },
    ...(patient.read_only ? [] : [{ label: 'History of Data Entry', path: '/medical-history' }]),
  ]
    .filter(({ label }) => matches(label, query))
    .map(({ label, path }) => ({
      kind: 'Screens',
      id: `record${path}`,
      label,
      detail: fullName(patient),
      open: { to: `/patients/${patient.id}${path}` },
    }));

/** Parameters of the record that is open, with the last value that was checked; each leads to its row beside the chart. */
export const valuesFor = (
  ownClinic: string | null,
  patient: PatientView,
  series: readonly ObservationLine[],
  open: (one: ObservationLine) => void,
  query: string,
): Found[] =>
  series
    .filter(({ name }) => matches(name, query))
    .map((one) => ({
      kind: 'Results',
      id: seriesKey(one),
      label: one.name,
      detail: [
        one.last && `${showValue(one.last)} ${one.last.value === null ? '' : one.last.unit}`.trim(),
        one.last && standingSaid(one.last),
        one.last && dayOf(one.last),
        one.organization_id !== ownClinic && one.organization_name && `[${one.organization_name}]`,
        fullName(patient),
      ]
        .filter(Boolean)
        .join(' · '),
      open: { act: () => open(one) },
    }));

/** A patient with all that tells it from another of a like name (ruling 27). */
export const patientFound = (patient: PatientView): Found => ({
  kind: 'Patients',
  id: patient.id,
  label: fullName(patient),
  detail: [bornShown(patient), patient.sex, patient.social_security_number, ...statesOf(patient)].join(' · '),
  likeness: patient,
  isSimilar: patient.match === 'similar',
  open: { to: `/patients/${patient.id}` },
});

/** A record of another clinic that is shared with the doctor's, never without the name of that clinic. */
export const sharedFound = (patient: PatientView): Found => {
  const { likeness: _of, ...found } = patientFound(patient);
  return {
    ...found,
    kind: 'Shared with your clinic',
    detail: `${found.detail} · [${patient.organization_name ?? 'a clinic that is not known'}] · read only`,
    isShared: true,
  };
};
