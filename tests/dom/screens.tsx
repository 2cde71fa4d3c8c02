import { cleanup, render, screen, type Screen } from '@testing-library/react';
import { mutate } from 'swr';
import { App } from '#web/app/app.tsx';
import { forgetWarnings } from '#web/app/warnings.ts';
import { forgetReads, rereadAll } from '#web/lib/live.ts';
import { rememberToken } from '#web/lib/token.ts';
import { forgetTyped } from '#web/lib/unsaved.ts';
import { toast } from '#web/ui/toasts.tsx';
// What the product imports when it is needed is here before: jest's loader fails where two such imports meet.
import '#web/features/accounts/confirm-address.screen.tsx';
import '#web/features/accounts/profile.screen.tsx';
import '#web/features/accounts/recover.screen.tsx';
import '#web/features/accounts/reset.screen.tsx';
import '#web/features/accounts/verify.screen.tsx';
import '#web/app/opened-invitation.tsx';
import '#web/app/sign-up.screen.tsx';
import '#web/features/access-ledger/access-log.screen.tsx';
import '#web/features/access-ledger/own-access.screen.tsx';
import '#web/features/api-docs/api-docs.screen.tsx';
import '#web/features/diagnoses/diagnoses.screen.tsx';
import '#web/features/diagnoses/diagnoses.section.tsx';
import '#web/features/examination-templates/templates.screen.tsx';
import '#web/features/examinations/examinations.screen.tsx';
import '#web/features/examinations/examinations.section.tsx';
import '#web/features/history/medical-history.screen.tsx';
import '#web/features/intakes/change-dosage.screen.tsx';
import '#web/features/intakes/intakes.screen.tsx';
import '#web/features/intakes/intakes.section.tsx';
import '#web/features/lab-parameters/lab-parameters.screen.tsx';
import '#web/features/lab-parameters/requests.screen.tsx';
import '#web/features/lab-results/lab-results.screen.tsx';
import '#web/features/lab-results/lab-results.section.tsx';
import '#web/features/invitations/data-sharing.screen.tsx';
import '#web/features/invitations/practices.screen.tsx';
import '#web/features/invitations/providers.screen.tsx';
import '#web/app/invited-sign-up.screen.tsx';
import '#web/app/receive-invitation.screen.tsx';
import '#web/features/measurement-parameters/measurement-parameters.screen.tsx';
import '#web/features/organizations/organizations.screen.tsx';
import '#web/features/worklist/worklist.screen.tsx';
import '#web/features/users/users.screen.tsx';
import '#web/app/patient/data-edit.screen.tsx';
import '#web/app/patient/patient.screen.tsx';
import '#web/features/patients/patients.screen.tsx';
import '#web/features/outbox/outbox.screen.tsx';
import '#web/features/reports/page-preview.screen.tsx';
import '#web/features/reports/page.screen.tsx';
import '#web/features/reports/reports.screen.tsx';
import '#web/features/trends/trends.screen.tsx';
import '#web/lib/answer-contract.ts';
import { type Api, apiAs } from '../e2e/api.ts';
import { localSecretOf } from '../support/local-secret.ts';
import { type Running, startServer } from '../support/running.ts';
import type { Where } from './find.ts';
import { press } from './user.ts';

const fromNode = fetch;

/**
 * What a call is answered with instead of what the server says: nothing for ever, a failure, that it does not exist, or another body. A
 * function takes the server's body and the request, and may make a whole response.
 */
export type Answer = 'never' | 'failed' | 'gone' | ((body: unknown, request: RequestInit | undefined) => unknown);

