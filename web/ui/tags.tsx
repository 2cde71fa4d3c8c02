import { Tag } from '@blueprintjs/core';
import { Error as ErrorIcon, EyeOff, GlobeNetwork, Help, People, Refresh, Tick, Time, WarningSign } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import styles from './tags.module.css';

/** What a state asks of the reader; the colour never says it alone. */
export type TagKind = 'waiting' | 'running' | 'check' | 'needs' | 'done' | 'failed' | 'external';

const KINDS: Record<TagKind, [icon: typeof Tick, color: string | undefined]> = {
  waiting: [Time, styles.waiting],
  running: [Refresh, styles.running],
  check: [EyeOff, styles.needs],
  needs: [WarningSign, styles.needs],
  done: [Tick, styles.done],
  failed: [ErrorIcon, styles.failed],
  external: [GlobeNetwork, styles.external],
};

interface Props {
  kind: TagKind;
  /** The documents' word. */
  children: ReactNode;
  icon?: typeof Tick;
  title?: string;
}

/** A state in a row: icon and the documents' word. */
export function StatusTag({ kind, children, icon, title }: Props) {
  const [own, color] = KINDS[kind];
  const Icon = icon ?? own;
  // 'multiline' only keeps Blueprint from measuring each tag, which makes the browser lay out the whole page for every one of them
  return (
    <Tag minimal multiline className={`${styles.tag} ${color}`} icon={<Icon size={12} aria-hidden />} htmlTitle={title ?? ''}>
      {children}
    </Tag>
  );
}

/** Read by the machine and saved, but no person has looked (ruling 23). */
export const UncheckedTag = () => <StatusTag kind="check">read, not checked</StatusTag>;

/** What an external record says is asked about: the questions are its title, and stand in the dialog that answers them. */
export const AskedTag = ({ asks }: { asks: readonly string[] }) =>
  asks.length === 0 ? null : (
    <StatusTag kind="needs" icon={Help} title={asks.join(' ')}>
      is this right?
    </StatusTag>
  );

export const DraftTag = () => <StatusTag kind="waiting">Draft</StatusTag>;

/** How another patient of the clinic is like this one. */
export interface Likeness {
  similar_name?: boolean | undefined;
  same_name_and_birth_date?: true | undefined;
}

/** Says that another patient of the clinic could be taken for this one, or may be the same person with a second record (ruling 27). */
export const LookAlikeTag = ({ of }: { of: Likeness | undefined }) => {
  if (of?.same_name_and_birth_date)
    return (
      <StatusTag
        kind="failed"
        icon={People}
        title="Another patient of this clinic has the same name and birth date: perhaps a second record"
      >
        same name and birth date
      </StatusTag>
    );
  if (!of?.similar_name) return null;
  return (
    <StatusTag kind="needs" icon={People} title="Another patient of this clinic has a similar name">
      similar name
    </StatusTag>
  );
};

/** Found by a name like the typed one, because nobody has the typed one (ruling 55). */
export const SimilarMatch = () => (
  <StatusTag kind="needs" title="Not the name that was typed, but one like it">
    similar
  </StatusTag>
);
