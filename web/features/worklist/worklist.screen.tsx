import { useState } from 'react';
import { ITEM_KINDS } from '#contracts/items/item-kinds';
import type { Worklist } from '#contracts/items/worklist';
import { useLive } from '#web/lib/live.ts';
import { Empty, Failed, Loading, NotRefreshed } from '#web/ui/faces.tsx';
import { NotLive } from '#web/ui/not-live.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Comments, Drafts, Invitations, Reports } from './worklist.rows.tsx';

const SLICES = [...ITEM_KINDS, 'comments', 'reports', 'invitations', 'patients'];
const FIRST = 10;
const ALL = 200;

/** 'What waits for me': what the clinic's doctors have not seen, confirmed or answered yet. */
export function WorklistScreen() {
  const [take, setTake] = useState(FIRST);
  const { data, error, isLoading, refresh } = useLive<Worklist>(SLICES, `/api/worklist?take=${take}`, { keepPrevious: true });
  const total =
    data && data.comments.overall_count + data.drafts.overall_count + data.reports.overall_count + data.invitations.overall_count;
  const more = () => setTake(ALL);
  return (
    <div>
      <PageTitle title="What waits for me" count={total === undefined ? undefined : `${total.toLocaleString('en-US')} waiting`}>
        <NotLive />
      </PageTitle>
      {isLoading && <Loading label="Reading what waits" rows={8} />}
      {!isLoading && !data && <Failed what="worklist" error={error} onRetry={() => void refresh()} />}
      {data && error && <NotRefreshed error={error} onRetry={() => void refresh()} />}
      {total === 0 && (
        <Empty title="Nothing waits for you" text="Comments of patients, drafts, reports to validate and invitations stand here." />
      )}
      {data && (
        <>
          <Comments part={data.comments} onMore={more} />
          <Drafts part={data.drafts} onMore={more} />
          <Reports part={data.reports} onMore={more} />
          <Invitations part={data.invitations} onMore={more} />
        </>
      )}
    </div>
  );
}
