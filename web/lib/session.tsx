import { createContext, type ReactNode, useCallback, useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type Profile, TokenResponse } from '#contracts/accounts';
import { http, onSignedOut, Problem } from './http.ts';
import { watchIdle } from './idle.ts';
import { forgetTyped, keepFor } from './keep.ts';
import { forgetReads, rereadAll } from './live.ts';
import { startNotices, stopNotices } from './notices.ts';
import { currentToken, onTokenElsewhere, rememberToken } from './token.ts';

/** The token is renewed so long before it expires. */
const AHEAD = 30_000;
const RETRY = 5000;

export type Status =
  | { kind: 'starting'; error?: Problem }
  | { kind: 'out'; expired: boolean }
  | { kind: 'in' | 'locked'; user: Profile; expiration: string };

interface SessionControl {
  status: Status;
  signIn: (username: string, password: string) => Promise<Profile>;
  signOut: () => void;
  /** Signs the same person in again over a locked screen. A different one is refused. */
  unlock: (password: string) => Promise<void>;
  retry: () => void;
}

/** Milliseconds until the token should be renewed. */
export const renewIn = (expiration: string, now: number): number => Math.max(0, Date.parse(expiration) - AHEAD - now);

const ControlContext = createContext<SessionControl | undefined>(undefined);

const ask = async (username: string, password: string): Promise<TokenResponse> =>
  TokenResponse.parse(await http.send('POST', '/api/token', { username, password }, { quiet: true }));
const renew = async (): Promise<TokenResponse> => TokenResponse.parse(await http.get('/api/token', { quiet: true }));

/** Holds who is signed in: renews at the start and before expiry, locks when idle, and clears everything at the end. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [status, setStatus] = useState<Status>(() => (currentToken() === null ? { kind: 'out', expired: false } : { kind: 'starting' }));
  const latest = useRef(status);
  useLayoutEffect(() => {
    latest.current = status;
  }, [status]);

  const enter = useCallback(({ token, expiration, user }: TokenResponse) => {
    rememberToken(token);
    keepFor(user.user_id);
    setStatus({ kind: 'in', user, expiration });
  }, []);

  const leave = useCallback((expired: boolean) => {
    rememberToken(null);
    stopNotices();
    // an expired session keeps what was typed for the same person; whoever signs out takes it along
    if (!expired) forgetTyped();
    void forgetReads();
    setStatus({ kind: 'out', expired });
  }, []);

  const lock = useCallback(() => {
    rememberToken(null);
    stopNotices();
    setStatus((now) => (now.kind === 'in' ? { ...now, kind: 'locked' } : now));
  }, []);

  const start = useCallback(() => {
    setStatus({ kind: 'starting' });
    renew().then(enter, (cause: unknown) => {
      const problem = cause instanceof Problem ? cause : new Problem(0, '', { message: 'The server answered in an unknown way' });
      if (problem.status === 401 || problem.status === 403) leave(true);
      else setStatus({ kind: 'starting', error: problem });
    });
  }, [enter, leave]);

  useEffect(() => {
    if (latest.current.kind === 'starting') start();
  }, [start]);

  useEffect(() => onSignedOut(() => latest.current.kind === 'in' && leave(true)), [leave]);

  useEffect(
    () =>
      onTokenElsewhere((token) => {
        // another tab signed out, locked, or signed somebody in: follow, never mix two people
        if (token === null && latest.current.kind === 'in') lock();
        else if (token !== null && latest.current.kind === 'locked') {
          const { user } = latest.current;
          renew().then(
            (answer) => (answer.user.user_id === user.user_id ? enter(answer) : location.reload()),
            () => undefined,
          );
        } else if (token !== null && latest.current.kind === 'out') start();
      }),
    [enter, lock, start],
  );

  const isIn = status.kind === 'in';
  useEffect(() => {
    if (!isIn) return;
    startNotices();
    return watchIdle(lock);
  }, [isIn, lock]);

  const expiration = status.kind === 'in' ? status.expiration : undefined;
  useEffect(() => {
    if (expiration === undefined) return;
    let timer: ReturnType<typeof setTimeout>;
    const attempt = () => {
      renew().then(enter, (cause: unknown) => {
        // without an answer it is tried again until the token itself is refused
        if (!(cause instanceof Problem && cause.status === 401)) timer = setTimeout(attempt, RETRY);
      });
    };
    timer = setTimeout(attempt, renewIn(expiration, Date.now()));
    return () => clearTimeout(timer);
  }, [expiration, enter]);

  const control = useMemo<SessionControl>(
    () => ({
      status,
      retry: start,
      signIn: async (username, password) => {
        const answer = await ask(username, password);
        await forgetReads();
        enter(answer);
        return answer.user;
      },
      signOut: () => {
        if (currentToken() !== null) void http.send('DELETE', '/api/token', undefined, { quiet: true }).catch(() => undefined);
        leave(false);
      },
      unlock: async (password) => {
        const held = latest.current;
        if (held.kind !== 'locked') return;
        const answer = await ask(held.user.username, password);
        if (answer.user.user_id !== held.user.user_id) throw new Problem(403, '', { message: 'Another person is signed in here' });
        enter(answer);
        void rereadAll();
      },
    }),
    [status, start, enter, leave],
  );

  return <ControlContext value={control}>{children}</ControlContext>;
}

export const useSessionControl = (): SessionControl => {
  const control = useContext(ControlContext);
  if (!control) throw new Error('SessionProvider is missing');
  return control;
};

/** The signed-in person. Only below the guard, where there is one. */
export const useSession = (): { user: Profile; signOut: () => void } => {
  const { status, signOut } = useSessionControl();
  if (status.kind !== 'in' && status.kind !== 'locked') throw new Error('Nobody is signed in');
  return { user: status.user, signOut };
};
