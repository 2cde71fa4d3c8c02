import { Button, Tab, Tabs } from '@blueprintjs/core';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import type { InvitationAction, InvitationView } from '#contracts/people/invitations';
import { differsText } from '#contracts/people/same-person';
import { bornShown } from '#contracts/wire/birth';
import { dayShown } from '#contracts/wire/precision';
import { former, readinessOf, useAsked } from '#web/lib/asked.ts';
import { showInstant } from '#web/lib/dates.ts';
import { isKey } from '#web/lib/keys.ts';
import { fullName, listedFirstName, listedLastName } from '#web/lib/names.ts';
import { NAME_DEBOUNCE } from '#web/lib/search.ts';
import { Empty, Failed, Loading, NotRefreshed } from '#web/ui/faces.tsx';
import { FilterField, FilterLine } from '#web/ui/filter.tsx';
import { useParam } from '#web/ui/list-page.ts';
import { NotLive } from '#web/ui/not-live.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Paging } from '#web/ui/paging.tsx';
import { classes, Table } from '#web/ui/table.tsx';
import { LookAlikeTag, StatusTag } from '#web/ui/tags.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { AcceptRequestDialog } from './accept-request.dialog.tsx';
import { type Ask, InvitationButton } from './invitation-action.tsx';
import { TAKE, useInvitations } from './invitations.data.ts';
import table from '#web/ui/table.module.css';
import styles from './invitations.module.css';

type Box = 'sent' | 'received';

/** 'Data Sharing': what the clinic's doctors sent and received. */
export function DataSharingScreen() {
  const [params, set] = useParam();
  const box: Box = params.get('tab') === 'received' ? 'received' : 'sent';
  const [waiting, setWaiting] = useState(0);
  return (
    <div>
      <PageTitle title="Data Sharing">
        <NotLive />
      </PageTitle>
      <Tabs
        id="data-sharing"
        selectedTabId={box}
        renderActiveTabPanelOnly
        onChange={(next) => set({ tab: next === 'sent' ? undefined : String(next), skip: undefined })}
      >
        <Tab id="sent" title="SENT" panel={<Invitations key="sent" box="sent" onWaiting={setWaiting} />} />
        <Tab
          id="received"
          title="RECEIVED"
          tagContent={waiting > 0 ? `${waiting} waiting` : undefined}
          tagProps={{ intent: 'warning' }}
          panel={<Invitations key="received" box="received" onWaiting={setWaiting} />}
        />
      </Tabs>
    </div>
  );
}

function Invitations({ box, onWaiting }: { box: Box; onWaiting: (count: number) => void }) {
  const [params, set] = useParam();
  const [typed, setTyped] = useState({ last_name: '', first_name: '' });
  const asked = useAsked(JSON.stringify(typed), NAME_DEBOUNCE);
  const skip = Math.max(0, Number(params.get('skip')) || 0);
  const names = JSON.parse(asked.question) as typeof typed;
  const read = useInvitations(box, names, skip);
  const { data, error, isLoading, refresh } = read;
  const waiting = data?.waiting;
  useEffect(() => {
    if (waiting !== undefined) onWaiting(waiting);
  }, [waiting, onWaiting]);
  // above the table: its row may leave while the doctor still chooses
  const [accepting, setAccepting] = useState<InvitationView>();
  const onDone = (position: string) => {
    toast.show('The invitations were updated', 'success');
    void refresh(position);
  };
  const isAll = names.last_name + names.first_name === '';
  const field = (name: keyof typeof typed, label: string) => (
    <FilterField
      label={label}
      value={typed[name]}
      onValueChange={(text) => {
        setTyped({ ...typed, [name]: text });
        if (skip > 0) set({ skip: undefined });
      }}
      onKeyDown={(event) => isKey(event, 'choose') && asked.now()}
    />
  );
  return (
    <>
      <FilterLine>
        {field('last_name', 'Last name')}
        {field('first_name', 'First name')}
      </FilterLine>
      {accepting && <AcceptRequestDialog invitation={accepting} onClose={() => setAccepting(undefined)} onDone={onDone} />}
      {isLoading && <Loading label="Reading invitations" rows={6} />}
      {!isLoading && !data && <Failed what="invitations" error={error} onRetry={() => void refresh()} />}
      {data && error && <NotRefreshed error={error} onRetry={() => void refresh()} />}
      {data && data.items.length === 0 && (
        <Empty title={isAll ? 'There are no invitations available' : 'No patient has such a name'}>
          {isAll && box === 'sent' && <Link to="/patients-management">Invite a patient</Link>}
        </Empty>
      )}
      {data && data.items.length > 0 && (
        <div {...former(readinessOf(asked, read) !== 'answered')}>
          <InvitationsTable box={box} invitations={data.items} onDone={onDone} onAccept={setAccepting} />
          <Paging
            skip={skip}
            take={TAKE}
            total={data.overall_count}
            onChange={(page) => set({ skip: page.skip === 0 ? undefined : String(page.skip) })}
          />
        </div>
      )}
    </>
  );
}

