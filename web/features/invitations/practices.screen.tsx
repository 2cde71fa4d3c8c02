import { Button } from '@blueprintjs/core';
import { Add } from '@blueprintjs/icons';
import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { InvitationAccepted, InvitationDetails, Practice } from '#contracts/people/invitations';
import { showCount } from '#web/lib/numbers.ts';
import type { RecordState } from '#web/record/patient/all-clinics.ts';
import { invitationDetails } from '#web/record/patient/invitation-calls.ts';
import { markRow } from '#web/lib/returning.ts';
import { refusalText } from '#web/lib/refusal-text.ts';
import { useSession } from '#web/lib/session.tsx';
import { Empty, Failed, Loading, NotRefreshed } from '#web/ui/faces.tsx';
import { NotLive } from '#web/ui/not-live.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { sayInvited } from '#web/ui/say-invited.ts';
import { classes, Table } from '#web/ui/table.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { InvitationButton } from './invitation-action.tsx';
import { InvitationQuestion } from './invitation-question.tsx';
import { usePractices } from './invitations.data.ts';
import { asksOf, connectLabel, hintOf, mayAccept, mayConnect, stateOf } from './practice-state.ts';
import { NewClinicDialog } from './new-clinic.dialog.tsx';
import { SelectClinicDialog } from './select-clinic.dialog.tsx';
import { useShare } from './use-share.ts';
import table from '#web/ui/table.module.css';
import styles from './invitations.module.css';

/** 'Clinics': with whom the patient is connected, who asks, and whom the patient asked. */
export function PracticesScreen() {
  const [, navigate] = useLocation();
  const { user } = useSession();
  const { data, error, isLoading, refresh } = usePractices(user.user_id);
  const [open, setOpen] = useState<'select' | 'new'>();
  const done = (position: string) => {
    toast.show('Your clinics were updated', 'success');
    void refresh(position);
  };
  const invited = (sent: InvitationAccepted) => {
    setOpen(undefined);
    sayInvited(sent, 'The clinic was invited');
    void refresh(sent.position).then(() => markRow(sent.id));
  };
  const select = <Button icon={<Add />} text="Select clinic" onClick={() => setOpen('select')} />;
  return (
    <div>
      <PageTitle title="Clinics" count={data && showCount(data.overall_count, 'clinic')}>
        <NotLive />
        {select}
        <Button intent="primary" icon={<Add />} text="Add provider" onClick={() => navigate('/providers')} />
      </PageTitle>
      {isLoading && <Loading label="Reading clinics" rows={4} />}
      {!isLoading && !data && <Failed what="clinics" error={error} onRetry={() => void refresh()} />}
      {data && error && <NotRefreshed error={error} onRetry={() => void refresh()} />}
      {data && data.items.length === 0 && <Empty title="Currently you are not assigned to any clinic">{select}</Empty>}
      {data && data.items.length > 0 && (
        <>
          <p>You are registered in following clinics:</p>
          <Practices practices={data.items} onDone={done} onInvited={invited} />
        </>
      )}
      {open === 'select' && (
        <SelectClinicDialog
          connected={(data?.items ?? []).filter((practice) => !mayConnect(practice)).map(({ id }) => id)}
          onClose={() => setOpen(undefined)}
          onNew={() => setOpen('new')}
          onDone={invited}
        />
      )}
      {open === 'new' && <NewClinicDialog onClose={() => setOpen(undefined)} onDone={invited} />}
    </div>
  );
}

interface PracticesProps {
  practices: readonly Practice[];
  onDone: (position: string) => void;
  onInvited: (sent: InvitationAccepted) => void;
}

/** The row that stands for all connected clinics together. */
interface All {
  records: readonly string[];
}

const keyOf = (row: Practice | All): string => ('records' in row ? 'all' : row.invitation_code);

