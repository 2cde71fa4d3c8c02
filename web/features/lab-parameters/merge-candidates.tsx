import { useRef, useState } from 'react';
import type { LabParameterView, ParameterSuggestion, SuggestionReason } from '#contracts/lab/lab-parameters';
import { former, readinessOf, useAsked } from '#web/lib/asked.ts';
import { isKey } from '#web/lib/keys.ts';
import { SEARCH_DEBOUNCE } from '#web/lib/search.ts';
import { Failed, Loading } from '#web/ui/faces.tsx';
import { FilterField, FilterLine } from '#web/ui/filter.tsx';
import { startHere } from '#web/ui/start-here.ts';
import { Table } from '#web/ui/table.tsx';
import { useApproved, useSuggestions } from './lab-parameters.data.ts';
import { ParameterName } from './parameter-name.tsx';
import styles from './merge.module.css';

interface Props {
  chosen: readonly LabParameterView[];
  /** Something is searched for before more are listed: what has to be decided is below it on a phone. */
  isEnough: boolean;
  /** Parameters that may be the same as this one are first, with the reasons. */
  suggestedFor: string | undefined;
  onChoose: (parameter: LabParameterView) => void;
}

/** Approved parameters to merge with: suggested ones until something is searched for. Enter takes the first, arrows lead into the list. */
export function MergeCandidates({ chosen, isEnough, suggestedFor, onChoose }: Props) {
  const [text, setText] = useState('');
  const asked = useAsked(text.trim(), SEARCH_DEBOUNCE);
  const suggested = useSuggestions(suggestedFor);
  const isSuggesting = asked.question === '' && (suggested.isLoading || (suggested.data?.items.length ?? 0) > 0);
  const isIdle = isEnough && asked.question === '';
  const found = useApproved(isSuggesting || isIdle ? null : asked.question);
  const read = isSuggesting ? suggested : found;
  const isAnswered = isSuggesting ? asked.isSettled && !suggested.isLoading : readinessOf(asked, found) === 'answered';
  const all: readonly ParameterSuggestion[] = isSuggesting
    ? (suggested.data?.items ?? [])
    : (found.data?.items ?? []).map((parameter) => ({ parameter, reasons: [] }));
  const candidates = all.filter(({ parameter }) => !chosen.some(({ id }) => id === parameter.id));
  const box = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const choose = ({ parameter }: ParameterSuggestion) => {
    onChoose(parameter);
    setText('');
    // its row is gone
    field.current?.focus();
  };
  return (
    <div ref={box}>
      <FilterLine>
        <FilterField
          className={styles.search ?? ''}
          inputRef={field}
          label="Search lab parameters to merge with"
          value={text}
          {...startHere}
          onValueChange={setText}
          onKeyDown={(event) => {
            if (isKey(event, 'rowDown')) {
              event.preventDefault();
              box.current?.querySelector<HTMLElement>('tbody tr')?.focus();
            } else if (isKey(event, 'choose')) {
              event.preventDefault();
              const [first] = candidates;
              if (!isAnswered) asked.now();
              else if (first && !isIdle) choose(first);
            }
          }}
        />
        <span className="bp6-text-muted">{isSuggesting && !isIdle ? 'Suggested' : ''}</span>
      </FilterLine>
      {!isIdle && read.isLoading && <Loading label="Reading lab parameters" rows={4} />}
      {!isIdle && !read.isLoading && !read.data && <Failed what="lab parameters" error={read.error} onRetry={() => void read.refresh()} />}
      {!isIdle && read.data && candidates.length === 0 && isAnswered && (
        <p className="bp6-text-muted">No other approved lab parameter is called so</p>
      )}
      {!isIdle && candidates.length > 0 && (
        <div {...former(!isAnswered)}>
          <Table
            rows={candidates}
            keyOf={({ parameter }) => parameter.id}
            row={(candidate) => ({
              id: candidate.parameter.id,
              onOpen: () => choose(candidate),
              'aria-label': `Merge with ${candidate.parameter.primary_alias}`,
            })}
            columns={[
              {
                title: 'Name',
                cell: ({ parameter, reasons }) => (
                  <>
                    <ParameterName parameter={parameter} />
                    {reasons.length > 0 && <Reasons reasons={reasons} />}
                  </>
                ),
              },
              { title: 'LOINC', className: styles.code, cell: ({ parameter }) => parameter.code ?? '' },
              { title: 'Unit', cell: ({ parameter }) => parameter.unit },
            ]}
          />
        </div>
      )}
    </div>
  );
}

/** Reasons for and against; a name that is alike is marked as good only where nothing is in doubt. */
function Reasons({ reasons }: { reasons: readonly SuggestionReason[] }) {
  const isDoubtful = reasons.some(({ kind }) => kind === 'doubt');
  return (
    <span className={styles.reasons}>
      {reasons.map(({ kind, text }) => (
        <span key={text} data-reason={isDoubtful && kind === 'likeness' ? 'support' : kind}>
          {text}
        </span>
      ))}
    </span>
  );
}
