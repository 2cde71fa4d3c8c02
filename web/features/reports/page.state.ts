import { useEffect, useRef, useState } from 'react';
import { v4 as newId } from 'uuid';
import type { AcceptedDoubt } from '#contracts/items/accepted-doubts';
import type { UnreadLine } from '#contracts/observations/recognition';
import type { PatientView } from '#contracts/people/patients';
import type { PageAccepted, PageView } from '#contracts/reports/reports';
import { Problem } from '#web/lib/http.ts';
import { useTyped } from '#web/lib/use-typed.ts';
import { rememberReason } from '#web/ui/reason-field.tsx';
import { type Agreed, birthOf, contentOf, mergedContent, type PageContent } from './page-content.ts';
import { usePatientOf, validatePage } from './page.data.ts';
import { accepted, manualRow, rowOfLine, withLearnedNames, withWhatStood } from './page-draft.ts';
import { type RowDraft, validatedRows } from './row-draft.ts';

/** Somebody else validated the page since it was opened. */
interface Conflict {
  theirs: PageContent;
  version: number;
}

/** As it is kept, with what it was typed on; earlier releases did not keep that. */
type Typed = PageContent & { base?: PageContent };

export type PageFormState = ReturnType<typeof usePageForm>;

const answered = (cause: Problem): { current: Agreed | null; version: number } | undefined =>
  cause.code === 'stale' ? (cause.body as { current: Agreed | null; version: number }) : undefined;

/**
 * A page while a person works on it. What is typed is kept until the server has said yes, and never overwritten by what others do
 * meanwhile: that becomes a conflict with both to choose from.
 */