function Practices({ practices, onDone, onInvited }: PracticesProps) {
  const records = practices.flatMap(({ patient_id }) => patient_id ?? []);
  const accepted = new URLSearchParams(useSearch()).get('connected')?.split(',') ?? [];
  const isFirst = ({ id }: Practice) => accepted.includes(id);
  const rest = practices.filter((practice) => !isFirst(practice));
  const rows: (Practice | All)[] = [...practices.filter(isFirst), ...(records.length === 0 ? [] : [{ records }]), ...rest];
  return (
    <Table<Practice | All>
      className={classes(table.stacked, styles.rows)}
      rows={rows}
      keyOf={keyOf}
      row={(row) => ({ id: keyOf(row) })}
      columns={[
        {
          title: 'Clinic',
          cell: (row) =>
            'records' in row ? (
              <>
                <b>Aggregated view with all connected clinics</b>
                <div className="bp6-text-muted">Your record from all clinics that you are connected with, on one page.</div>
              </>
            ) : (
              <>
                <b>{row.name}</b> {row.address !== '' && <span className="bp6-text-muted">[{row.address}]</span>}
              </>
            ),
        },
        {
          title: 'Status',
          cell: (row) =>
            'records' in row ? (
              showCount(row.records.length, 'connected record')
            ) : (
              <>
                {stateOf(row)}
                {hintOf(row) && <div className="bp6-text-muted">{hintOf(row)}</div>}
              </>
            ),
        },
        {
          title: 'Actions',
          className: table.controls,
          cell: (row) =>
            'records' in row ? (
              <ShowAll record={row.records[0]!} />
            ) : (
              <Actions practice={row} isFirst={isFirst(row)} onDone={onDone} onInvited={onInvited} />
            ),
        },
      ]}
    />
  );
}

/** All connected clinics in one view, read only; any of the records leads to it. */
function ShowAll({ record }: { record: string }) {
  const [, navigate] = useLocation();
  const state: RecordState = { readOnly: true, aggregated: true };
  return (
    <div className={styles.actions}>
      <Button
        size="small"
        text="Show Data"
        aria-label="Show Data: all connected clinics"
        onClick={() => navigate(`/patients/${record}`, { state })}
      />
    </div>
  );
}

/** Gives the focus to what has just come, where nothing else has it. */
const focusNew = (button: HTMLButtonElement | null): void => {
  const { activeElement } = document;
  if (activeElement === document.body || activeElement?.id === 'main') button?.focus({ preventScroll: true });
};

/** Asks about a clinic's invitation as its link does, with the name and birth date that it is for. */
function AcceptButton({ practice: { invitation_code, name }, onDone }: Pick<ActionsProps, 'practice' | 'onDone'>) {
  const [details, setDetails] = useState<InvitationDetails>();
  const [error, setError] = useState<string>();
  const open = () => {
    setError(undefined);
    invitationDetails(invitation_code).then(setDetails, (cause: unknown) => setError(refusalText(cause)));
  };
  return (
    <>
      <Button size="small" variant="outlined" intent="primary" text="Accept" aria-label={`Accept: ${name}`} onClick={open} />
      {details && (
        <InvitationQuestion
          code={invitation_code}
          details={details}
          onAccepted={onDone}
          onRejected={onDone}
          onClose={() => setDetails(undefined)}
        />
      )}
      {error && <p role="alert">{error}</p>}
    </>
  );
}

interface ActionsProps {
  practice: Practice;
  /** Its invitation was accepted a moment ago. */
  isFirst: boolean;
  onDone: (position: string) => void;
  onInvited: (sent: InvitationAccepted) => void;
}

function Actions({ practice, isFirst, onDone, onInvited }: ActionsProps) {
  const [, navigate] = useLocation();
  const { share, isWorking, error } = useShare(onInvited);
  const { id, patient_id, invitation_code, name } = practice;
  return (
    <div className={styles.actions}>
      {patient_id !== null && (
        <Button
          size="small"
          text="Show clinic data"
          {...(isFirst ? { ref: focusNew } : {})}
          aria-label={`Show clinic data: ${name}`}
          onClick={() => navigate(`/patients/${patient_id}`)}
        />
      )}
      {mayConnect(practice) && (
        <Button
          size="small"
          variant="outlined"
          text={connectLabel(practice)}
          aria-label={`${connectLabel(practice)}: ${name}`}
          disabled={isWorking}
          onClick={() => void share(id)}
        />
      )}
      {mayAccept(practice) && <AcceptButton practice={practice} onDone={onDone} />}
      {asksOf(practice).map((ask) => (
        <InvitationButton key={ask.action} ask={ask} code={invitation_code} of={name} onDone={onDone} />
      ))}
      {error && <p role="alert">{error}</p>}
    </div>
  );
}
