import { localHeader } from '../support/local-secret.ts';
import { PATIENCE } from './until.ts';

/** Everybody of the demonstration clinic comes with this password. */
export const PASSWORD = 'anamnesis';

/** Their own passwords, by the server's address. */
const chosen = new Map<string, string>();

/** The password that they have now. @param url any address of the server */
export const passwordOf = (url: string): string => chosen.get(new URL(url).origin) ?? PASSWORD;

/** The product's interface as a program uses it: to prepare what a test needs and to count what is there. */
export interface Api {
  token: string;
  get<T>(path: string, headers?: Record<string, string>): Promise<T>;
  /** @param key repeats a command without doing it twice */
  send<T>(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, key?: string): Promise<T>;
  /** The answer's status alone. */
  status(path: string): Promise<number>;
}

/** Signs in; the session is the test's own. */
export const apiAs = async (url: string, username: string, password = passwordOf(url)): Promise<Api> => {
  const json = { 'Content-Type': 'application/json' };
  const answered = async <T>(response: Response): Promise<T> => {
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };
  const local = await localHeader(url);
  const { token } = await answered<{ token: string }>(
    await fetch(`${url}/api/token`, { method: 'POST', headers: { ...json, ...local }, body: JSON.stringify({ username, password }) }),
  );
  const bearer = { Authorization: `Bearer ${token}` };
  return {
    token,
    get: async (path, headers = {}) => {
      // right after the first start the lists are still being filled
      for (const end = Date.now() + PATIENCE; ;) {
        const response = await fetch(url + path, { headers: { ...bearer, ...headers } });
        if (response.status !== 503 || Date.now() > end) return answered(response);
        await new Promise((done) => setTimeout(done, 200));
      }
    },
    send: async (method, path, body, key = crypto.randomUUID()) =>
      answered(
        await fetch(url + path, {
          method,
          headers: { ...bearer, 'Idempotency-Key': key, ...(body === undefined ? {} : json) },
          body: body === undefined ? null : JSON.stringify(body),
        }),
      ),
    status: async (path) => (await fetch(url + path, { headers: bearer })).status,
  };
};

/** Gives everybody an own password, as before anything is added that is not of the demonstration: the known ones end with that. */
export const chooseOwnPasswords = async (url: string): Promise<void> => {
  const new_password = 'eleven tall chimneys';
  for (const username of ['admin', 'doctor', 'assistant', 'administrator', 'patient']) {
    const api = await apiAs(url, username, PASSWORD);
    await api.send('PUT', '/api/users/password', { old_password: PASSWORD, new_password });
  }
  chosen.set(url, new_password);
};

/** The id of a patient of the clinic by a last name that only one has. */
export const patientId = async (api: Api, last_name: string): Promise<string> => {
  const header = Buffer.from(JSON.stringify({ last_name })).toString('base64url');
  const { items } = await api.get<{ items: { id: string }[] }>('/api/patients?skip=0&take=2', { 'X-Search': header });
  const [only, another] = items;
  if (!only || another) throw new Error(`There are ${items.length} patients of this name`);
  return only.id;
};
