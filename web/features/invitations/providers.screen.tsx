import { Button } from '@blueprintjs/core';
import { Add, Share } from '@blueprintjs/icons';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { InvitationAccepted, Provider } from '#contracts/people/invitations';
import { isKey } from '#web/lib/keys.ts';
import { markRow } from '#web/lib/returning.ts';
import { showCount } from '#web/lib/numbers.ts';
import { useSession } from '#web/lib/session.tsx';
import { SearchedList, useSearch } from '#web/record/catalogue/searched-list.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Empty } from '#web/ui/faces.tsx';
import { FilterField } from '#web/ui/filter.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { sayInvited } from '#web/ui/say-invited.ts';
import { classes, Table } from '#web/ui/table.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { useProviders } from './invitations.data.ts';
import { NewClinicDialog } from './new-clinic.dialog.tsx';
import { useShare } from './use-share.ts';
import table from '#web/ui/table.module.css';
import styles from './invitations.module.css';

/** Name and city as the one text of a search: a sign between them that stands in neither. */
const asText = (name: string, city: string): string => (name + city === '' ? '' : `${name}|${city}`);
const asTerms = (text: string): { name: string; city: string } => {
  const [name = '', city = ''] = text.split('|');
  return { name, city };
};

/** 'Providers': doctors by name and city, to share with. */
export function ProvidersScreen() {
  const [, navigate] = useLocation();
  const { user } = useSession();
  const search = useSearch();
  const [typed, asked] = [asTerms(search.text), asTerms(search.asked.question)];
  const read = useProviders({ ...asked, skip: search.skip });
  const [choosing, setChoosing] = useState<Provider>();
  const [isInviting, setIsInviting] = useState(false);
  const toClinics = (sent: InvitationAccepted) => {
    sayInvited(sent, 'The clinic was invited');
    navigate('/practices');
    markRow(sent.id);
  };
  const isInvited = user.has_patient_invitation;
  useEffect(() => {
    if (!isInvited) toast.show('Please select your providers: type a name or a city.', 'primary');
  }, [isInvited]);

  const field = (name: 'name' | 'city', label: string) => (
    <FilterField
      label={label}
      value={typed[name]}
      onValueChange={(text) => search.type(name === 'name' ? asText(text, typed.city) : asText(typed.name, text))}
      onKeyDown={(event) => isKey(event, 'choose') && search.asked.now()}
    />
  );
  return (
    <div>
      <PageTitle title="Providers" count={read.data && showCount(read.data.overall_count, 'provider')}>
        <Button icon={<Add />} text="Invite new provider" onClick={() => setIsInviting(true)} />
      </PageTitle>
      <SearchedList
        search={search}
        what="providers"
        read={read}
        rows={8}
        filter={
          <>
            {field('name', 'Name')}
            {field('city', 'City')}
          </>
        }
        empty={<Empty title={search.text === '' ? 'There are no providers available' : 'No provider is called so, or works there'} />}
      >
        {(providers) => <ProvidersTable providers={providers} onChoose={setChoosing} />}
      </SearchedList>
      {choosing && <ShareQuestion provider={choosing} onClose={() => setChoosing(undefined)} onDone={toClinics} />}
      {isInviting && <NewClinicDialog onClose={() => setIsInviting(false)} onDone={toClinics} />}
    </div>
  );
}

const ProvidersTable = ({ providers, onChoose }: { providers: readonly Provider[]; onChoose: (provider: Provider) => void }) => (
  <Table
    className={classes(table.stacked, styles.rows)}
    rows={providers}
    keyOf={({ user_id }) => user_id}
    columns={[
      { title: 'Name', cell: ({ name }) => <b>{name}</b> },
      { title: 'Phone number', cell: ({ phone_number }) => phone_number },
      { title: 'City', cell: ({ city }) => city },
      { title: 'Organization', cell: ({ organization }) => organization },
      {
        title: 'Actions',
        className: table.controls,
        cell: (provider) => (
          <Button
            size="small"
            icon={<Share />}
            text="Select to share my data"
            aria-label={`Select to share my data: ${provider.name}`}
            onClick={() => onChoose(provider)}
          />
        ),
      },
    ]}
  />
);

/** Sharing is with the clinic: all of its doctors read, which has to be said before. */
function ShareQuestion({
  provider,
  onClose,
  onDone,
}: {
  provider: Provider;
  onClose: () => void;
  onDone: (sent: InvitationAccepted) => void;
}) {
  const { share, isWorking, error } = useShare(onDone);
  const { name, organization, organization_id } = provider;
  return (
    <ConfirmDialog
      isOpen
      confirm="Share my data"
      intent="primary"
      isWorking={isWorking}
      error={error}
      onConfirm={() => void share(organization_id)}
      onCancel={onClose}
    >
      {`Once they accept, ${name} and the other doctors of ${organization} can read what your connected clinics keep of you. You can revoke this at any time under 'Clinics'.`}
    </ConfirmDialog>
  );
}
