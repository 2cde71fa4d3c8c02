import { useState } from 'react';
import { RecoveryCodes, SecondFactorOffer } from '#contracts/people/second-factor';
import { http } from '#web/lib/http.ts';
import { QrCode } from '#web/ui/qr-code.tsx';
import { AskForm } from './ask.form.tsx';
import styles from './second-factor.module.css';

interface Props {
  onConfirmed: (recoveryCodes: readonly string[]) => void;
  /** Undefined where there is no way round it. */
  onBack: (() => void) | undefined;
}

const PATH = '/api/users/second-factor';

/** The password, then the picture for the app, then a code that it shows. */
export function SecondFactorSetup({ onConfirmed, onBack }: Props) {
  const [offer, setOffer] = useState<SecondFactorOffer>();
  if (!offer) {
    const begin = async (body: object, commandId: string) =>
      setOffer(SecondFactorOffer.parse(await http.send('POST', PATH, body, { commandId, quiet: true })));
    return <AskForm key="password" fields={['password']} confirm="Next" onBack={onBack} onConfirm={begin} />;
  }
  const confirm = async (body: object, commandId: string) =>
    onConfirmed(RecoveryCodes.parse(await http.send('PUT', PATH, body, { commandId, quiet: true })).recovery_codes);
  return (
    <>
      <p>Scan this with your authenticator app, then type the code that it shows.</p>
      <QrCode text={offer.uri} label="For the authenticator app" />
      <details className={styles.typed}>
        <summary>Type it instead</summary>
        <code>{offer.secret.match(/.{4}/g)?.join(' ')}</code>
      </details>
      <AskForm key="code" fields={['code']} confirm="Confirm" onBack={() => setOffer(undefined)} onConfirm={confirm} />
    </>
  );
}
