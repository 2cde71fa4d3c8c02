import type { AuditType } from '#contracts/items/history';
import { Failed, Loading } from '#web/ui/faces.tsx';
import { useHistory } from './history.data.ts';
import { DayInWords } from './history-table.tsx';
import styles from './history-details.module.css';

/** What an item says as it stands, field by field; of a removed one what it said. */
export function HistoryDetails({ type, id }: { type: AuditType; id: string }) {
  const { data, error, isLoading, refresh } = useHistory(type, id);
  if (isLoading) return <Loading label="Reading the entry" rows={2} />;
  if (!data) return <Failed what="entry" error={error} onRetry={() => void refresh()} />;
  const isErased = data.items.some(({ erased }) => erased);
  if (data.facts.length === 0)
    return <p className="bp6-text-muted">{isErased ? 'The data was erased' : 'There is nothing more to show'}</p>;
  return (
    <dl className={styles.facts}>
      {data.facts.map(({ field, path, value }) => (
        <div key={`${field} ${value}`}>
          <dt>{field}</dt>
          <dd>
            {value}
            <DayInWords path={path} value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
