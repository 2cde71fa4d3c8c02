import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import type { OrganizationView } from '#contracts/people/organizations';
import type { Accepted } from '#contracts/wire/command';
import { useCommandId } from '#web/lib/command-id.ts';
import { Problem } from '#web/lib/http.ts';
import { refusalText } from '#web/lib/refusal-text.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { clockIn } from './time-zones.ts';
import { type Decision, decisionPayload } from './organization.form.ts';
import { organizationCalls } from './organizations.data.ts';

interface Props {
  organization: OrganizationView;
  onDone: (accepted: Accepted, said: string) => void;
}

const DECISIONS: readonly { status: Decision; label: string; consequence: string }[] = [
  { status: 'Approved', label: 'Approve', consequence: 'Its users can then work with it, and patients find its doctors.' },
  { status: 'Rejected', label: 'Reject', consequence: 'Its users will have no access. You can approve it later in its form.' },
];

/** Approves or rejects an organization that waits, after a question; the form changes what was decided. */
export function Decisions({ organization, onDone }: Props) {
  const { id, name, address, city, phone, time_zone } = organization;
  const [asked, setAsked] = useState<(typeof DECISIONS)[number]>();
  const [isWorking, setIsWorking] = useState(false);
  const [error, setError] = useState<string>();
  const commandId = useCommandId();
  const close = () => {
    setAsked(undefined);
    setError(undefined);
  };
  const decide = async ({ status }: (typeof DECISIONS)[number]) => {
    setIsWorking(true);
    setError(undefined);
    try {
      const body = decisionPayload(organization, status);
      const accepted = await organizationCalls.correct(id, body, commandId(body));
      close();
      onDone(accepted, `${name} was ${status.toLowerCase()}`);
    } catch (cause) {
      const isStale = cause instanceof Problem && cause.code === 'stale';
      setError(isStale ? 'Somebody else has changed this organization. Close this and look again.' : refusalText(cause));
    } finally {
      setIsWorking(false);
    }
  };
  return (
    <>
      {DECISIONS.map((decision) => (
        <Button
          key={decision.status}
          size="small"
          variant="outlined"
          {...(decision.status === 'Approved' && { intent: 'primary' })}
          text={decision.label}
          aria-label={`${decision.label} ${name}`}
          onClick={() => setAsked(decision)}
        />
      ))}
      {asked && (
        <ConfirmDialog
          isOpen
          confirm={asked.label}
          intent={asked.status === 'Approved' ? 'primary' : 'danger'}
          isWorking={isWorking}
          error={error}
          onConfirm={() => void decide(asked)}
          onCancel={close}
        >
          <p>
            {asked.label} {name}, {address}, {city}, {phone}? {asked.consequence}
          </p>
          <p>
            Clinic’s time zone: {time_zone}, now {clockIn(time_zone)}.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