interface TableProps {
  box: Box;
  invitations: readonly InvitationView[];
  onDone: (position: string) => void;
  /** A person who asked is accepted with a choice of the record. */
  onAccept: (invitation: InvitationView) => void;
}

const InvitationsTable = ({ box, invitations, onDone, onAccept }: TableProps) => (
  <Table
    className={classes(table.stacked, styles.rows)}
    rows={invitations}
    keyOf={({ id }) => id}
    row={({ id }) => ({ id })}
    columns={[
      {
        title: 'Last name',
        cell: (invitation) =>
          invitation.patient_id !== null && box === 'sent' ? (
            <>
              <Link to={`/patients/${invitation.patient_id}`}>{listedLastName(namesOf(invitation))}</Link> <RecordFacts {...invitation} />
            </>
          ) : (
            <>
              <b>{listedLastName(namesOf(invitation))}</b>
              {isAsking(invitation) ? <div className="bp6-text-muted">{personText(invitation)}</div> : <RecordFacts {...invitation} />}
            </>
          ),
      },
      { title: 'First name', cell: (invitation) => listedFirstName(namesOf(invitation)) },
      { title: 'Email', cell: ({ email }) => email },
      { title: 'Status', cell: (invitation) => <Status invitation={invitation} /> },
      { title: 'Username', cell: ({ username }) => username },
      {
        title: 'Actions',
        className: table.controls,
        cell: (invitation) => (
          <div className={styles.actions}>
            {(invitation.records ?? []).map(({ patient_id, organization_name }) => (
              <Link key={patient_id} to={`/patients/${patient_id}`}>
                Record of {organization_name}
              </Link>
            ))}
            {invitation.own_record && box === 'received' && <Link to={`/patients/${invitation.own_record}`}>Record of this clinic</Link>}
            {asksOf(invitation, box).map((ask) =>
              ask.action === 'approve' && isAsking(invitation) ? (
                <Button
                  key={ask.action}
                  size="small"
                  variant="outlined"
                  intent="primary"
                  text="Accept"
                  aria-label={`Accept: ${fullName(namesOf(invitation))}`}
                  onClick={() => onAccept(invitation)}
                />
              ) : (
                <InvitationButton
                  key={ask.action}
                  ask={ask}
                  code={invitation.invitation_code}
                  of={fullName(namesOf(invitation))}
                  onDone={onDone}
                />
              ),
            )}
          </div>
        ),
      },
    ]}
  />
);

/** Names of the person: as the clinic's own record that was invited has them, otherwise as they were when the invitation was sent. */
const namesOf = (invitation: InvitationView) =>
  invitation.invitation_type === 'ClinicInvitesPatient' ? (invitation.record ?? invitation) : invitation;

