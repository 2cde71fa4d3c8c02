import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { nameWithoutValues } from '#contracts/lab/requested-names';
import { messages } from '#contracts/rules/messages';
import type { Accepted } from '#contracts/wire/command';
import { useCommandId } from '#web/lib/command-id.ts';
import { http, Problem } from '#web/lib/http.ts';
import { toast } from '#web/ui/toasts.tsx';

interface Props {
  /** As it is printed or typed, values behind it are not asked for; with `id`, what was found on a page under it. */
  name: string;
  id?: string | undefined;
  /** The row has another parameter, which was taken for this name. */
  isOriginal?: boolean;
  /** Reading the page requested it automatically; a person may request it as well. */
  isRequested?: boolean;
  onRequested?: () => void;
}

const said = (name: string, isOriginal: boolean): string =>
  `${isOriginal ? 'Original parameter' : 'Parameter'} [${name}] was requested for adding to the lab parameters database`;

/** Asks super users for a parameter that the catalogue does not have; says what came of it in a toast. */
export function RequestParameter({ name: printed, id, isOriginal = false, isRequested = false, onRequested }: Props) {
  const name = nameWithoutValues(printed);
  const [isSending, setIsSending] = useState(false);
  const commandId = useCommandId();
  const send = async () => {
    const asked = id === undefined ? { alias: name } : { id, alias: name };
    setIsSending(true);
    try {
      const path = '/api/lab-parameters/request_parameter';
      const accepted = await http.send<Accepted>('PUT', path, asked, { commandId: commandId(asked), quiet: true });
      toast.show(`Param requested with the ID of: ${accepted.id}`, 'primary', { title: said(name, isOriginal) });
      onRequested?.();
    } catch (cause) {
      if (!(cause instanceof Problem)) throw cause;
      const hasWords = cause.status !== 0 && cause.body !== undefined;
      toast.show(hasWords ? cause.message : 'Unexpected error occurred!', 'warning', {
        title: `Error ${cause.status}: ${cause.statusText}`,
      });
    } finally {
      setIsSending(false);
    }
  };
  if (name === '') return messages.parameterWithValues;
  const text = isOriginal ? 'Request the original' : isRequested ? 'Request as well' : 'Request';
  return (
    <Button
      size="small"
      variant="minimal"
      loading={isSending}
      text={text}
      aria-label={`${text}: add ${name} to the lab parameters`}
      onClick={() => void send()}
    />
  );
}
