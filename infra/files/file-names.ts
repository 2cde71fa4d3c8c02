const KIND = /^[a-z][a-z0-9-]{0,31}$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const PREFIX = /^([a-z][a-z0-9-]{0,31}(\/[0-9a-f-]{0,36})?)?$/;

export const isKind = (text: string): boolean => KIND.test(text);
export const isUuid = (text: string): boolean => UUID.test(text);

/** Parts of a file's name. @throws TypeError for any name that the program does not give to files */
export const partsOf = (name: string): { kind: string; uuid: string } => {
  const [kind = '', uuid = '', ...rest] = name.split('/');
  if (!isKind(kind) || !isUuid(uuid) || rest.length > 0) throw new TypeError('a file is named <kind>/<uuid>, in lower case');
  return { kind, uuid };
};

/** @throws TypeError if no name can begin with it */
export const assertPrefix = (prefix: string): void => {
  if (!PREFIX.test(prefix)) throw new TypeError('files are listed by the beginning of a name: <kind>/<uuid>');
};
