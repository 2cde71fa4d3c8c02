import { createContext, type ReactNode, useCallback, useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type AcceptedInvitation, KeptKey, type Profile, SignInAnswer, TokenResponse } from '#contracts/people/accounts';
import { setClock } from './dates.ts';
import { http, onSignedOut, Problem, serverNow } from './http.ts';
import { watchIdle } from './idle.ts';
import { forgetTyped, keepFor } from './unsaved.ts';
import { askToLeave } from './leaving.ts';
import { forgetReads, rereadAll } from './live.ts';
import { localSecret } from './local-secret.ts';
import { onNotices, startNotices, stopNotices } from './notices.ts';
import { askToSignOut } from './signing-out.ts';
import { currentToken, onLeftElsewhere, onTokenElsewhere, rememberToken, tellLeft } from './token.ts';

/** The token is renewed so long before it expires. */
const AHEAD = 30_000;
const RETRY = 5000;
/** However the clocks stand, renewing never becomes a storm. */
const LEAST = 5000;

export type Status =
  | { kind: 'starting'; error?: Problem }
  /** 'nobody' from the start, 'expired' by losing the session, 'left' by signing out. */
  | { kind: 'out'; why: 'nobody' | 'expired' | 'left' }
  /** `accepted` by the sign-in, until the token is renewed. */
  | { kind: 'in' | 'locked'; user: Profile; expiration: string; accepted?: readonly AcceptedInvitation[] };

interface SessionControl {
  status: Status;
  /** @returns what `giveCode` wants where the account has a second factor; undefined once somebody is signed in */
  signIn: (username: string, password: string) => Promise<string | undefined>;
  /** The second step: a code of the app, or a recovery code. */
  giveCode: (secondStep: string, code: string) => Promise<void>;
  signOut: () => void;
  /** Leaves a locked screen to another person: what was typed waits, sealed, for the one who locked it. */
  giveWay: () => void;
  /** Signs the same person in again over a locked screen, as `signIn` does. A different one is refused. */
  unlock: (password: string) => Promise<string | undefined>;
  retry: () => void;
  /** Asks again who is signed in: after the person did what had to be done first. */
  refresh: () => Promise<void>;
}

/** Whether the person has to do something before anything else is answered. */
export const isHeld = (user: Profile): boolean => user.must_change_password === true || user.must_enrol_second_factor === true;

/** Milliseconds until the token should be renewed. */
export const renewIn = (expiration: string, now: number): number => Math.max(LEAST, Date.parse(expiration) - AHEAD - now);

const ControlContext = createContext<SessionControl | undefined>(undefined);

const ask = async (username: string, password: string): Promise<SignInAnswer> =>
  SignInAnswer.parse(await http.send('POST', '/api/token', { username, password }, { quiet: true, headers: localSecret() }));
const askByCode = async (second_step: string, code: string): Promise<TokenResponse> =>
  TokenResponse.parse(await http.send('POST', '/api/token/second-step', { second_step, code }, { quiet: true, headers: localSecret() }));
const renew = async (): Promise<TokenResponse> => TokenResponse.parse(await http.get('/api/token', { quiet: true }));
const askKey = async (): Promise<Uint8Array<ArrayBuffer>> => {
  const { key } = KeptKey.parse(await http.get('/api/users/kept-key', { quiet: true }));
  return Uint8Array.from(atob(key), (letter) => letter.charCodeAt(0));
};

/** Signing in waits so long for what was typed before; after that the forms do without it. */
const KEPT_PATIENCE = 1500;

