import { useEffect, useMemo, useRef, useState } from 'react';
import type { Accepted } from '#contracts/wire/command';
import type { PatientView } from '#contracts/people/patients';
import { useCommandId } from '#web/lib/command-id.ts';
import { useSession } from '#web/lib/session.tsx';
import { http, Problem } from '#web/lib/http.ts';
import { useTyped } from '#web/lib/use-typed.ts';
import type { FieldErrors } from '#web/lib/problem.ts';
import { reasonError, rememberReason } from '#web/ui/reason-field.tsx';
import { fullName } from '#web/lib/names.ts';
import { typedHere } from '#web/record/form/typed-here.ts';
import { uploadAgreement } from './agreement.data.ts';
import {
  differences,
  EMPTY,
  errorsOf,
  formOf,
  merged,
  missingFields,
  newPatientErrors,
  type PatientForm,
  payloadOf,
} from './patient.form.ts';

type Leaves = keyof PatientForm | 'agreement_id' | 'comment';
interface Typed {
  form: PatientForm;
  comment: string;
  /** What it was typed on; not kept by earlier releases. */
  base?: PatientForm;
}
interface StaleBody {
  current: Partial<PatientView>;
  version: number;
}

const isStale = (problem: Problem): problem is Problem & { body: StaleBody } => problem.status === 409 && problem.code === 'stale';

const without = (errors: FieldErrors, ...fields: string[]): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([field]) => !fields.includes(field)));

/** The upload calls its file otherwise than the form. */
const agreementNamed = ({ agreement, ...fields }: FieldErrors): FieldErrors =>
  agreement ? { ...fields, agreement_id: agreement } : fields;

/** The form was saved in another tab, or before its answer was lost. */
const ADDED =
  'A patient was added from this form before, with other data: look for that one in the list. To add another one, throw this away and begin anew';

