import type { ChildProcess } from 'node:child_process';
import type { Accepted } from '#contracts/wire/command';
import type { TokenResponse } from '#contracts/people/accounts';
import { readToken } from '#infra/event-store/position-token';
import { localHeader, READY, servesFrom } from '#tests/support/local-secret';
import type { Book } from './book.ts';
import { startChild } from './children.ts';
import type { End } from './life.ts';
import { CLIENTS, stepOf, type Step, type Whose } from './load.ts';
import type { Addresses } from './server.ts';
import { until } from './trial.ts';

/** The product as a user starts it, demonstration and all, in a process of its own. */
export interface Product {
  url: string;
  child: ChildProcess;
  ended: Promise<End>;
  /** Everything it printed. */
  output(): string;
}

/**
 * @throws Error with what it printed, where it does not start
 */
export const startProduct = async (data: string, servers?: Addresses): Promise<Product> => {
  const env = { NODE_ENV: 'production', PORT: '0', ANAMNESIS_DATA: data, ANAMNESIS_RATES: 'off', ...servers };
  const child = startChild('../../services/cli/main.js', ['start'], env);
  let printed = '';
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (text: Buffer) => (printed += text.toString()));
  let hasEnded = false;
  const ended = new Promise<End>((resolve) => {
    child.once('close', (code, signal) => {
      hasEnded = true;
      resolve({ code, signal, complaint: printed });
    });
  });
  const address = (): string | undefined => READY.exec(printed)?.[1];
  await until('the product starts', () => address() !== undefined || hasEnded, 60);
  const url = address();
  if (url === undefined) throw new Error(`the product did not start:\n${printed}`);
  servesFrom(url, data);
  return { url, child, ended, output: () => printed };
};

export const killProduct = async ({ child, ended }: Product): Promise<End> => {
  child.kill('SIGKILL');
  return ended;
};

/** Signs the demonstration's doctor in; the session outlives the process. */
export const signIn = async ({ url }: Product): Promise<TokenResponse> => {
  const response = await fetch(`${url}/api/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(await localHeader(url)) },
    body: JSON.stringify({ username: 'doctor', password: 'anamnesis' }),
  });
  if (response.status !== 200) throw new Error(`signing in was answered with ${response.status}: ${await response.text()}`);
  return (await response.json()) as TokenResponse;
};

/** The step as a call of the API. */
const callOf = ({ command: { type, data } }: Step): { method: string; path: string; body: object } => {
  const { patient_id, lab_result_id, organization_id: _o, may_set_email: _m, report_id: _r, ...body } = data as Record<string, unknown>;
  switch (type) {
    case 'RegisterPatient':
      return { method: 'POST', path: '/api/patients', body };
    case 'CorrectPatient':
      return { method: 'PUT', path: `/api/patients/${String(patient_id)}`, body };
    case 'RemovePatient':
      return { method: 'DELETE', path: `/api/patients/${String(patient_id)}`, body };
    case 'RecordLabResult':
      return { method: 'POST', path: '/api/lab-results', body: { patient_id, ...body } };
    case 'CorrectLabResult':
      return { method: 'PUT', path: `/api/lab-results/${String(lab_result_id)}`, body };
    default:
      throw new Error(`${type} has no call here`);
  }
};

/** Does a step; undefined where there was no answer. */
export const call = async (url: string, token: string, step: Step): Promise<{ status: number; body: unknown } | undefined> => {
  const { method, path, body } = callOf(step);
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': step.command.command_id };
  try {
    const response = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) });
    return { status: response.status, body: await response.json() };
  } catch {
    return undefined; // the process has ended, perhaps after it did what was asked
  }
};

/**
 * Clients work through the API, each waiting for its answer, until the signal or until the process is gone.
 * @param passing codes of 503 after which they try again
 * @throws Error on an answer that no client expects
 */
export const workThrough = async (
  url: string,
  token: string,
  book: Book,
  whose: Whose,
  signal: AbortSignal,
  passing: readonly string[] = ['read-only'],
): Promise<void> => {
  const next = book.next();
  const work = async (client: number): Promise<void> => {
    for (let k = next[client]!; !signal.aborted;) {
      const step = stepOf(client, k, whose);
      const answer = await call(url, token, step);
      if (answer === undefined) return;
      const { status, body } = answer;
      if (status === 200 || status === 201) {
        const { version, position } = body as Accepted;
        book.note({ done: [client, k, version, readToken(position)!.position] });
      } else if (status === 409 && step.contended) book.note({ refused: [client, k, 'taken'] });
      else if (status === 503 && passing.includes((body as { code: string }).code)) {
        book.note({ waits: [client, k] });
        await new Promise((resolve) => setTimeout(resolve, 20));
        continue;
      } else throw new Error(`${step.command.type} of step ${client}/${k} was answered with ${status}: ${JSON.stringify(body)}`);
      k += 1;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, client) => work(client)));
};
