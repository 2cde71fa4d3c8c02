import { Button, Callout, Dialog, DialogBody, DialogFooter, ProgressBar, Radio, RadioGroup } from '@blueprintjs/core';
import { useState } from 'react';
import type { Acceptance, AskingPerson } from '#contracts/people/asking-person';
import type { InvitationView } from '#contracts/people/invitations';
import type { PatientView } from '#contracts/people/patients';
import { differencesOf } from '#contracts/people/same-person';
import { dayShown } from '#contracts/wire/precision';
import { bornShown } from '#contracts/wire/birth';
import { useCommandId } from '#web/lib/command-id.ts';
import { fullName } from '#web/lib/names.ts';
import { refusalText } from '#web/lib/refusal-text.ts';
import { PatientPicker } from '#web/record/patient/patient-picker.tsx';
import { tellApart } from '#web/record/patient/tell-apart.ts';
import { Failed, Loading } from '#web/ui/faces.tsx';
import { FieldRow } from '#web/ui/field-row.tsx';
import { useReturnFocus } from '#web/ui/use-return-focus.ts';
import { invitationCalls } from '#web/record/patient/invitation-calls.ts';
import { type LookAlike, useAskingPerson } from './look-alikes.ts';
import fieldStyles from '#web/ui/field-row.module.css';
import styles from './invitations.module.css';

interface Props {
  invitation: InvitationView;
  onClose: () => void;
  onDone: (position: string) => void;
}

/** Choices besides a patient who looks alike, whose id is the value then. */
const [RESTORE, OTHER, NEW, NONE] = ['restore', 'other', 'new', 'none'];

/** A doctor accepts a person who asked, and says which record of the clinic is that person's (ruling 43). */
export function AcceptRequestDialog({ invitation, onClose, onDone }: Props) {
  const { id } = invitation;
  useReturnFocus(id);
  const { person, restored, likes, error, refresh } = useAskingPerson(id);
  const [chosen, setChosen] = useState<string>();
  const [other, setOther] = useState<PatientView>();
  const [isWorking, setIsWorking] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const commandId = useCommandId();
  const choice = chosen ?? (restored && person && differencesOf(restored, person).length === 0 ? RESTORE : undefined);
  const record = choice === RESTORE ? restored : choice === OTHER ? other : likes?.find(({ patient }) => patient.id === choice)?.patient;
  const acceptance = choice === undefined ? undefined : acceptanceOf(choice, restored, other);
  const accept = async () => {
    if (acceptance === undefined) return;
    setIsWorking(true);
    setRefusal(undefined);
    try {
      onDone((await invitationCalls.accept(id, acceptance, commandId(acceptance))).position);
      onClose();
    } catch (cause) {
      setRefusal(refusalText(cause));
      setIsWorking(false);
    }
  };
  return (
    <Dialog isOpen className={styles.dialog} title="Accept request" canOutsideClickClose={false} onClose={() => !isWorking && onClose()}>
      {isWorking && <ProgressBar />}
      <DialogBody>
        {!person || !likes ? (
          error ? (
            <Failed what="request" error={error} onRetry={refresh} />
          ) : (
            <Loading label="Reading the request" rows={6} />
          )
        ) : (
          <>
            <p>
              <b>{fullName(person)}</b>, {person.date_of_birth ? `born ${dayShown(person.date_of_birth)}` : 'birth date not known'}
              {person.sex && `, ${person.sex}`} ({person.username}) asks to be connected with your clinic
              {person.date_of_birth && '; name, birth date and sex are as this person typed them'}. Your doctors will be able to read the
              records that this account is connected with.
            </p>
            <RadioGroup
              label="Which record of your clinic is this person's?"
              className={styles.choices}
              selectedValue={choice ?? ''}
              disabled={isWorking}
              onChange={(event) => setChosen(event.currentTarget.value)}
            >
              {restored && (
                <Radio value={RESTORE}>
                  The record that this account was connected with before: <b>{fullName(restored)}</b>
                  <Hint>
                    {bornShown(restored)}, {tellApart(restored)}. It is connected at once.
                  </Hint>
                </Radio>
              )}
              {likes.filter(({ patient }) => patient.id !== person.restores).map(likeChoice)}
              <Radio value={OTHER}>Another patient of ours</Radio>
              {choice === OTHER && (
                <FieldRow label="Patient" required>
                  {(field) => (
                    <PatientPicker
                      field={field}
                      patient={other}
                      isChosen={other !== undefined}
                      onPage=""
                      readOnly={isWorking}
                      onPick={setOther}
                      onFocus={() => undefined}
                    />
                  )}
                </FieldRow>
              )}
              <Radio value={NEW} disabled={whyNoRecord(person) !== undefined}>
                Create a record
                <Hint>{whyNoRecord(person) ?? 'A new patient with what this person typed, connected at once.'}</Hint>
              </Radio>
              <Radio value={NONE}>
                No record
                <Hint>Your doctors only read what this person shares.</Hint>
              </Radio>
            </RadioGroup>
            {choice === NEW && likes.length > 0 && (
              <Callout compact intent="warning" icon={null} role="alert">
                {likes.length === 1 ? 'A patient of your clinic looks' : `${likes.length} patients of your clinic look`} alike. A second
                record of one person hides half of what is known.
              </Callout>
            )}
            {record && differencesOf(record, person).length > 0 && (
              <Callout compact intent="danger" icon={null} role="alert">
                The record of {fullName(record)}, {record.sex}, born {bornShown(record)}, differs in{' '}
                {differencesOf(record, person).join(' and ')} from the person asking, who will be able to read this record.
              </Callout>
            )}
            {refusal && (
              <p className={fieldStyles.error} role="alert">
                {refusal}
              </p>
            )}
          </>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text="Cancel" disabled={isWorking} onClick={onClose} />
            <Button
              text="Accept"
              intent="primary"
              disabled={isWorking || acceptance === undefined || !likes}
              onClick={() => void accept()}
            />
          </>
        }
      />
    </Dialog>
  );
}

const Hint = ({ children }: { children: React.ReactNode }) => <div className="bp6-text-muted">{children}</div>;

/** A record that is connected with another account cannot be chosen. */
const likeChoice = ({ patient, reasons }: LookAlike) => {
  const isTaken = patient.invitation_status === 'Approved';
  return (
    <Radio key={patient.id} value={patient.id} disabled={isTaken}>
      Our patient <b>{fullName(patient)}</b>
      <Hint>
        {bornShown(patient)}, {tellApart(patient)} ({reasons.join(', ')}).{' '}
        {isTaken ? 'Connected with another account.' : 'A mail to this person opens the record.'}
      </Hint>
    </Radio>
  );
};

const whyNoRecord = ({ date_of_birth, sex, same_number }: AskingPerson): string | undefined => {
  if (same_number) return 'A patient of your clinic has the same social security number.';
  return date_of_birth && sex ? undefined : 'Birth date and sex of this person are not known.';
};

const acceptanceOf = (choice: string, restored: PatientView | undefined, other: PatientView | undefined): Acceptance | undefined => {
  if (choice === RESTORE) return restored && { patient_id: restored.id };
  if (choice === NEW || choice === NONE) return { create_patient: choice === NEW };
  if (choice === OTHER) return other && { patient_id: other.id };
  return { patient_id: choice };
};
