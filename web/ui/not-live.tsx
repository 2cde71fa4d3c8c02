import { Offline } from '@blueprintjs/icons';
import { useLiveness } from '#web/lib/liveness.ts';
import { StatusTag } from './tags.tsx';
import styles from './tags.module.css';

/** Says since when the screen may be behind; nothing while it is live (ruling 35). */
export function NotLive() {
  const { live, since } = useLiveness();
  return (
    <output className={styles.notLive}>
      {!live && (
        <StatusTag kind="needs" icon={Offline} title="New data may be missing until the connection is back">
          Not live since {since}
        </StatusTag>
      )}
    </output>
  );
}
