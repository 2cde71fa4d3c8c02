import { BlueprintProvider, Button, ProgressBar } from '@blueprintjs/core';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { Redirect, Route, Router, Switch, useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { useLeaveWarning } from '#web/lib/use-typed.ts';
import { aroundNavigation } from '#web/lib/leaving.ts';
import { keepFocus } from '#web/lib/keep-focus.ts';
import { forgetPassedFiles } from '#web/lib/passed-files.ts';
import { forgetPlaces } from '#web/lib/returning.ts';
import { forgetReasons } from '#web/lib/reasons.ts';
import { isHeld, SessionProvider, useSessionControl } from '#web/lib/session.tsx';
import { Toasts } from '#web/ui/toasts.tsx';
import { Face, Loading } from '#web/ui/faces.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { isWaiting, landing, mayOpen, returnTo } from './access.ts';
import { Boundary } from './boundary.tsx';
import { ResumedComment } from './unsaved-panel.tsx';
import { forgetKeptPanel } from './unsaved-panel.state.ts';
import { Lock } from './lock.tsx';
import { OpenInvitation } from './open-invitation.tsx';
import { type AppRoute, exists, routes } from './routes.tsx';
import { PublicShell, Shell } from './shell.tsx';
import { SignOutQuestion } from './sign-out-question.tsx';
import { followFailures, forgetWarnings } from './warnings.ts';
import { NotAuthorized, NotFound } from './wrong-place.tsx';

const Held = lazy(async () => ({ default: (await import('./held.screen.tsx')).Held }));
const Waiting = lazy(async () => ({ default: (await import('./waiting.screen.tsx')).Waiting }));

/** The whole page: session, guard, routes, shell. */
export function App() {
  return (
    <BlueprintProvider>
      <SessionProvider>
        <Router aroundNav={aroundNavigation}>
          <Pages />
          <ResumedComment />
          <SignedInOnly>
            <OpenInvitation />
          </SignedInOnly>
          <SignOutQuestion />
          <Toasts />
          <Lock />
        </Router>
      </SessionProvider>
    </BlueprintProvider>
  );
}

function SignedInOnly({ children }: { children: ReactNode }) {
  const { status } = useSessionControl();
  return status.kind === 'in' ? children : null;
}

function Pages() {
  const { status, retry } = useSessionControl();
  useLeaveWarning();
  useEffect(() => followFailures(), []);
  useEffect(() => keepFocus(), []);
  useEffect(() => {
    if (status.kind !== 'out') return;
    forgetWarnings();
    forgetReasons();
    forgetPassedFiles();
    forgetKeptPanel();
    forgetPlaces();
  }, [status.kind]);

  if (status.kind === 'starting') return <Starting failed={status.error !== undefined} onRetry={retry} />;
  if ((status.kind === 'in' || status.kind === 'locked') && (isHeld(status.user) || isWaiting(status.user))) {
    return (
      <Boundary>
        <Suspense fallback={<Loading label="Opening the page" />}>
          {isHeld(status.user) ? <Held /> : <Waiting user={status.user} />}
        </Suspense>
      </Boundary>
    );
  }
  return (
    <Switch>
      {routes.map((route) => (
        <Route key={route.path} path={route.path}>
          <Guard route={route} />
        </Route>
      ))}
      <Route path="/">
        <Home />
      </Route>
      <Route path="/403">
        <Framed>
          <NotAuthorized />
        </Framed>
      </Route>
      <Route>
        <Framed>
          <NotFound />
        </Framed>
      </Route>
    </Switch>
  );
}

function Guard({ route }: { route: AppRoute }) {
  const { status } = useSessionControl();
  const [location] = useLocation();
  const state = useHistoryState<{ from?: unknown } | null>();
  useTitle(route.title);
  const Screen = route.screen;
  const view = (
    <Boundary key={location}>
      <Suspense fallback={<Loading label={`Opening ${route.title}`} />}>
        <Screen />
      </Suspense>
    </Boundary>
  );
  if (route.isPublic) {
    // whoever is signed in already goes to the main area, or back to where he was sent away from
    if (status.kind === 'in') return <Redirect to={returnTo(state?.from, landing(status.user, exists))} replace />;
    return <PublicShell>{view}</PublicShell>;
  }
  if (route.isOpen) return <Framed>{view}</Framed>;
  if (status.kind !== 'in' && status.kind !== 'locked') return <ToSignIn />;
  return <Shell>{mayOpen(route.path, status.user.roles) ? view : <NotAuthorized />}</Shell>;
}

/** Sends away with the address to come back to, in the history state; whoever signed out starts afresh. */
function ToSignIn() {
  const { status } = useSessionControl();
  const hasLeft = status.kind === 'out' && status.why === 'left';
  return <Redirect to="/signin" replace state={hasLeft ? null : { from: `${location.pathname}${location.search}` }} />;
}

function Home() {
  const { status } = useSessionControl();
  if (status.kind !== 'in' && status.kind !== 'locked') return <ToSignIn />;
  return <Redirect to={landing(status.user, exists)} replace />;
}

function Framed({ children }: { children: ReactNode }) {
  const { status } = useSessionControl();
  return status.kind === 'in' || status.kind === 'locked' ? <Shell>{children}</Shell> : <PublicShell>{children}</PublicShell>;
}

/** While the token is renewed at the start. */
function Starting({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  if (!failed) return <ProgressBar aria-label="Signing in" />;
  return (
    <Face role="alert" title="The server cannot be reached" text="You stay signed in. Check the network.">
      <Button text="Try again" onClick={onRetry} />
    </Face>
  );
}
