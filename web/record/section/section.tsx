import { Button, ButtonGroup } from '@blueprintjs/core';
import { Help, Plus, WarningSign } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { ExportMenu } from '#web/charts/export/export-menu.tsx';
import { showCount } from '#web/lib/numbers.ts';
import { NothingAtClinic, OnlyClinic } from '#web/record/patient/single-clinic.tsx';
import type { SectionView } from '#web/ui/list-page.ts';
import { StatusTag } from '#web/ui/tags.tsx';
import styles from './section.module.css';

interface Props {
  /** Kebab-case name of the data type: 'lab-results'. */
  id: string;
  /** 'Lab results'. */
  title: string;
  /** How many there are, in words: '12 values'; undefined while it is read. */
  count?: string | undefined;
  /** Drafts among them that no person has checked (ruling 23). */
  unchecked?: number | undefined;
  /** The newest critical value among them, in words: 'unchecked: Potassium 7.4 HH, read 11/27/2026'. */
  critical?: string | undefined;
  /** Items with an open question about what an external record says. */
  asked?: number | undefined;
  /** Graph or list; without it there is only one of them. */
  view?: SectionView;
  onView?: (view: SectionView) => void;
  /** Opens the form; undefined where nothing may be added. */
  onAdd?: (() => void) | undefined;
  /** The Active / All toggle and the like, before the switch. */
  filter?: ReactNode;
  /** What is hidden and why, one sentence each: '3 ended treatments hidden' (ruling 32). */
  hides?: readonly string[];
  children: ReactNode;
}

/** One kind of medical data on the patient's screen: what it is, how much there is, how it is shown, and what is hidden. */
export function SectionFrame(props: Props) {
  const { id, title, count, unchecked = 0, critical, asked = 0, view, onView, onAdd, filter, hides = [], children } = props;
  return (
    <section className={styles.section} id={id} aria-labelledby={`${id}-title`}>
      <header className={styles.header}>
        <h2 id={`${id}-title`} tabIndex={-1}>
          {title}
        </h2>
        {count !== undefined && (
          <>
            <span className="bp6-text-muted">{count}</span>
            <OnlyClinic />
          </>
        )}
        {unchecked > 0 && <StatusTag kind="needs">{unchecked.toLocaleString('en-US')} unchecked</StatusTag>}
        {critical !== undefined && (
          // no tag, which would cut it off where there is little room
          <span className={styles.critical}>
            <WarningSign size={12} aria-hidden /> {critical}
          </span>
        )}
        {asked > 0 && (
          <StatusTag kind="needs" icon={Help} title="About what an external record says. The list has them, marked 'is this right?'">
            {showCount(asked, 'question')}
          </StatusTag>
        )}
        {hides.map((said) => (
          <span key={said} className={`bp6-text-muted ${styles.hides}`}>
            {said}
          </span>
        ))}
        <div className={styles.actions}>
          <ExportMenu id={id} title={title} />
          {filter}
          {view && onView && (
            <ButtonGroup>
              <Button
                size="small"
                text="Graph"
                active={view === 'graphs'}
                aria-pressed={view === 'graphs'}
                onClick={() => onView('graphs')}
              />
              <Button size="small" text="List" active={view === 'list'} aria-pressed={view === 'list'} onClick={() => onView('list')} />
            </ButtonGroup>
          )}
          {onAdd && <Button size="small" intent="primary" text="Add new" icon={<Plus />} onClick={onAdd} />}
        </div>
      </header>
      {children}
    </section>
  );
}

/** The line of a section that has nothing to show, in its head, where 'Add new' stands too. Its children are what else can be done about it. */
export const NothingLine = ({ title, children }: { title: string; children?: ReactNode }) => (
  <p className={styles.nothing}>
    <NothingAtClinic title={title} /> {children}
  </p>
);

/** The toggle of what has no end or one to come. */
export function ActiveFilter({ active, onActive }: { active: boolean | undefined; onActive: (active: boolean) => void }) {
  return (
    <ButtonGroup>
      <Button size="small" text="Active" active={active === true} aria-pressed={active === true} onClick={() => onActive(true)} />
      <Button size="small" text="All" active={active === false} aria-pressed={active === false} onClick={() => onActive(false)} />
    </ButtonGroup>
  );
}
