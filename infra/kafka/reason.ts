import { tlsFailure } from '../tls/failure.ts';

/** Kind of an error of the client: the broker's own name for it if there is one, such as `MESSAGE_TOO_LARGE`, otherwise the error's name. Never its message, which contains addresses. */
export const reasonOf = (error: unknown): string => typeOf(error) ?? (error instanceof Error ? error.name : 'unknown');

/** Why the brokers are unavailable, in words that follow 'Kafka'. */
export const failureOf = (error: unknown): string => {
  const tls = tlsFailure(error);
  if (tls !== undefined) return `cannot be reached by TLS (${tls})`;
  const reason = reasonOf(error);
  const isRefused = reason === 'KafkaJSSASLAuthenticationError' || reason.startsWith('SASL_') || reason.includes('AUTHORIZATION_FAILED');
  return isRefused ? `refuses the credentials or lacks rights for them (${reason})` : `does not answer (${reason})`;
};

const typeOf = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined;
  if ('type' in error && typeof error.type === 'string') return error.type;
  // an error for each topic of one request
  return typeOf('errors' in error && Array.isArray(error.errors) ? error.errors[0] : error.cause);
};
