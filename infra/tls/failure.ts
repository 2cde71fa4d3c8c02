/** Codes of Node for certificates that are not accepted, and for failed handshakes. */
const CODE = /^(ERR_(TLS|SSL|OSSL)_|CERT_|UNABLE_TO_|DEPTH_ZERO_SELF_SIGNED_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE))/;

/** Why no connection by TLS was made: the code of the error, or of one that caused it, also of a PEM file that cannot be read; undefined for other failures. */
export const tlsFailure = (error: unknown): string | undefined => {
  if (typeof error !== 'object' || error === null) return undefined;
  const isOfFile = 'syscall' in error && error.syscall === 'open';
  if ('code' in error && typeof error.code === 'string' && (isOfFile || CODE.test(error.code))) return error.code;
  return 'cause' in error ? tlsFailure(error.cause) : undefined;
};
