import { calls } from '#contracts/api';
import type { Route } from '#contracts/policy';

const routes = (Object.keys(calls) as Route[]).map((route) => {
  const [method = '', address = ''] = route.split(' ');
  const pattern = new RegExp(`^${address.replace(/:\w+/g, '[^/]+')}$`);
  return { route, method, pattern, isOpen: address.includes(':') };
});
// '/api/lab-results/series' is a route of its own and no id
const literalFirst = routes.toSorted((one, other) => Number(one.isOpen) - Number(other.isOpen));

const isColumns = (value: unknown): boolean => typeof value === 'object' && value !== null && 'packed' in value;

/**
 * Where an answer differs from what the contract says of its call: places and what is wrong there, never what stands there. Fields that the
 * contract does not know pass; the columns of a series, which are long and read as they are, are not looked at.
 */
export const faultsOf = (method: string, path: string, value: unknown): string[] => {
  const [address = ''] = path.split('?');
  const found = literalFirst.find((one) => one.method === method && one.pattern.test(address));
  if (!found) return [`${method} of an address that the contract does not have`];
  const { answer } = calls[found.route];
  if (answer === 'nothing' || isColumns(value)) return [];
  const { error } = answer.safeParse(value);
  const places = error?.issues.map(
    ({ path: place, code }) => `${place.map((part) => (typeof part === 'number' ? '*' : String(part))).join('.')} ${code}`,
  );
  return [...new Set(places)].map((place) => `${found.route}: ${place}`);
};
