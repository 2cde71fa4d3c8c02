import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { AuditEntry } from '#contracts/items/history';
import { usePageBitmap } from './history.data.ts';
import { readAndNow } from './history-parts.ts';
import { SourceStrip } from './source-strip.tsx';
import fieldStyles from '#web/ui/field-row.module.css';
import styles from './history-sources.module.css';
import strip from './source-strip.module.css';

type Source = AuditEntry['sources'][number];

const FEW = 3;

/** Where on which pages the values were read: the one that was asked for first, the others on request. */
export function HistorySources({ entries, entryId }: { entries: readonly AuditEntry[]; entryId: string | undefined }) {
  const [all, setAll] = useState(false);
  const latest = new Map(entries.flatMap((entry) => entry.sources.map((source) => [`${source.page_id} ${source.entry_id}`, source])));
  const sources = [...latest.values()];
  if (sources.length === 0) return null;
  const asked = entryId === undefined ? [] : sources.filter((source) => source.entry_id === entryId);
  const shown = all ? sources : asked.length > 0 ? asked : sources.slice(0, FEW);
  const pages = [...new Set(shown.map((source) => source.page_id))];
  const more = sources.length - shown.length;
  return (
    <section className={styles.sources} aria-label="Where it was read">
      {pages.map((page) => (
        <PageSources key={page} entries={entries} pageId={page} sources={shown.filter((source) => source.page_id === page)} />
      ))}
      {more > 0 && <Button size="small" variant="minimal" text={`Show ${more} more of this report`} onClick={() => setAll(true)} />}
    </section>
  );
}

interface PageProps {
  entries: readonly AuditEntry[];
  pageId: string;
  sources: readonly Source[];
}

function PageSources({ entries, pageId, sources }: PageProps) {
  const bitmap = usePageBitmap(pageId);
  const [, navigate] = useLocation();
  const fileId = sources[0]?.file_id;
  return (
    <>
      {sources.map((source) => (
        <div key={source.entry_id}>
          <div className={styles.name}>
            <Link href={`/page-preview?page_id=${pageId}&entry_id=${encodeURIComponent(source.entry_id)}`} title="Show it on the page">
              {source.name}
            </Link>{' '}
            <span className={fieldStyles.doubt}>{readAndNow(entries, source)}</span>
          </div>
          {bitmap && source.region ? (
            <SourceStrip bitmap={bitmap} region={source.region} name={source.name} />
          ) : (
            <div className={`${strip.strip} bp6-text-muted`}>
              {bitmap === null ? 'The page image is not there' : source.region ? '' : 'Its place on the page is not known'}
            </div>
          )}
        </div>
      ))}
      <Button size="small" text="Open the report page" onClick={() => navigate(`/reports/${fileId}/page/${pageId}`)} />
    </>
  );
}
