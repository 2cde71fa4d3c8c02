/** Parameters of a list's page: another page may be waited for with the former one in sight. */
export const PAGING = ['skip', 'take'] as const;

const partsOf = (address: string): readonly [path: string, parameters: URLSearchParams] => {
  const [path = '', query] = address.split('?');
  return [path, new URLSearchParams(query)];
};

/**
 * Whether what answered one address may stay in sight while another one is read: it is the same list, and no other parameters differ than
 * these (true: any). What was asked of one patient is never shown for another.
 */
export const mayStay = (former: string, next: string, differing: boolean | readonly string[]): boolean => {
  const [[path, before], [nextPath, after]] = [partsOf(former), partsOf(next)];
  const isFree = (name: string) => name !== 'patient_id' && (typeof differing === 'boolean' ? differing : differing.includes(name));
  return path === nextPath && [...before.keys(), ...after.keys()].every((name) => isFree(name) || before.get(name) === after.get(name));
};
