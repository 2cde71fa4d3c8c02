import { Button, InputGroup, type Intent, ProgressBar } from '@blueprintjs/core';
import { type SyntheticEvent, useState } from 'react';
import { useCommandId } from '#web/lib/command-id.ts';
import { Problem } from '#web/lib/http.ts';
import { refusalText } from '#web/lib/refusal-text.ts';
import { FieldRow } from '#web/ui/field-row.tsx';
import { startHere } from '#web/ui/start-here.ts';
import fieldStyles from '#web/ui/field-row.module.css';

const inputs = {
  email: { label: 'New e-mail address', type: 'email', autoComplete: 'email' },
  password: { label: 'Current password', type: 'password', autoComplete: 'current-password' },
  code: { label: 'Code', type: 'text', autoComplete: 'one-time-code' },
} as const;
type Asked = keyof typeof inputs;

interface Props {
  fields: readonly Asked[];
  /** What the button says. */
  confirm: string;
  intent?: Intent;
  onBack: (() => void) | undefined;
  /** @param commandId the same for each try of the same */
  onConfirm: (body: Record<string, string>, commandId: string) => Promise<void>;
}

/** Asks for what proves who it is, before something about the account changes. */
export function AskForm({ fields, confirm, intent = 'primary', onBack, onConfirm }: Props) {
  const [form, setForm] = useState<Record<string, string>>({});
  const [errors, setErrors] = useState<Record<string, string[]>>({});
  const [failure, setFailure] = useState<string>();
  const [isWorking, setIsWorking] = useState(false);
  const commandId = useCommandId();

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    setIsWorking(true);
    setFailure(undefined);
    try {
      await onConfirm(form, commandId(form));
    } catch (cause) {
      if (cause instanceof Problem && cause.hasFields) setErrors(cause.fields);
      else setFailure(refusalText(cause));
    }
    setIsWorking(false);
  };

  return (
    <form className={fieldStyles.form} onSubmit={submit} aria-busy={isWorking} noValidate>
      {isWorking && <ProgressBar />}
      {fields.map((name, index) => (
        <FieldRow key={name} label={inputs[name].label} required error={errors[name]}>
          {(field) => (
            <InputGroup
              {...field}
              {...(index === 0 && startHere)}
              type={inputs[name].type}
              autoComplete={inputs[name].autoComplete}
              value={form[name] ?? ''}
              onValueChange={(text) => {
                setForm({ ...form, [name]: text });
                setErrors({});
              }}
            />
          )}
        </FieldRow>
      ))}
      <p className={fieldStyles.error} role="alert">
        {failure}
      </p>
      <div className={fieldStyles.buttons}>
        {onBack ? <Button variant="minimal" text="Back" onClick={onBack} /> : <span />}
        <Button type="submit" intent={intent} text={confirm} disabled={isWorking || fields.some((name) => !form[name])} />
      </div>
    </form>
  );
}