/** Holds who is signed in: renews at the start and before expiry, locks when idle, and clears everything at the end. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [status, setStatus] = useState<Status>(() => (currentToken() === null ? { kind: 'out', why: 'nobody' } : { kind: 'starting' }));
  const latest = useRef(status);
  useLayoutEffect(() => {
    latest.current = status;
  }, [status]);

  // counts ends of the session: the answer to a renewal that was asked before one must not bring it back
  const ends = useRef(0);
  const renewed = useCallback(async (): Promise<TokenResponse | undefined> => {
    const before = ends.current;
    const answer = await renew();
    return before === ends.current ? answer : undefined;
  }, []);

  const enter = useCallback(async ({ token, expiration, user, accepted_invitations }: TokenResponse) => {
    const before = ends.current;
    rememberToken(token);
    // before any form opens, so that it can offer what was typed in it
    if (!isHeld(user)) await Promise.race([keepFor(user.user_id, askKey), new Promise((resolve) => setTimeout(resolve, KEPT_PATIENCE))]);
    if (before !== ends.current) return;
    setClock(user.time_zone);
    setStatus({ kind: 'in', user, expiration, ...(accepted_invitations && { accepted: accepted_invitations }) });
  }, []);

  const leave = useCallback((why: 'expired' | 'left', by: 'oneself' | 'another' = 'oneself') => {
    ends.current += 1;
    rememberToken(null);
    stopNotices();
    // an expired session keeps what was typed for the same person; whoever signs out takes it along
    if (why === 'left' && by === 'oneself') void forgetTyped();
    void forgetReads();
    setClock(undefined);
    setStatus({ kind: 'out', why });
  }, []);

  const lock = useCallback(() => {
    ends.current += 1;
    rememberToken(null);
    stopNotices();
    setStatus((now) => (now.kind === 'in' ? { ...now, kind: 'locked' } : now));
  }, []);

  const start = useCallback(() => {
    setStatus({ kind: 'starting' });
    renewed().then(
      (answer) => answer && enter(answer),
      (cause: unknown) => {
        const problem = cause instanceof Problem ? cause : new Problem(0, '', { message: 'The server answered in an unknown way' });
        if (problem.status === 401 || problem.status === 403) leave('expired');
        else setStatus({ kind: 'starting', error: problem });
      },
    );
  }, [enter, leave, renewed]);

  useEffect(() => {
    if (latest.current.kind === 'starting') start();
  }, [start]);

  useEffect(() => onSignedOut(() => latest.current.kind === 'in' && leave('expired')), [leave]);

  useEffect(() => onLeftElsewhere(() => (latest.current.kind === 'in' || latest.current.kind === 'locked') && leave('left')), [leave]);

  useEffect(
    () =>
      onTokenElsewhere((token) => {
        // another tab signed out, locked, or signed somebody in: follow, never mix two people
        if (token === null && latest.current.kind === 'in') lock();
        else if (token !== null && latest.current.kind === 'locked') {
          const { user } = latest.current;
          renewed().then(
            (answer) => answer && (answer.user.user_id === user.user_id ? enter(answer) : location.reload()),
            () => undefined,
          );
        } else if (token !== null && latest.current.kind === 'out') start();
      }),
    [enter, lock, renewed, start],
  );

  const isIn = status.kind === 'in';
  useEffect(() => (isIn ? watchIdle(lock) : undefined), [isIn, lock]);

  const mayListen = status.kind === 'in' && !isHeld(status.user);
  useEffect(() => {
    if (mayListen) startNotices();
  }, [mayListen]);

  // the profile lists the person's own records: it is read again when a connection came or went
  const mayConnect = mayListen && status.user.roles.includes('Patient');
  useEffect(() => {
    if (!mayConnect) return;
    return onNotices((notices) => {
      if (!notices.some(({ slice }) => slice === 'connections')) return;
      // without an answer the profile comes with the next renewal
      renewed().then(
        (answer) => answer && enter(answer),
        () => undefined,
      );
    });
  }, [mayConnect, enter, renewed]);

  const expiration = status.kind === 'in' ? status.expiration : undefined;
  useEffect(() => {
    if (expiration === undefined) return;
    let timer: ReturnType<typeof setTimeout>;
    const attempt = () => {
      renewed().then(
        (answer) => answer && enter(answer),
        (cause: unknown) => {
          // without an answer it is tried again until the token itself is refused
          if (!(cause instanceof Problem && cause.status === 401)) timer = setTimeout(attempt, RETRY);
        },
      );
    };
    timer = setTimeout(attempt, renewIn(expiration, serverNow()));
    return () => clearTimeout(timer);
  }, [expiration, enter, renewed]);

  const accept = useCallback(
    async (answer: TokenResponse) => {
      const held = latest.current;
      if (held.kind !== 'locked') {
        await forgetReads();
        return enter(answer);
      }
      if (answer.user.user_id !== held.user.user_id) throw new Problem(403, '', { message: 'Another person is signed in here' });
      await enter(answer);
      void rereadAll();
    },
    [enter],
  );

  const signIn = useCallback(
    async (username: string, password: string) => {
      const answer = await ask(username, password);
      if ('second_step' in answer) return answer.second_step;
      await accept(answer);
      return undefined;
    },
    [accept],
  );

  const control = useMemo<SessionControl>(
    () => ({
      status,
      retry: start,
      refresh: async () => {
        const answer = await renewed();
        if (answer) await enter(answer);
      },
      signIn,
      giveCode: async (secondStep, code) => accept(await askByCode(secondStep, code)),
      signOut: () => {
        if (currentToken() !== null) void http.send('DELETE', '/api/token', undefined, { quiet: true }).catch(() => undefined);
        tellLeft();
        leave('left');
      },
      giveWay: () => leave('left', 'another'),
      unlock: async (password) => (latest.current.kind === 'locked' ? signIn(latest.current.user.username, password) : undefined),
    }),
    [status, start, enter, leave, renewed, signIn, accept],
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
  // signing out destroys what is typed
  const leave = useCallback(() => askToLeave(() => askToSignOut(signOut)), [signOut]);
  if (status.kind !== 'in' && status.kind !== 'locked') throw new Error('Nobody is signed in');
  return { user: status.user, signOut: leave };
};

const isOnlyPatient = ({ roles }: Pick<Profile, 'roles'>): boolean => roles.every((role) => role === 'Patient');

/**
 * Whether a record is shown to this person as to its patient. An account without a role in a clinic reads nothing else, whatever it was connected
 * with when it signed in.
 */
export const readsAsPatient = (user: Pick<Profile, 'roles' | 'patient_ids'>, patientId: string): boolean =>
  isOnlyPatient(user) || user.patient_ids.includes(patientId);

/** Whether the person comes as a patient alone. So does who is not signed in: patients sign up, the staff sign in. */
export const useIsPatient = (): boolean => {
  const { status } = useSessionControl();
  return (status.kind !== 'in' && status.kind !== 'locked') || isOnlyPatient(status.user);
};
