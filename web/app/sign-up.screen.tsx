import { Tab, Tabs } from '@blueprintjs/core';
import { Link, useSearch } from 'wouter';
import { navigate, useHistoryState } from 'wouter/use-browser-location';
import { OrganizationSignUp } from '#web/features/organizations/sign-up.form.tsx';
import { SignUpForm } from '#web/features/sign-up/sign-up.form.tsx';
import { signUpPrefill } from './sign-up-prefill.ts';
import styles from './sign-up.module.css';

/** 'Create an account': a tab for each kind of account that can be made. The query may fill in what is known. */
export function SignUpScreen() {
  const prefill = signUpPrefill(useSearch());
  // a query only fills in: what binds the clinic to its invitation comes from the page behind the link (ruling 41)
  const state = useHistoryState<{ invitation_code?: string; organization_created?: boolean } | null>();
  const isDone = state?.organization_created ?? false;
  const professional = { name: prefill.clinic_name, ...prefill.person };
  // who comes with a link that fills something in was invited to bring a clinic along
  const first = isDone || Object.values(professional).some((text) => text !== '') ? 'professional' : 'personal';
  const created = () => navigate('/signin', { state: { created: true } });
  return (
    <div className={styles.signUp}>
      <header className={styles.head}>
        <h1>Create an account</h1>
        <Link to="/signin">Go to Login</Link>
      </header>
      <Tabs id="sign-up" defaultSelectedTabId={first} renderActiveTabPanelOnly>
        <Tab id="personal" title="PERSONAL" panel={<SignUpForm prefill={prefill.person} onCreated={created} />} />
        <Tab
          id="professional"
          title="PROFESSIONAL"
          panel={
            <OrganizationSignUp
              prefill={professional}
              invitationCode={state?.invitation_code}
              isDone={isDone}
              // in the history, so that a reload says it again
              onCreated={() => navigate(location.href, { replace: true, state: { organization_created: true } })}
            />
          }
        />
      </Tabs>
    </div>
  );
}
