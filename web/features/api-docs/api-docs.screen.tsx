import { AnchorButton } from '@blueprintjs/core';
import { ChevronDown, ChevronRight } from '@blueprintjs/icons';
import { useDeferredValue, useMemo, useState } from 'react';
import useSWRImmutable from 'swr/immutable';
import { http, type Problem } from '#web/lib/http.ts';
import { showCount } from '#web/lib/numbers.ts';
import { Empty, Failed, Loading } from '#web/ui/faces.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Table } from '#web/ui/table.tsx';
import { type ApiCall, bySlice, callsOf, type Field, matching, type OpenApi } from './api-docs.model.ts';
import styles from './api-docs.module.css';
import { FilterField, FilterLine } from '#web/ui/filter.tsx';

const PATH = '/api/openapi.json';

/** All calls of the programming interface as its OpenAPI document says them, for people. */
export function ApiDocsScreen() {
  const { data, error, mutate } = useSWRImmutable<OpenApi, Problem>(PATH, (path: string) => http.get<OpenApi>(path, { quiet: true }));
  const calls = useMemo(() => data && callsOf(data), [data]);
  const [typed, setTyped] = useState('');
  const sought = useDeferredValue(typed);
  const found = useMemo(() => calls && matching(calls, sought), [calls, sought]);
  return (
    <div className={styles.docs}>
      <PageTitle title="Programming interface" count={found && showCount(found.length, 'call')}>
        <AnchorButton href={PATH} target="_blank" rel="noreferrer" text="OpenAPI document" />
      </PageTitle>
      <FilterLine>
        <FilterField label="Filter by address, word or field" value={typed} onValueChange={setTyped} />
      </FilterLine>
      {!calls && !error && <Loading label="Reading the programming interface" rows={12} />}
      {!calls && error && <Failed what="programming interface" error={error} onRetry={() => void mutate()} />}
      {found?.length === 0 && <Empty title="No call has these words" />}
      {found &&
        bySlice(found).map(([title, those]) => (
          <section key={title} aria-label={title}>
            <h2>{title}</h2>
            {those.map((call) => (
              <Call key={call.id} call={call} />
            ))}
          </section>
        ))}
    </div>
  );
}

/** One call: a line that opens to what it takes and answers. */
function Call({ call }: { call: ApiCall }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={styles.call} open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>
        {isOpen ? <ChevronDown /> : <ChevronRight />}
        <code>{call.method}</code>
        <code>{call.path}</code>
        <span>{call.summary}</span>
      </summary>
      {isOpen && <Details call={call} />}
    </details>
  );
}

function Details({ call }: { call: ApiCall }) {
  return (
    <div className={styles.details}>
      {call.says.map((text) => (
        <p key={text}>
          <Said text={text} />
        </p>
      ))}
      <Fields title="Takes" fields={call.parameters} />
      <Fields title={`Body, ${call.bodyOf}`} fields={call.body} />
      <Fields title={`Answers ${call.answerOf}`} fields={call.answer} isAnswer />
      <h3>Other answers</h3>
      <dl>
        {call.problems.map(({ status, description }) => (
          <div key={status}>
            <dt>{status}</dt>
            <dd>
              <Said text={description} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Fields({ title, fields, isAnswer = false }: { title: string; fields: readonly Field[]; isAnswer?: boolean }) {
  if (fields.length === 0) return isAnswer ? <h3>{title}</h3> : null;
  return (
    <>
      <h3>{title}</h3>
      <Table
        className=""
        rows={fields}
        keyOf={({ name }) => name}
        columns={[
          {
            title: 'Field',
            cell: ({ name, isRequired }) => (
              <>
                <code>{name}</code>
                {isAnswer === isRequired ? null : <span className="bp6-text-muted">{isRequired ? ' required' : ' not always'}</span>}
              </>
            ),
          },
          { title: 'Type', cell: ({ type }) => type },
          { title: 'Says', cell: ({ description }) => <Said text={description} /> },
        ]}
      />
    </>
  );
}

/** A text in which code stands between backticks. */
function Said({ text }: { text: string }) {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}
