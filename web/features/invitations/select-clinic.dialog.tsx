import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core';
import { useState } from 'react';
import type { InvitationAccepted } from '#contracts/people/invitations';
import { former, readinessOf, useAsked } from '#web/lib/asked.ts';
import { SEARCH_DEBOUNCE } from '#web/lib/search.ts';
import { Empty, Failed, Loading } from '#web/ui/faces.tsx';
import { FilterField, FilterLine } from '#web/ui/filter.tsx';
import { Paging } from '#web/ui/paging.tsx';
import { useReturnFocus } from '#web/ui/use-return-focus.ts';
import { CLINICS_TAKE, useClinics } from './invitations.data.ts';
import { useShare } from './use-share.ts';
import fieldStyles from '#web/ui/field-row.module.css';
import styles from './invitations.module.css';

interface Props {
  /** Clinics that are connected or invited already. */
  connected: readonly string[];
  /** A doctor shares this record; without it a patient shares the own ones. */
  patientId?: string;
  onClose: () => void;
  /** The clinic is not in the list. */
  onNew?: () => void;
  onDone: (sent: InvitationAccepted) => void;
}

/** Clinics to share with, twenty a page by name. */
export function SelectClinicDialog({ connected, patientId, onClose, onNew, onDone }: Props) {
  useReturnFocus();
  const [text, setText] = useState('');
  const [skip, setSkip] = useState(0);
  const asked = useAsked(text.trim(), SEARCH_DEBOUNCE);
  const read = useClinics({ query: asked.question, skip });
  const { data, error, isLoading, refresh } = read;
  const { share, isWorking, error: refusal } = useShare(onDone, patientId);
  return (
    <Dialog isOpen className={styles.dialog} title="Select clinic" canOutsideClickClose={false} onClose={onClose}>
      <DialogBody>
        <p>
          {patientId === undefined
            ? 'Once a clinic accepts, its doctors can read what your connected clinics keep of you. You can revoke this at any time.'
            : "The clinic's doctors can read this record once the patient and one of them have accepted."}
        </p>
        <FilterLine>
          <FilterField
            label="Search by name"
            value={text}
            onValueChange={(next) => {
              setText(next);
              setSkip(0);
            }}
          />
        </FilterLine>
        {isLoading && <Loading label="Reading clinics" rows={6} />}
        {!isLoading && !data && <Failed what="clinics" error={error} onRetry={() => void refresh()} />}
        {data && data.items.length === 0 && <Empty title={text === '' ? 'There are no clinics available' : 'No clinic is called so'} />}
        {data && data.items.length > 0 && (
          <div {...former(readinessOf(asked, read) !== 'answered')}>
            <ul className={styles.clinics}>
              {data.items.map(({ id, name, address, city }) => (
                <li key={id}>
                  <span>
                    <b>{name}</b> <span className="bp6-text-muted">{[address, city].filter(Boolean).join(', ')}</span>
                  </span>
                  <Button
                    size="small"
                    text="Invite"
                    aria-label={`Invite ${name}`}
                    disabled={isWorking || connected.includes(id)}
                    onClick={() => void share(id)}
                  />
                </li>
              ))}
            </ul>
            <Paging of="clinics" skip={skip} take={CLINICS_TAKE} total={data.overall_count} onChange={(page) => setSkip(page.skip)} />
          </div>
        )}
        {refusal && (
          <p className={fieldStyles.error} role="alert">
            {refusal}
          </p>
        )}
      </DialogBody>
      <DialogFooter actions={<Button text="Close" onClick={onClose} />}>
        {onNew && <Button variant="minimal" text="My clinic is not in the list" onClick={onNew} />}
      </DialogFooter>
    </Dialog>
  );
}