/** The product's screens in a document without layout, in front of a running server. */
export interface Screens {
  api: Api;
  /** Of the running server. */
  url(): string;
  /** Its data folder. */
  data(): string;
  /** Signs somebody else in. */
  as(username: string): Promise<Api>;
  /** The same screens for another user: one server, one set of answers. To be called where tests are described. */
  for(username: string): Screens;
  /** Opens a path as somebody who is signed in. @param token of the session, by default that of the tests; null: nobody is */
  open(path: string, token?: string | null): Screen;
  /** Loads the page anew, or another one: nothing that was read is left. */
  reload(path?: string): Promise<Screen>;
  /** From now on, calls whose path and query match are answered so. */
  answer(calls: RegExp, answer: Answer): Screens;
  /** Answers the calls that still wait so, and those to come. */
  again(calls: RegExp, answer: Answer): void;
  /** Everything is answered by the server again, also what still waits. */
  answerAll(): void;
  /** Does so, and tries again what could not be read or sent. */
  tryAgain(where?: Where): Promise<void>;
}

/** Forgets an answer that is read once for all screens. */
export const forgetRead = (path: string): Promise<unknown> => mutate(path, undefined, { revalidate: false });

const close = async () => {
  cleanup();
  // what was asked a moment ago is asked again
  await rereadAll();
  await forgetReads();
};

/**
 * Sets it up before the tests of a file, on a server of its own, and clears it after them; nothing stays open between two tests.
 * @param prepare the server at an address, before anybody is signed in
 */
export const screensOf = (username: string, prepare?: (url: string) => Promise<void>): Screens => {
  let server: Running;
  const answers = new Map<RegExp, Answer>();
  const waiting = new Set<() => void>();
  const go = () => {
    for (const each of waiting) each();
    waiting.clear();
  };
  const screens = {
    url: () => server.url,
    data: () => server.data,
    as: (someone) => apiAs(server.url, someone),
    for(someone) {
      const theirs = { ...screens };
      beforeAll(async () => void (theirs.api = await screens.as(someone)), 120_000);
      return theirs;
    },
    open(this: Screens, path: string, token: string | null = this.api.token) {
      rememberToken(token);
      history.replaceState(null, '', path);
      render(<App />);
      return screen;
    },
    reload: async (path) => {
      await close();
      // without another address the history's state stays, as in a browser
      if (path !== undefined) history.replaceState(null, '', path);
      render(<App />);
      return screen;
    },
    answer(calls, answer) {
      answers.set(calls, answer);
      return this;
    },
    again: (calls, answer) => {
      answers.set(calls, answer);
      go();
    },
    answerAll: () => {
      answers.clear();
      go();
    },
    tryAgain: (where) => {
      screens.answerAll();
      return press('Try again', where);
    },
  } as Screens;

  const ask = async (path: string, init?: RequestInit): Promise<Response> => {
    // no stream of notices: what these tests change they change themselves
    if (path.startsWith('/api/notices')) return new Promise(() => undefined);
    const [, answer] = [...answers].find(([calls]) => calls.test(path)) ?? [];
    if (answer === 'never') {
      await new Promise<void>((answered) => waiting.add(answered));
      return ask(path, init);
    }
    if (answer === 'failed') return Response.json({ code: 'failed', message: 'Something failed' }, { status: 500 });
    if (answer === 'gone') return Response.json({ code: 'not-found', message: 'This does not exist' }, { status: 404 });
    const response = await fromNode(new URL(path, server.url), init);
    if (answer === undefined) return response;
    const made = answer(await response.json(), init);
    return made instanceof Response ? made : Response.json(made);
  };

  beforeAll(async () => {
    // answers of the server come when they come, not where a test lets React work
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
    server = await startServer();
    // as if it had opened the address that the start printed
    sessionStorage.setItem('anamnesis.local', (await localSecretOf(server.url))!);
    await prepare?.(server.url);
    screens.api = await apiAs(server.url, username);
    globalThis.fetch = ask as typeof fetch;
  }, 120_000);
  afterEach(async () => {
    answers.clear();
    waiting.clear();
    localStorage.clear();
    toast.clear();
    forgetWarnings();
    await close();
    await forgetTyped();
  });
  afterAll(async () => {
    globalThis.fetch = fromNode;
    await server?.dispose();
  });
  return screens;
};