/** What is typed in the patient dialog, what is wrong with it, and the ways to save and remove. */
export const usePatientForm = (patient: PatientView | null, onDone: (position: string, said: string, id: string | undefined) => void) => {
  const mode = patient === null ? 'add' : 'update';
  const initial = useMemo(() => (patient === null ? EMPTY : formOf(patient)), [patient]);
  const typed = useTyped<Typed>({ form: 'patient', item: patient?.id ?? 'add' });
  const [restored] = useState(() => {
    typed.take();
    return typed.restored;
  });
  const [restoredAt, setRestoredAt] = useState(restored?.at);
  const [form, setForm] = useState(restored?.content.form ?? initial);
  const [comment, setComment] = useState(restored?.content.comment ?? '');
  const [version, setVersion] = useState(restored?.version ?? patient?.version ?? 0);
  /** The record as it was read last: what of its birth date is known decides how the typed one is sent. */
  const [stored, setStored] = useState<Partial<PatientView> | null>(patient);
  /** What is typed began from it; undefined where that is not known. */
  const [base, setBase] = useState(restored && restored.version !== patient?.version ? restored.content.base : initial);
  /** The agreement to be filed; a file is not kept over a reload. */
  const [agreement, setAgreement] = useState<File>();
  /** Somebody has confirmed whether a new patient agrees to research: to be done again after a reload. */
  const [isResearchConfirmed, setIsResearchConfirmed] = useState(false);
  const isDoctor = useSession().user.roles.includes('Doctor');
  const [left, setLeft] = useState<ReadonlySet<string>>(() => new Set(patient === null ? [] : missingFields(initial)));
  const [server, setServer] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string>();
  const [conflict, setConflict] = useState<StaleBody>();
  const [isWorking, setIsWorking] = useState(false);
  const [isWaiting, setIsWaiting] = useState(false);
  const commandId = useCommandId();

  const isDirty = agreement !== undefined || comment !== '' || JSON.stringify(form) !== JSON.stringify(initial);
  const { keep, done, saved } = typed;
  useEffect(() => {
    if (isDirty) keep({ form, comment, ...(base ? { base } : {}) }, version);
    else done();
  }, [isDirty, form, comment, base, version, keep, done]);

  const reason = mode === 'update' ? reasonError(comment) : undefined;
  const all: FieldErrors = {
    ...errorsOf(form, mode, stored ?? undefined),
    ...(mode === 'add' ? newPatientErrors(form, { isDoctor, file: agreement, isResearchConfirmed }) : {}),
    ...(reason ? { comment: [reason] } : {}),
  };
  const seen = { ...Object.fromEntries(Object.entries(all).filter(([field]) => left.has(field))), ...server };
  const name = fullName(form);

  const uploading = useRef<AbortController>(undefined);
  useEffect(() => () => uploading.current?.abort(), []);
  const uploaded = useRef<{ file: File; patient_id: string; agreement_id: string }>(undefined);
  /** Uploads the agreement, once: a new patient has the id of the command that adds it. */
  const filed = async (file: File): Promise<{ id?: string; agreement_id: string }> => {
    const patient_id = patient?.id ?? typed.key();
    const before = uploaded.current;
    if (before?.file !== file || before.patient_id !== patient_id) {
      uploading.current = new AbortController();
      const { signal } = uploading.current;
      uploaded.current = { file, patient_id, agreement_id: await uploadAgreement(patient_id, file, { signal, onWaiting: setIsWaiting }) };
    }
    const { agreement_id } = uploaded.current!;
    return patient === null ? { id: patient_id, agreement_id } : { agreement_id };
  };

  const send = async (method: 'POST' | 'PUT' | 'DELETE', path: string, typedBody: object, said: string): Promise<boolean> => {
    setIsWorking(true);
    setFailure(undefined);
    setServer({});
    try {
      // a form makes one new patient, whichever tab it is saved in
      const body = agreement && method !== 'DELETE' ? { ...typedBody, ...(await filed(agreement)) } : typedBody;
      const key = method === 'POST' ? typed.key() : commandId([method, body]);
      const accepted = await http.send<Accepted>(method, path, body, { commandId: key });
      if (comment.trim() !== '') rememberReason(comment.trim());
      saved();
      onDone(accepted.position, said, method === 'DELETE' ? undefined : accepted.id);
      return true;
    } catch (cause) {
      if (!(cause instanceof Problem)) setFailure('The server answered in an unknown way');
      else if (isStale(cause)) setConflict(cause.body);
      else if (cause.isCancelled) setFailure(undefined);
      else if (cause.hasFields) setServer(agreementNamed(cause.fields));
      else setFailure(cause.code === 'key-reused' ? ADDED : cause.message);
      setIsWorking(false);
      return false;
    }
  };

  const theirs = conflict && formOf(conflict.current);
  const found = theirs ? differences(form, theirs) : [];

  return {
    form,
    comment,
    agreement,
    isResearchConfirmed,
    restoredAt,
    isDirty,
    isWorking,
    /** For a place of the agreement at the server. */
    isWaiting,
    stopWaiting: () => uploading.current?.abort(),
    failure,
    /** Where the form differs from what somebody else stored meanwhile, and which of it was typed in here. */
    conflict: theirs && { differences: found, typed: base && typedHere(found, differences(form, base)) },
    errors: { all, seen, server },
    change: (changes: Partial<PatientForm>) => {
      // whoever changes the answer has decided
      if ('agreed_to_research' in changes) setIsResearchConfirmed(true);
      setForm((before) => ({ ...before, ...changes }));
      setServer((before) => without(before, ...Object.keys(changes)));
    },
    confirmResearch: setIsResearchConfirmed,
    setAgreement: (file: File | undefined) => {
      setAgreement(file);
      setServer((before) => without(before, 'agreement_id'));
    },
    setComment: (text: string) => {
      setComment(text);
      setServer((before) => without(before, 'comment'));
    },
    leaveField: (field: Leaves) => setLeft((before) => new Set(before).add(field)),
    seeAll: () => setLeft(new Set(Object.keys(all))),
    discard: () => {
      done();
      typed.anew();
      setFailure(undefined);
      setForm(initial);
      setAgreement(undefined);
      setIsResearchConfirmed(false);
      setComment('');
      setVersion(patient?.version ?? 0);
      setStored(patient);
      setBase(initial);
      setRestoredAt(undefined);
      setConflict(undefined);
    },
    resolve: (taken: ReadonlySet<string>) => {
      if (!conflict || !theirs) return;
      setVersion(conflict.version);
      setStored(conflict.current);
      setForm(merged(form, theirs, taken));
      setBase(theirs);
      setConflict(undefined);
    },
    save: () =>
      patient === null
        ? send('POST', '/api/patients', payloadOf(form), `${name} was added.`)
        : send(
            'PUT',
            `/api/patients/${patient.id}`,
            { ...payloadOf(form, stored ?? undefined), version, comment: comment.trim() },
            `${name} was saved.`,
          ),
    remove: () =>
      patient === null
        ? Promise.resolve(false)
        : send('DELETE', `/api/patients/${patient.id}`, { version, comment: comment.trim() }, `${fullName(patient)} was removed.`),
  };
};