export const usePageForm = (page: PageView) => {
  const { restored, take, keep, done, saved } = useTyped<Typed>({ form: 'ocr-page', item: page.id });
  const [kept, setKept] = useState(() => {
    take();
    return restored;
  });
  const [content, setContent] = useState<PageContent>(() => {
    const stored = contentOf(page, page.validation);
    return restored ? { ...restored.content, rows: withWhatStood(restored.content.rows, stored.rows) } : stored;
  });
  const [version, setVersion] = useState(restored?.version ?? page.version);
  /** What is typed began from it; undefined where that is not known. */
  const [base, setBase] = useState<PageContent | undefined>(() =>
    restored && (restored.version !== page.version || restored.content.base) ? restored.content.base : contentOf(page, page.validation),
  );
  const [isDirty, setIsDirty] = useState(restored !== undefined);
  /** Counts what replaced the content, except names that the catalogue learned. */
  const [edits, setEdits] = useState(0);
  const [stale, setStale] = useState<Conflict>();
  const [isSaving, setIsSaving] = useState(false);
  const [errors, setErrors] = useState<Record<string, string[]>>({});
  const [failure, setFailure] = useState<string>();
  const [picked, setPicked] = useState<PatientView>();
  const patient = usePatientOf(content.patient_id, picked);
  const birth = birthOf(content, patient, page);
  const sent = useRef<{ content: PageContent; version: number; accepted: readonly AcceptedDoubt[]; id: string } | undefined>(undefined);

  const startFrom = (now: PageView) => {
    setVersion(now.version);
    setEdits((count) => count + 1);
    setContent(contentOf(now, now.validation));
    setBase(contentOf(now, now.validation));
    setIsDirty(false);
    setKept(undefined);
    setStale(undefined);
    setErrors({});
    setFailure(undefined);
  };
  if (page.version > version && !isDirty && !isSaving) startFrom(page);
  useEffect(() => {
    if (isDirty) keep(base ? { ...content, base } : content, version);
  }, [content, base, isDirty, version, keep]);

  const isBehind = isDirty && !isSaving && page.version > version;
  const conflict = isBehind ? { theirs: contentOf(page, page.validation), version: page.version } : stale;

  const change = (update: (now: PageContent) => PageContent) => {
    setContent(update);
    setEdits((count) => count + 1);
    setIsDirty(true);
    setErrors({});
    setFailure(undefined);
  };
  const changeRow = (id: string, update: (row: RowDraft) => RowDraft) =>
    change((now) => ({ ...now, rows: now.rows.map((row) => (row.id === id ? update(row) : row)) }));

  /** @param asked what was shown about the page as it stands, and is accepted by saving it */
  const save = async (asked: readonly AcceptedDoubt[]): Promise<PageAccepted | undefined> => {
    if (content.patient_id === null || isSaving) return undefined;
    setIsSaving(true);
    setErrors({});
    setFailure(undefined);
    // one key for every try of the same content, so that a lost answer never saves twice
    if (sent.current?.content !== content || sent.current.version !== version) {
      sent.current = { content, version, accepted: asked, id: newId() };
    }
    const { accepted: doubts, id } = sent.current;
    const comment = content.comment.trim();
    try {
      const answer = await validatePage(
        {
          report_id: page.report_id,
          page_id: page.id,
          page_version: version,
          patient_id: content.patient_id,
          ...(birth === '' ? {} : { date_of_birth: birth }),
          collected: content.collected,
          row_data: validatedRows(content.rows),
          issued_by_user: true,
          other_person_confirmed: content.isOther,
          ...(comment === '' ? {} : { comment }),
          ...(doubts.length === 0 ? {} : { accepted: [...doubts] }),
        },
        id,
      );
      if (comment !== '') rememberReason(comment);
      saved();
      setIsDirty(false);
      setKept(undefined);
      return answer;
    } catch (cause) {
      if (!(cause instanceof Problem)) throw cause;
      const now = answered(cause);
      if (now) setStale({ theirs: contentOf(page, now.current), version: now.version });
      else {
        setErrors(cause.fields);
        setFailure(cause.hasFields ? Object.values(cause.fields).flat().join(', ') : cause.message);
      }
      return undefined;
    } finally {
      setIsSaving(false);
    }
  };

  return {
    content,
    /** What is typed began from it; undefined where that is not known. */
    base,
    version,
    edits,
    isDirty,
    isSaving,
    patient,
    /** The date of birth as it stands in the form. */
    birth,
    /** A person chose the patient here, or said before whose page this is. */
    isPicked: picked !== undefined || page.validation !== null,
    errors,
    failure,
    conflict,
    /** Typed here before and never saved. */
    kept,
    change,
    changeRow,
    /** Takes up what the catalogue has learned about names on the page, which is no change by this person. */
    learnNames: () => {
      if (!base || isSaving || page.version !== version) return;
      const stored = contentOf(page, page.validation);
      setContent((now) => {
        const rows = withLearnedNames(now.rows, base.rows, stored.rows);
        return rows === now.rows ? now : { ...now, rows };
      });
      setBase((now) => (now && withLearnedNames(now.rows, now.rows, stored.rows) !== now.rows ? stored : now));
    },
    /** @param questions keys of what is asked about the row */
    accept: (id: string, questions: readonly string[]) => changeRow(id, (row) => accepted(row, questions)),
    addRow: (): string => {
      const row = manualRow(`manual-${newId().slice(0, 8)}`);
      change((now) => ({ ...now, rows: [...now.rows, row] }));
      return row.id;
    },
    takeLine: (line: UnreadLine): string => {
      change((now) => ({ ...now, rows: [...now.rows, rowOfLine(line)] }));
      return line.id;
    },
    pick: (chosen: PatientView | undefined) => {
      setPicked(chosen);
      change((now) => ({ ...now, patient_id: chosen?.id ?? null, date_of_birth: null, isOther: false }));
    },
    resolve: (taken: ReadonlySet<string>) => {
      if (!conflict) return;
      change((now) => mergedContent(now, conflict.theirs, taken));
      setVersion(conflict.version);
      setBase(conflict.theirs);
      setStale(undefined);
    },
    discard: () => {
      done();
      startFrom(page);
    },
    save,
  };
};
