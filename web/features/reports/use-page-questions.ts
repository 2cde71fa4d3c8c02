import { useMemo } from 'react';
import type { PreviousLabValue } from '#contracts/lab/lab-results';
import { onLineOf } from '#contracts/lab/lab-warnings';
import type { PatientView } from '#contracts/people/patients';
import type { PageView } from '#contracts/reports/reports';
import { areNumbers } from '#web/lib/typed-cell.ts';
import { useLabParameters } from '#web/record/catalogue/lab-parameters.data.ts';
import { contentOf, type PageContent } from './page-content.ts';
import { type PageQuestion, pageQuestions, unanswered } from './page-doubts.ts';
import type { RowDraft } from './row-draft.ts';

const NONE: readonly PageQuestion[] = [];

/**
 * What is asked about a page as it stands in the form: all of it, and by row what nobody has answered yet.
 * @param page undefined where nobody may change it: then nothing is asked
 */
export const usePageQuestions = (
  page: PageView | undefined,
  content: PageContent,
  { patient, previous }: { patient: PatientView | undefined; previous: readonly PreviousLabValue[] },
) => {
  const known = content.rows.flatMap(({ parameter_id }) => (page && parameter_id !== null ? parameter_id : []));
  const read = useLabParameters([...new Set(known)]);
  const parameters = useMemo(() => new Map((read ?? []).map((parameter) => [parameter.id, parameter])), [read]);
  const stored = useMemo(() => (page?.validation ? contentOf(page, page.validation) : undefined), [page]);
  /** What the page itself brought is no earlier value. */
  const earlier = useMemo(
    () => (stored ? previous.filter(({ collected }) => collected !== stored.collected) : previous),
    [previous, stored],
  );
  const isAsked = page !== undefined;
  const questions = useMemo(() => {
    return isAsked ? pageQuestions(content, stored, { patient, previous: earlier, parameters }) : NONE;
  }, [isAsked, content, stored, patient, earlier, parameters]);
  const open = useMemo(() => {
    const ids = new Set(questions.map(({ entry_id }) => entry_id));
    const asked = content.rows.filter(({ id }) => ids.has(id)).map((row) => [row.id, unanswered(row, questions)] as const);
    return new Map(asked.filter(([, open]) => open.length > 0));
  }, [content.rows, questions]);
  return {
    questions,
    openIn: (id: string): readonly PageQuestion[] => open.get(id) ?? NONE,
    /** A row with what catalogue and earlier results say of its parameter. */
    withFacts: (row: RowDraft): RowDraft => {
      const { parameter_id } = row;
      if (parameter_id === null) return row;
      const last = previous.filter((one) => one.parameter_id === onLineOf(parameter_id, previous));
      return { ...row, is_number: row.is_number ?? areNumbers(parameters.get(parameter_id), last) };
    },
  };
};
