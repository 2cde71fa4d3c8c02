import { useState } from 'react';
import { ITEM_KINDS } from '#contracts/items/item-kinds';
import type { Worklist } from '#contracts/worklist/worklist';
import { useLive } from '#web/lib/live.ts';
import { Empty, Failed, Loading, NotRefreshed } from '#web/ui/faces.tsx';
import { NotLive } from '#web/ui/not-live.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { SeenMarks } from '#web/record/critical-results/seen-marks.tsx';
import { Critical } from './worklist.critical.tsx';
import { Comments, Drafts, Invitations, Reports } from './worklist.rows.tsx';

const SLICES = [...ITEM_KINDS, 'comments', 'reports', 'invitations', 'patients'];
const PARTS = ['critical', 'critical_pages', 'earlier_critical', 'comments', 'drafts', 'reports', 'invitations'] as const;
const FIRST = 10;
const ALL = 200;

/** 'What waits for me': what the clinic's doctors have not seen, confirmed or answered yet. */
export function WorklistScreen() {
  const [take, setTake] = useState(FIRST);
  const { data, answers = '', error, isLoading, refresh } = useLive<Worklist>(SLICES, `/api/worklist?take=${take}`, { keepPrevious: true });
  const total = data && PARTS.reduce((sum, part) => sum + data[part].overall_count, 0);
  const more = take === ALL ? undefined : () => setTake(ALL);
  return (
    <div>
      <PageTitle title="What waits for me" count={total === undefined ? undefined : `${total.toLocaleString('en-US')} waiting`}>
        <NotLive />
        {/* beside the title: rows stay under the pointer */}
        {data && error && <NotRefreshed error={error} onRetry={() => void refresh()} />}
      </PageTitle>
      {isLoading && <Loading label="Reading what waits" rows={8} />}
      {!isLoading && !data && <Failed what="worklist" error={error} onRetry={() => void refresh()} />}
      {data && (
        <>
          <SeenMarks refresh={refresh}>
            <Critical list={data} answers={answers} onMore={more} />
          </SeenMarks>
          <Comments part={data.comments} onMore={more} />
          <Drafts part={data.drafts} onMore={more} />
          <Reports part={data.reports} onMore={more} />
          <Invitations part={data.invitations} onMore={more} />
        </>
      )}
      {total === 0 && (
        <Empty
          title="Nothing waits for you"
          text="Critical results, comments of patients, drafts, reports to validate and invitations stand here."
        />
      )}
    </div>
  );
}
