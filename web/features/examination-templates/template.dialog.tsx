import { Button, Checkbox, InputGroup } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { useState } from 'react';
import type { Accepted } from '#contracts/wire/command';
import type { ExaminationTemplateView, TemplateKind } from '#contracts/examinations/examination-templates';
import { messages } from '#contracts/rules/messages';
import { former, readinessOf, useAsked } from '#web/lib/asked.ts';
import { useCommandId } from '#web/lib/command-id.ts';
import { isKey } from '#web/lib/keys.ts';
import { EntryDialog, useEntryCalls } from '#web/record/catalogue/entry-dialog.tsx';
import { templateCalls } from '#web/record/catalogue/templates.ts';
import { useBothVersions } from '#web/record/catalogue/use-both-versions.tsx';
import { unfinished } from '#web/record/form/unfinished.ts';
import { SEARCH_DEBOUNCE } from '#web/lib/search.ts';
import { Failed, Loading } from '#web/ui/faces.tsx';
import { FieldRow } from '#web/ui/field-row.tsx';
import { Paging } from '#web/ui/paging.tsx';
import { TextRow } from '#web/ui/text-row.tsx';
import { useFields } from '#web/ui/use-fields.ts';
import { type Chosen, comparison, errorsOf, formOf, LABELS, type StoredTemplate, toggled } from './template.form.ts';
import { useChoices, useNames, WORDS } from './use-choices.ts';
import styles from './templates.module.css';
import fieldStyles from '#web/ui/field-row.module.css';

/** The documents' page of the search in this dialog. */
const TAKE = 40;

interface Props {
  kind: TemplateKind;
  /** Null adds a new one. */
  template: ExaminationTemplateView | null;
  onClose: () => void;
  onDone: (accepted: Accepted, said: string) => void;
}

/** 'Add New' and 'Update' Office Template: parameters to choose from at the left, name and what was chosen at the right. */
export function TemplateDialog({ kind, template, onClose, onDone }: Props) {
  const { errors: refused, setErrors, run, stale, settle, shown } = useEntryCalls(onDone);
  const opened = formOf(template);
  const fields = useFields(opened, errorsOf, refused, () => setErrors({}));
  const { form, errors } = fields;
  const { name, chosen } = form;
  const theirs = ((stale?.current ?? undefined) as StoredTemplate | undefined)?.parameter_ids ?? [];
  const known = [...chosen, ...opened.chosen, ...useNames(kind, theirs)];
  const { version, conflict } = useBothVersions({
    ...comparison((id) => known.find((one) => one.id === id)?.name ?? '---'),
    opened: { form: opened, version: template?.version ?? 0 },
    form,
    stale,
    onResolve: (resolved) => {
      fields.change(resolved);
      settle();
    },
  });
  const commandId = useCommandId();

  const submit = () => {
    fields.submitted();
    if (!fields.isValid) return;
    const body = { name: name.trim(), parameter_ids: chosen.map(({ id }) => id) };
    const id = commandId([body, version]);
    void (template
      ? run(`The template '${body.name}' was updated`, () => templateCalls.update(template.id, version, body, id))
      : run(`The template '${body.name}' was added`, () => templateCalls.create(kind, body, null, id)));
  };
  const toggle = (parameter: Chosen) => fields.change({ chosen: toggled(form, parameter) });

  return (
    <EntryDialog
      {...shown}
      className={`${styles.dialog}`}
      title={template ? 'Update Office Template' : 'Add New Office Template'}
      open={unfinished(fields.all, LABELS)}
      conflict={conflict}
      onSubmit={submit}
      onClose={onClose}
      drop={
        template
          ? {
              label: 'Remove',
              question: 'You are trying to remove an office template. This action is irreversible.',
              run: () =>
                run(`The template '${template.name}' was removed`, () =>
                  templateCalls.remove(template.id, version, commandId(['remove', version])),
                ),
            }
          : undefined
      }
    >
      <div className={styles.sides}>
        <Choices kind={kind} chosen={chosen} onToggle={toggle} />
        <div>
          <TextRow of={fields} name="name" label={LABELS.name} maxLength={200} required isFirst />
          <div className={chosen.length === 0 ? fieldStyles.error : fieldStyles.label}>
            {chosen.length === 0 ? messages.parameters : (errors['parameter_ids']?.join(', ') ?? 'Selected parameters:')}
          </div>
          <ul className={styles.chosen}>
            {chosen.map((parameter) => (
              <li key={parameter.id}>
                <span>{parameter.name}</span>
                <Button
                  size="small"
                  variant="minimal"
                  icon={<Cross />}
                  aria-label={`Remove ${parameter.name}`}
                  title="Remove"
                  onClick={() => toggle(parameter)}
                />
              </li>
            ))}
          </ul>
        </div>
      </div>
    </EntryDialog>
  );
}

/** Parameters with a check box each, page by page. */
function Choices({ kind, chosen, onToggle }: { kind: TemplateKind; chosen: readonly Chosen[]; onToggle: (parameter: Chosen) => void }) {
  const [text, setText] = useState('');
  const asked = useAsked(text.trim(), SEARCH_DEBOUNCE);
  const [skip, setSkip] = useState(0);
  const { read, choices } = useChoices(kind, { query: asked.question, skip, take: TAKE });
  const { data, error, isLoading, refresh } = read;
  const isFormer = readinessOf(asked, read) !== 'answered';
  const { parameters, parameter } = WORDS[kind];
  return (
    <div>
      <FieldRow label={`Search ${parameters}`} required>
        {(field) => (
          <InputGroup
            {...field}
            type="search"
            autoComplete="off"
            spellCheck={false}
            value={text}
            onValueChange={(next) => {
              setText(next);
              setSkip(0);
            }}
            onKeyDown={(event) => isKey(event, 'choose') && asked.now()}
          />
        )}
      </FieldRow>
      {isLoading && <Loading label={`Reading ${parameters}`} rows={8} />}
      {!isLoading && !data && <Failed what={parameters} error={error} onRetry={() => void refresh()} />}
      {data && choices && (
        <>
          <div className={styles.choices} aria-busy={isFormer}>
            <div {...former(isFormer)}>
              {choices.map(({ id, name, unit }) => (
                <Checkbox key={id} checked={chosen.some((one) => one.id === id)} onChange={() => onToggle({ id, name })}>
                  {name} <span className="bp6-text-muted">{unit}</span>
                </Checkbox>
              ))}
              {choices.length === 0 && <p className="bp6-text-muted">No {parameter} is called so</p>}
            </div>
          </div>
          {data.overall_count > TAKE && (
            <Paging skip={skip} take={TAKE} total={data.overall_count} onChange={(page) => setSkip(page.skip)} />
          )}
        </>
      )}
    </div>
  );
}
