import { Button, Radio } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { useState } from 'react';
import type { LabParameterView } from '#contracts/lab/lab-parameters';
import type { Accepted } from '#contracts/wire/command';
import { useCommandId } from '#web/lib/command-id.ts';
import { EntryDialog, useEntryCalls } from '#web/record/catalogue/entry-dialog.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Failed, Loading } from '#web/ui/faces.tsx';
import { Table } from '#web/ui/table.tsx';
import { labParameterCalls, useMergePreview } from './lab-parameters.data.ts';
import { MergeCandidates } from './merge-candidates.tsx';
import { MergePreview } from './merge-preview.tsx';
import { type Decisions, keptOf, mergeOf, openIn, UNDECIDED } from './merge.state.ts';
import { ParameterName } from './parameter-name.tsx';
import { STATUSES } from './words.ts';
import styles from './merge.module.css';
import table from '#web/ui/table.module.css';

interface Props {
  /** What was selected, or the one request. */
  initial: readonly LabParameterView[];
  onClose: () => void;
  /** Said in a sentence; `id` of the answer undoes it. */
  onDone: (accepted: Accepted, said: string) => void;
}

/** 'MERGING LAB PARAMETERS': which ones become one, under which of them, and what it changes. */
export function MergeDialog({ initial, onClose, onDone }: Props) {
  const { errors, run, shown } = useEntryCalls(onDone);
  const [chosen, setChosen] = useState(initial);
  const [wanted, setWanted] = useState<string>();
  const [decisions, setDecisions] = useState<Decisions>(UNDECIDED);
  const [isAsking, setIsAsking] = useState(false);
  const commandId = useCommandId();
  const kept = keptOf(chosen, wanted);
  const isEnough = chosen.length > 1 && kept !== undefined;
  const read = useMergePreview(isEnough ? { ids: chosen.map(({ id }) => id), kept } : null);
  const preview = read.isPrevious ? undefined : read.data;

  const open = !isEnough
    ? kept === undefined
      ? 'Choose an approved parameter to merge with.'
      : 'Choose at least two parameters.'
    : preview === undefined
      ? 'What it changes is not known yet.'
      : openIn(preview, decisions);
  const names = (ids: readonly string[]): string =>
    ids.map((id) => chosen.find((one) => one.id === id)?.primary_alias ?? 'a parameter').join(', ');
  const against = (preview?.parameters ?? []).flatMap((one) => one.against.map((text) => `${one.primary_alias}: ${text}`));
  const merge = () => {
    if (!preview) return;
    const body = mergeOf(chosen, preview, decisions);
    const said = `${names(body.parameter_ids.slice(0, -1))} merged into ${names(body.parameter_ids.slice(-1))}`;
    void run(said, () => labParameterCalls.merge(body, commandId(body))).then(() => setIsAsking(false));
  };
  return (
    <>
      <EntryDialog
        className={styles.dialog}
        title="MERGING LAB PARAMETERS"
        {...shown}
        failure={Object.values(errors).flat().join(', ') || shown.failure}
        open={open}
        onSubmit={() => open === '' && setIsAsking(true)}
        onClose={onClose}
      >
        <div className={styles.sides}>
          <section aria-label="Lab parameters that become one">
            <h2>Lab parameters that become one</h2>
            <Table
              rows={chosen}
              keyOf={({ id }) => id}
              columns={[
                {
                  title: 'Keep',
                  className: styles.keep,
                  cell: ({ id, status, primary_alias }) => (
                    <Radio
                      className={styles.radio}
                      name="kept"
                      aria-label={`Keep ${primary_alias}`}
                      title={status === 'Approved' ? '' : 'Only an approved parameter can take in others'}
                      disabled={status !== 'Approved'}
                      checked={id === kept}
                      onChange={() => setWanted(id)}
                    />
                  ),
                },
                { title: 'Name', cell: (one) => <ParameterName parameter={one} /> },
                {
                  title: 'LOINC',
                  className: styles.code,
                  cell: ({ code, status }) => code ?? (status === 'Approved' ? '' : STATUSES[status].label),
                },
                { title: 'Unit', cell: ({ unit }) => unit },
                {
                  title: 'Leave out',
                  className: table.controls,
                  cell: ({ id, primary_alias }) => (
                    <Button
                      size="small"
                      variant="minimal"
                      icon={<Cross />}
                      aria-label={`Leave ${primary_alias} out`}
                      title="Leave out"
                      onClick={() => setChosen(chosen.filter((one) => one.id !== id))}
                    />
                  ),
                },
              ]}
            />
            <MergeCandidates
              chosen={chosen}
              isEnough={isEnough}
              suggestedFor={initial[0]?.id}
              onChoose={(parameter) => setChosen((before) => [...before.filter(({ id }) => id !== parameter.id), parameter])}
            />
          </section>
          <section aria-label="What it changes">
            <h2>What it changes</h2>
            {isEnough && <MergedNames chosen={chosen} kept={kept} />}
            {!isEnough && <p className="bp6-text-muted">{open}</p>}
            {isEnough && !preview && !read.error && <Loading label="Reading what it changes" rows={6} />}
            {isEnough && !preview && read.error && <Failed what="preview" error={read.error} onRetry={() => void read.refresh()} />}
            {isEnough && preview && <MergePreview preview={preview} chosen={chosen} decisions={decisions} onDecide={setDecisions} />}
          </section>
        </div>
      </EntryDialog>
      <ConfirmDialog isOpen={isAsking} confirm="Merge" isWorking={shown.isWorking} onCancel={() => setIsAsking(false)} onConfirm={merge}>
        <MergedNames chosen={chosen} kept={kept} />
        {against.length > 0 && (
          <ul className={styles.against} aria-label="Reasons against merging">
            {against.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
        <p>You are trying to merge lab parameters data. This action is irreversible.</p>
        <p>
          You can undo it, though: with &apos;Undo&apos; right afterwards, or later with &apos;Undo merge&apos; in the configuration of{' '}
          {names([kept ?? ''])}.
        </p>
      </ConfirmDialog>
    </>
  );
}

/** Names which one becomes which, to be read at a glance: two names that look alike are easily taken for each other. */
function MergedNames({ chosen, kept }: { chosen: readonly LabParameterView[]; kept: string | undefined }) {
  const names = (areKept: boolean): string =>
    chosen
      .filter(({ id }) => (id === kept) === areKept)
      .map(({ primary_alias }) => primary_alias)
      .join(', ');
  return (
    <p className={styles.merged}>
      <b>{names(false)}</b> <span>becomes</span> <b>{names(true)}</b>
    </p>
  );
}
