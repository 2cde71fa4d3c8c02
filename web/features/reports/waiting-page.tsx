import { Button } from '@blueprintjs/core';
import type { PageView } from '#contracts/reports/reports';
import { PageImage } from './page-image.tsx';
import { shownPageStatus } from './statuses.ts';
import { usePageImage } from './use-page-image.ts';
import styles from './page.module.css';

/** A page that waits for reading: what is being done with it, and its image as soon as there is one. */
export function WaitingPage({ page }: { page: PageView }) {
  return (
    <div className={styles.panes}>
      {page.status === 'Generated' ? (
        <section aria-label="Scanned page">
          <p className="bp6-text-muted">There is no image of it yet.</p>
        </section>
      ) : (
        <Scan pageId={page.id} />
      )}
      <div className={styles.form}>
        <div className={styles.rows}>
          <p role="status">{shownPageStatus(page).text}.</p>
        </div>
        <footer className={styles.footer}>
          <div className={styles.end}>
            <p>What was read can be validated once reading is done</p>
            <Button intent="primary" text="Validate Page" disabled />
          </div>
        </footer>
      </div>
    </div>
  );
}

function Scan({ pageId }: { pageId: string }) {
  const image = usePageImage(pageId);
  return <PageImage image={image} width={0} height={0} marks={[]} active={undefined} focused={undefined} />;
}
