import useSWR from 'swr';
import type { Outbox } from '#contracts/wire/outbox';
import { showInstant } from '#web/lib/dates.ts';
import { http, type Problem } from '#web/lib/http.ts';
import { localSecret } from '#web/lib/local-secret.ts';
import { showCount } from '#web/lib/numbers.ts';
import { Empty, Failed, Loading } from '#web/ui/faces.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import styles from './outbox.module.css';

const PATH = '/api/outbox';

/** Where no mail server is: the mails that did not leave this machine, the newest first. */
export function OutboxScreen() {
  const {
    data: read,
    error,
    mutate,
  } = useSWR<Outbox, Problem>(PATH, (path: string) => http.get<Outbox>(path, { quiet: true, headers: localSecret() }), {
    refreshInterval: 3000,
  });
  // who is refused sees nothing that was read before
  const data = error?.status === 401 || error?.status === 403 ? undefined : read;
  return (
    <div className={styles.outbox}>
      <PageTitle title="Outbox" count={data && showCount(data.overall_count, 'mail')} />
      {!data && !error && <Loading label="Reading the mails" />}
      {!data && error && <Failed what="mails" error={error} onRetry={() => void mutate()} />}
      {data?.items.length === 0 && <Empty title="No mail was sent yet" text="Mails are kept here instead of leaving this machine." />}
      {data?.items.map(({ id, to, subject, text, sent_at }) => (
        <article key={id} className={styles.mail}>
          <h2>{subject}</h2>
          <p className="bp6-text-muted">
            To {to}, {showInstant(sent_at)}
          </p>
          <p className={styles.text}>
            <WithLinks text={text} />
          </p>
        </article>
      ))}
    </div>
  );
}

/** A text with its web addresses as links. */
const WithLinks = ({ text }: { text: string }) =>
  text.split(/(https?:\/\/\S+)/).map((part, index) =>
    index % 2 === 1 ? (
      <a key={index} href={part}>
        {part}
      </a>
    ) : (
      part
    ),
  );
