import type { Environment } from '#contracts/configuration';

const WORDS: Record<Environment, string> = { local: 'LOCAL', development: 'DEVELOPMENT', stage: 'STAGE', prod: '' };

/** Says in colour that this is not the production system. */
export function EnvironmentBar({ environment }: { environment: Environment | undefined }) {
  if (environment === undefined || environment === 'prod') return null;
  return <div className={`environment environment-${environment}`}>{WORDS[environment]}</div>;
}
