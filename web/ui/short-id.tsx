import styles from './short-id.module.css';

/** An id as far as a person can compare it; the whole one is in its title. */
export const ShortId = ({ id }: { id: string }) => (
  <code className={styles.id} title={id}>
    {id.slice(0, 8)}
  </code>
);
