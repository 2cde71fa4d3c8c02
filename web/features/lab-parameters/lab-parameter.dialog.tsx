import { Checkbox, HTMLSelect, InputGroup } from '@blueprintjs/core';
import type { LabParameterView } from '#contracts/lab/lab-parameters';
import { NormalizationType } from '#contracts/rules/normalization';
import type { Accepted } from '#contracts/wire/command';
import { NORMALIZATIONS } from '#web/lib/normalization-names.ts';
import { useCommandId } from '#web/lib/command-id.ts';
import { showCount } from '#web/lib/numbers.ts';
import { EntryDialog, useEntryCalls } from '#web/record/catalogue/entry-dialog.tsx';
import { useBothVersions } from '#web/record/catalogue/use-both-versions.tsx';
import { unfinished } from '#web/record/form/unfinished.ts';
import { FieldRow } from '#web/ui/field-row.tsx';
import { TextRow } from '#web/ui/text-row.tsx';
import { useFields } from '#web/ui/use-fields.ts';
import { AliasFields } from './alias-fields.tsx';
import { comparison, errorsIn, formOf, LABELS, newForm, type ParameterForm, payloadOf, settled } from './lab-parameter.form.ts';
import { labParameterCalls } from './lab-parameters.data.ts';
import { MergedList } from './merged-list.tsx';
import { RangeFields } from './range-fields.tsx';
import fieldStyles from '#web/ui/field-row.module.css';
import styles from './lab-parameter.module.css';

/** The form's choices: what has no normalization is a box of its own. */
const CHOICES = NormalizationType.exclude(['NoNormalization']).options.map((value) => ({ value, label: NORMALIZATIONS[value] }));

interface Props {
  /** Not there for a new one; what was requested or rejected is approved by it. */
  parameter?: LabParameterView | undefined;
  readOnly: boolean;
  onClose: () => void;
  /** Said in a sentence. */
  onDone: (accepted: Accepted, said: string) => void;
  /** A merge was taken back, and the dialog stays open. */
  onUndone: (accepted: Accepted, names: string) => void;
}

/** 'Lab parameter configuration'. Outside clicks never close it. */
export function LabParameterDialog({ parameter, readOnly, onClose, onDone, onUndone }: Props) {
  const { errors: refused, setErrors, run, stale, settle, shown } = useEntryCalls(onDone);
  const opened = parameter ? formOf(parameter) : newForm();
  const fields = useFields(opened, errorsIn, refused, () => setErrors({}));
  const { form, errors, leave } = fields;
  const both = useBothVersions({
    ...comparison,
    opened: { form: opened, version: parameter?.version ?? 0 },
    form,
    stale,
    onResolve: (resolved) => {
      fields.change(resolved);
      settle();
    },
  });
  const { version } = both;
  const commandId = useCommandId();
  const isRequest = parameter !== undefined && parameter.status !== 'Approved';
  const change = (changes: Partial<ParameterForm>) => fields.change(settled({ ...form, ...changes }));

  const submit = async () => {
    fields.submitted();
    const read = payloadOf(form, parameter?.source);
    if ('errors' in read) return;
    const { payload } = read;
    const [name = ''] = payload.aliases;
    const id = commandId([payload, version]);
    if (!parameter) await run(`${name} was added`, () => labParameterCalls.add(payload, id));
    else if (isRequest) await run(`${name} was approved`, () => labParameterCalls.approve(parameter.id, version, payload, id));
    else await run(`${name} was updated`, () => labParameterCalls.update(parameter.id, version, payload, id));
  };
  const pages = parameter?.pages ?? 0;

  return (
    <EntryDialog
      className={styles.dialog}
      title="Lab parameter configuration"
      {...shown}
      open={unfinished(fields.all, LABELS)}
      conflict={both.conflict}
      onSubmit={readOnly ? undefined : () => void submit()}
      drop={
        parameter && !isRequest && !readOnly
          ? {
              label: 'Remove',
              question: 'You are trying to remove medical data. This action is irreversible.',
              run: () =>
                run(`${parameter.primary_alias} was removed`, () =>
                  labParameterCalls.remove(parameter.id, version, commandId(['remove', version])),
                ),
            }
          : undefined
      }
      onClose={onClose}
    >
      {isRequest && !readOnly && (
        <p className="bp6-text-muted">
          {`Submitting adds it to the catalogue as a new parameter.${
            pages > 0 ? ` Rows on ${showCount(pages, 'page')} of reports wait for it and become results.` : ''
          }`}
        </p>
      )}
      <AliasFields
        aliases={form.aliases}
        known={isRequest ? [] : (parameter?.aliases ?? [])}
        parameterId={parameter?.id}
        errors={errors}
        readOnly={readOnly}
        onChange={(aliases) => change({ aliases })}
        onLeave={leave}
      />
      <div className={fieldStyles.line}>
        <TextRow of={fields} name="code" label={LABELS.code} maxLength={40} readOnly={readOnly} />
        <TextRow of={fields} name="unit" label={LABELS.unit} maxLength={60} readOnly={readOnly} help="UCUM: mg/dL, 10*3/uL" />
      </div>
      <div className={fieldStyles.line}>
        <FieldRow label={LABELS.normalization_type} required error={errors['normalization_type']}>
          {(field) => (
            <HTMLSelect
              {...field}
              disabled={readOnly || form.no_normalization}
              value={form.normalization_type}
              options={CHOICES}
              onChange={(event) => change({ normalization_type: event.target.value as NormalizationType })}
            />
          )}
        </FieldRow>
        <FieldRow label={LABELS.scale_divider} required error={errors['scale_divider']}>
          {(field) => (
            <InputGroup
              {...field}
              disabled={form.no_normalization}
              readOnly={readOnly}
              inputMode="decimal"
              autoComplete="off"
              value={form.scale_divider}
              onValueChange={(scale_divider) => change({ scale_divider })}
              onBlur={() => leave('scale_divider')}
            />
          )}
        </FieldRow>
      </div>
      <Checkbox
        checked={form.no_normalization}
        disabled={readOnly}
        label="No normalization"
        onChange={(event) => change({ no_normalization: event.currentTarget.checked })}
      />
      <Checkbox
        checked={form.is_default}
        disabled={readOnly}
        label="Default: suggested before others that fit as well"
        onChange={(event) => change({ is_default: event.currentTarget.checked })}
      />
      <Checkbox
        checked={form.ignored_during_validation}
        disabled={readOnly}
        label={LABELS.ignored_during_validation}
        onChange={(event) => change({ ignored_during_validation: event.currentTarget.checked })}
      />
      <RangeFields ranges={form.ranges} errors={errors} readOnly={readOnly} onChange={(ranges) => change({ ranges })} onLeave={leave} />
      {parameter?.merged && <MergedList merged={parameter.merged} readOnly={readOnly} onUndone={onUndone} />}
    </EntryDialog>
  );
}
