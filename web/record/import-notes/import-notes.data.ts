import { useMemo } from 'react';
import { allergiesOf, type ImportNoteView, leftOutText, MAX_NAMES } from '#contracts/people/import-notes';
import type { PatientView } from '#contracts/people/patients';
import type { Accepted } from '#contracts/wire/command';
import { http } from '#web/lib/http.ts';
import { type Live, useLive } from '#web/lib/live.ts';
import { dayIn } from '#web/lib/dates.ts';
import { readsAsPatient, useSession } from '#web/lib/session.tsx';
import { useIsAggregated } from '#web/record/patient/all-clinics.ts';

export interface ImportNotes {
  items: ImportNoteView[];
  overall_count: number;
  unread: number;
}

/** How many are read at once. */
const TAKE = 200;

/** What imports did not bring into a record, what nobody has read first; for the staff of its clinic. @param patientId null: nothing is asked */
export const useImportNotes = (patientId: string | null): Live<ImportNotes> =>
  useLive<ImportNotes>(
    ['import-notes'],
    patientId === null ? null : `/api/import-notes?${new URLSearchParams({ patient_id: patientId, take: String(TAKE) })}`,
    { quiet: true },
  );

export const markImportNoteRead = (id: string, commandId: string): Promise<Accepted> =>
  http.send<Accepted>('PUT', `/api/import-notes/${id}/read`, undefined, { commandId, quiet: true });

/** 'Import of 11/27/2026 from County hospital'. */
export const importTitle = ({ imported_at, source }: ImportNoteView, timeZone: string | undefined): string =>
  `Import of ${dayIn(timeZone, imported_at)} from ${source}`;

/** What stands on paper beside 'Allergies are not recorded here', in sentences. @param notes undefined where they were not read */
export const allergiesOnPaper = (notes: ImportNotes | undefined, timeZone: string | undefined): string[] => {
  if (!notes) return ['What imports left out could not be read.'];
  const sources = [...new Set(notes.items.map(({ source }) => source))];
  const lines = sources.flatMap((source) => {
    const of = notes.items.filter((note) => note.source === source);
    const allergies = allergiesOf(of);
    const last = of
      .map(({ imported_at }) => imported_at)
      .sort()
      .at(-1)!;
    return allergies ? [`Not taken from ${source}, ${dayIn(timeZone, last)}: ${leftOutText(allergies, MAX_NAMES)}.`] : [];
  });
  return [...lines, ...(notes.overall_count > notes.items.length ? ['Older imports may have left out more.'] : [])];
};

/** The same for a record as its reader sees it; null for its patient. What imports left out is for the staff of the clinic that imported it. */
export const usePaperAllergies = (patient: PatientView | undefined): readonly string[] | null => {
  const { user } = useSession();
  const isAll = useIsAggregated();
  const isPatient = patient === undefined || readsAsPatient(user, patient.id);
  const isOther = patient?.read_only === true;
  const notes = useImportNotes(isPatient || isOther ? null : patient.id);
  return useMemo(() => {
    if (isPatient) return null;
    const own = isOther ? [] : allergiesOnPaper(notes.data, patient.time_zone);
    return [...own, ...(isOther || isAll ? ['What other clinics did not take from imports is not known here.'] : [])];
  }, [isPatient, isOther, isAll, notes.data, patient]);
};
