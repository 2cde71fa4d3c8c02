import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { useSession, useSessionControl } from '#web/lib/session.tsx';
import { RecoveryCodesNote } from './recovery-codes.tsx';
import { SecondFactorRemoval } from './second-factor-removal.form.tsx';
import { SecondFactorSetup } from './second-factor-setup.form.tsx';
import styles from './profile.module.css';

/** Codes of an authenticator app beside the password: set up, kept, removed. */
export function SecondFactorSection() {
  const { user } = useSession();
  const { refresh } = useSessionControl();
  const [step, setStep] = useState<'nothing' | 'setup' | 'removal'>(user.must_enrol_second_factor ? 'setup' : 'nothing');
  const [codes, setCodes] = useState<readonly string[]>();
  const left = user.second_factor?.recovery_codes_left;
  const back = user.must_enrol_second_factor ? undefined : () => setStep('nothing');

  const done = async () => {
    await refresh();
    setCodes(undefined);
    setStep('nothing');
  };

  return (
    <section className={styles.section} aria-labelledby="second-factor">
      <h2 id="second-factor">Second factor</h2>
      {codes ? (
        <RecoveryCodesNote codes={codes} onKept={done} />
      ) : step === 'setup' ? (
        <SecondFactorSetup onConfirmed={setCodes} onBack={back} />
      ) : step === 'removal' ? (
        <SecondFactorRemoval onRemoved={done} onBack={() => setStep('nothing')} />
      ) : left === undefined ? (
        <>
          <p>With an authenticator app on your phone, your password alone opens nothing.</p>
          <Button text="Set up" onClick={() => setStep('setup')} />
        </>
      ) : (
        <>
          <p>
            On: signing in asks for a code of your authenticator app. {left === 1 ? '1 recovery code is' : `${left} recovery codes are`}{' '}
            left.
          </p>
          {left <= 2 && <p>To get new recovery codes, remove the second factor and set it up again.</p>}
          <Button text="Remove" onClick={() => setStep('removal')} />
        </>
      )}
    </section>
  );
}
