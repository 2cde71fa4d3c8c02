import { http } from '#web/lib/http.ts';
import { AskForm } from './ask.form.tsx';

interface Props {
  onRemoved: () => Promise<void>;
  onBack: () => void;
}

/** Asks for the password and a code before the second factor goes. */
export function SecondFactorRemoval({ onRemoved, onBack }: Props) {
  const remove = async (body: object, commandId: string) => {
    await http.send('DELETE', '/api/users/second-factor', body, { commandId, quiet: true });
    await onRemoved();
  };
  return (
    <>
      <p>Then your password alone opens your account. You are signed out everywhere else.</p>
      <AskForm fields={['password', 'code']} confirm="Remove" intent="danger" onBack={onBack} onConfirm={remove} />
    </>
  );
}
