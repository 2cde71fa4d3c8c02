import { Button, Callout, DialogBody, ProgressBar } from '@blueprintjs/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { messages } from '#contracts/rules/messages';
import type { PatientView } from '#contracts/people/patients';
import { bornShown } from '#contracts/wire/birth';
import { showClock } from '#web/lib/dates.ts';
import { isKey } from '#web/lib/keys.ts';
import { fullName } from '#web/lib/names.ts';
import { useSession } from '#web/lib/session.tsx';
import { Conflict } from '#web/ui/conflict.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { ReasonField, reasonError } from '#web/ui/reason-field.tsx';
import { unfinished } from '#web/record/form/unfinished.ts';
import { tellApart } from '#web/record/patient/tell-apart.ts';
import { alikePatients } from './alike.data.ts';
import { LABELS } from './patient.form.ts';
import { AgreementField } from './agreement.field.tsx';
import { PatientFields } from './patient.fields.tsx';
import { usePatientForm } from './patient.state.ts';
import fieldStyles from '#web/ui/field-row.module.css';
import formStyles from '#web/record/form/item-form.module.css';
import footer from '#web/record/form/item-footer.module.css';
import styles from './patient.module.css';

interface Props {
  /** As it was when the dialog was opened; null for a new one. */
  patient: PatientView | null;
  onClose: () => void;
  onDone: (position: string, said: string, id: string | undefined) => void;
  /** Gives the way to leave that asks when something would be lost. */
  onGuard: (ask: () => void) => void;
}

type Asking = 'leave' | 'change' | 'remove' | 'alike';

