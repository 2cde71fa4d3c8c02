import type { Environment } from '#contracts/wire/configuration';
import styles from './shell.module.css';

const WORDS: Record<Environment, string> = { local: 'LOCAL', development: 'DEVELOPMENT', stage: 'STAGE', prod: '' };

const COLORS = { local: styles.local, development: styles.development, stage: styles.stage };

/** Says in colour that this is not the production system. */
export function EnvironmentBar({ environment }: { environment: Environment | undefined }) {
  if (environment === undefined || environment === 'prod') return null;
  return <div className={`${styles.environment} ${COLORS[environment]}`}>{WORDS[environment]}</div>;
}
