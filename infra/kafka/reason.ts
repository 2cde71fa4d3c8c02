import { tlsFailure } from '../tls/failure.ts';

/** Kind of an error of the client: the broker's own name for it if there is one, such as `MESSAGE_TOO_LARGE`, otherwise the error's name. Never its message, which contains addresses. */
export const reasonOf = (error: unknown): string => typeOf(error) ?? (error instanceof Error ? error.name : 'unknown');

const SIGN_IN_FAILED = 'KafkaJSSASLAuthenticationError';

/** Why something cannot be done on the brokers, in words that follow 'Kafka'. */
export const failureOf = (error: unknown): string => {
  const tls = tlsFailure(error);
  if (tls !== undefined) return `cannot be reached by TLS (${tls})`;
  const type = withCauses(error).some(({ name }) => name === SIGN_IN_FAILED) ? SIGN_IN_FAILED : typeOf(error);
  if (type === undefined) return `does not answer (${reasonOf(error)})`;
  const isRefused = /SASL|AUTHORIZATION_FAILED/.test(type);
  return isRefused ? `refuses the credentials or lacks rights for them (${type})` : `answers with an error (${type})`;
};

const typeOf = (error: unknown): string | undefined => {
  const found = withCauses(error).find((one) => 'type' in one && typeof one.type === 'string');
  return found && (found as Error & { type: string }).type;
};

/** An error with those that caused it; of several, one for each topic of a request, the first. */
const withCauses = (error: unknown): Error[] => {
  if (!(error instanceof Error)) return [];
  return [error, ...withCauses('errors' in error && Array.isArray(error.errors) ? error.errors[0] : error.cause)];
};
