import { Button, InputGroup, ProgressBar } from '@blueprintjs/core';
import { type SyntheticEvent, useState } from 'react';
import { refusalText } from '#web/lib/refusal-text.ts';
import { useSessionControl } from '#web/lib/session.tsx';
import { FieldRow } from '#web/ui/field-row.tsx';
import { startHere } from '#web/ui/start-here.ts';
import fieldStyles from '#web/ui/field-row.module.css';

interface Props {
  /** What the right password was answered with. */
  secondStep: string;
  onBack: () => void;
}

/** The second step of signing in: a code of the app, or a recovery code. */
export function CodeForm({ secondStep, onBack }: Props) {
  const { giveCode } = useSessionControl();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [isWorking, setIsWorking] = useState(false);

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    setIsWorking(true);
    try {
      await giveCode(secondStep, code);
    } catch (cause) {
      setError(refusalText(cause));
      setIsWorking(false);
    }
  };

  return (
    <form className={fieldStyles.form} onSubmit={submit} aria-busy={isWorking}>
      {isWorking && <ProgressBar />}
      <FieldRow label="Code" required error={error} help="The six digits that your authenticator app shows, or a recovery code.">
        {(field) => (
          <InputGroup
            {...field}
            {...startHere}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            value={code}
            onValueChange={(text) => {
              setCode(text);
              setError(undefined);
            }}
          />
        )}
      </FieldRow>
      <div className={fieldStyles.buttons}>
        <Button variant="minimal" text="Back" onClick={onBack} />
        <Button type="submit" intent="primary" text="Continue" disabled={isWorking || code.trim() === ''} />
      </div>
    </form>
  );
}