/** Fields, reason and buttons of the dialog. An error of the server loses nothing that was typed. */
export function PatientEditor({ patient, onClose, onDone, onGuard }: Props) {
  const { user } = useSession();
  const state = usePatientForm(patient, onDone);
  const { form, comment, errors, isWorking, conflict } = state;
  const [asking, setAsking] = useState<Asking>();
  /** Who may be the patient that is being added. */
  const [alike, setAlike] = useState<readonly PatientView[]>([]);
  const box = useRef<HTMLDivElement>(null);
  const isAdd = patient === null;
  const open = unfinished(errors.all, { ...LABELS, agreement_id: 'HIPAA agreement', comment: 'Comment' });
  const isUntouched = !isAdd && !state.isDirty;
  const counted = Object.keys(errors.seen).length;

  const leave = () => {
    if (state.isDirty) setAsking('leave');
    else onClose();
  };
  const guard = useRef(leave);
  useEffect(() => {
    guard.current = leave;
  });
  useEffect(() => onGuard(() => guard.current()), [onGuard]);

  // a button that was disabled while it worked has lost the focus: give it to what needs attention
  const { failure } = state;
  const { server } = errors;
  useEffect(() => {
    if (failure === undefined && Object.keys(server).length === 0) return;
    const field = box.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (field ?? box.current?.querySelector<HTMLElement>('p[role=alert]'))?.focus();
  }, [failure, server]);

  /** A second record of one person splits what is known of them: it is asked before it is there. */
  const add = async () => {
    const found = await alikePatients(form);
    setAlike(found);
    if (found.length > 0) setAsking('alike');
    else await state.save();
  };
  const submit = () => {
    if (asking || isWorking || conflict) return;
    state.seeAll();
    if (open !== '') {
      // the fields' marks are drawn first
      setTimeout(() => box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), 0);
      return;
    }
    if (isAdd) void add();
    else setAsking('change');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isKey(event, 'save')) return;
    event.preventDefault();
    submit();
  };

  return (
    <div ref={box} onKeyDown={onKeyDown} role="presentation" aria-busy={isWorking}>
      {isWorking && <ProgressBar />}
      <DialogBody>
        {state.restoredAt !== undefined && (
          <Callout compact intent="primary" icon={null} className={formStyles.restored}>
            What was typed at {showClock(new Date(state.restoredAt))} is still here.{' '}
            <Button size="small" variant="minimal" text="Throw it away" onClick={state.discard} />
          </Callout>
        )}
        {conflict && <Conflict differences={conflict.differences} typed={conflict.typed} onResolve={state.resolve} />}
        <PatientFields
          form={form}
          errors={errors.seen}
          email={user.roles.includes('Doctor') ? 'editable' : isAdd ? 'absent' : 'fixed'}
          storedNumber={patient?.social_security_number ?? ''}
          isResearchConfirmed={isAdd ? state.isResearchConfirmed : undefined}
          onConfirmResearch={state.confirmResearch}
          disabled={isWorking}
          onChange={state.change}
          onLeave={state.leaveField}
        />
        <AgreementField
          patient={patient}
          file={state.agreement}
          wanted={errors.all['agreement_id']?.[0]}
          error={errors.seen['agreement_id']}
          disabled={isWorking}
          isWaiting={state.isWaiting}
          onChange={state.setAgreement}
          onLeave={() => state.leaveField('agreement_id')}
        />
      </DialogBody>
      <div className={styles.footer}>
        {!isAdd && (
          <ReasonField
            value={comment}
            onChange={state.setComment}
            error={errors.seen['comment']}
            onBlur={() => state.leaveField('comment')}
          />
        )}
        <p className={fieldStyles.error} role="alert" tabIndex={-1}>
          {failure ?? (counted > 0 ? `${counted} ${counted === 1 ? 'field needs' : 'fields need'} attention` : '')}
        </p>
        {/* why Submit is disabled */}
        <p className="bp6-text-muted">{conflict ? 'Choose above what shall stand.' : isUntouched ? 'Nothing was changed yet.' : open}</p>
        <div className={fieldStyles.buttons}>
          <div>
            {!isAdd && <Button text="Remove" intent="danger" variant="minimal" disabled={isWorking} onClick={() => setAsking('remove')} />}
          </div>
          <div className={footer.right}>
            <Button text="Cancel" onClick={state.isWaiting ? state.stopWaiting : leave} disabled={isWorking && !state.isWaiting} />
            <Button
              text="Submit"
              title="Ctrl Enter"
              intent="primary"
              onClick={submit}
              disabled={isWorking || open !== '' || conflict !== undefined || isUntouched}
            />
          </div>
        </div>
      </div>
      <ConfirmDialog
        isOpen={asking === 'leave'}
        title="Leave without saving?"
        confirm="Throw it away"
        cancel="Go on typing"
        onCancel={() => setAsking(undefined)}
        onConfirm={() => {
          state.discard();
          onClose();
        }}
      >
        What you typed was not saved.
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asking === 'alike'}
        title="Is this patient here already?"
        confirm="Add another one"
        cancel="Back to the form"
        cancelIntent="primary"
        onCancel={() => setAsking(undefined)}
        onConfirm={() => {
          setAsking(undefined);
          void state.save();
        }}
      >
        <p>A patient of this clinic has the same birth date and the same last name, or one like it:</p>
        <ul>
          {alike.map((patient) => (
            <li key={patient.id}>
              <b>{fullName(patient)}</b>, born {bornShown(patient)}, {tellApart(patient)}
            </li>
          ))}
        </ul>
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asking === 'change'}
        confirm="Proceed"
        intent="primary"
        onCancel={() => setAsking(undefined)}
        onConfirm={() => {
          setAsking(undefined);
          void state.save();
        }}
      >
        Patient personal data will be modificated. Do you want to proceed?
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asking === 'remove' && !conflict}
        confirm="Remove"
        isWorking={isWorking}
        disabled={reasonError(comment) !== undefined}
        error={failure ?? errors.server['comment']?.join(', ')}
        onCancel={() => setAsking(undefined)}
        onConfirm={() => void state.remove()}
      >
        <p>Patient account will be removed. Do you want to proceed?</p>
        <ReasonField
          value={comment}
          onChange={state.setComment}
          error={errors.seen['comment'] ? messages.comment : undefined}
          onBlur={() => state.leaveField('comment')}
        />
      </ConfirmDialog>
    </div>
  );
}