/** What tells the clinic's own record from others (ruling 27). */
const RecordFacts = ({ record }: InvitationView) =>
  record && (
    <>
      <LookAlikeTag of={record} />
      <div className="bp6-text-muted">
        born {bornShown(record)}, {record.sex}
      </div>
    </>
  );

/** A person who asks to be connected and whom the clinic has not answered yet. */
const isAsking = ({ invitation_type, actions }: InvitationView): boolean =>
  invitation_type === 'PatientInvitesClinic' && actions.includes('approve');
/** 'born 03/09/1961, Female', as this person typed it. */
const personText = ({ date_of_birth, sex }: InvitationView): string =>
  [date_of_birth ? `born ${dayShown(date_of_birth)}` : 'birth date not known', ...(sex ? [sex] : [])].join(', ');

/** The place of the clinic's own record of a connected person who asked. */
const recordOf = ({ invitation_status, invitation_type, own_record, record_follows }: InvitationView): string | undefined => {
  if (invitation_status !== 'Approved' || invitation_type !== 'PatientInvitesClinic' || own_record !== undefined) return undefined;
  return record_follows === undefined
    ? 'connected without a record: to add one, invite the patient in Patient management'
    : `connected; the record follows when the link in the mail of ${showInstant(record_follows).slice(0, 10)} is opened`;
};

const Status = ({ invitation }: { invitation: InvitationView }) => {
  const { invitation_status, expired, invitation_type, organization_name } = invitation;
  const record = recordOf(invitation);
  return (
    <>
      {expired ? 'Expired' : invitation_status}
      {invitation_type === 'ClinicInvitesClinic' && organization_name && (
        <div className="bp6-text-muted">shared with or by {organization_name}</div>
      )}
      {record && <div className="bp6-text-muted">{record}</div>}
      {invitation.differing_account && (
        <div>
          <StatusTag kind="needs">{differsText(invitation.differing_account)}</StatusTag>
        </div>
      )}
    </>
  );
};

/** Consequences of a clinic's revocation: where it shares its record with another clinic, for that one; otherwise for every connection with the person. */
const clinicRevocationText = (invitation: InvitationView, box: Box): string => {
  const name = fullName(namesOf(invitation));
  const { invitation_type, organization_name = 'the other clinic' } = invitation;
  if (invitation_type === 'ClinicInvitesClinic' && box === 'sent') {
    return (
      `The doctors of ${organization_name} will no longer see your clinic's record of ${name}, ` +
      `unless ${name} is connected with them too.`
    );
  }
  return (
    `This ends every connection between ${name} and your clinic: your doctors will no longer see this person's records of other clinics. ` +
    `If your clinic's own record is connected, ${name} will no longer see it, and neither will the other clinics that see it. ` +
    'Your clinic keeps it.'
  );
};

/** The buttons of a row, with what they ask (document 1 section 4.2). */
const asksOf = (invitation: InvitationView, box: Box): Ask[] => {
  const { actions, invitation_status } = invitation;
  const name = fullName(namesOf(invitation));
  const offered: Record<InvitationAction, Ask> = {
    approve: {
      action: 'approve',
      label: 'Accept',
      intent: 'primary',
      question: `You accept access to the records that ${name} shares.`,
    },
    reject: { action: 'reject', label: 'Reject', question: `${name} will not share records with your clinic.` },
    resend: {
      action: 'resend',
      label: 'Resend',
      intent: 'primary',
      question: `The invitation of ${name} will be sent again; links sent before stop working.`,
    },
    cancel:
      invitation_status === 'Approved'
        ? {
            action: 'cancel',
            label: 'Revoke',
            intent: 'danger',
            question: clinicRevocationText(invitation, box),
          }
        : { action: 'cancel', label: 'Cancel', question: `The invitation of ${name} will be taken back.` },
  };
  return actions.map((action) => offered[action]);
};
