import { Checkbox, HTMLSelect, InputGroup } from '@blueprintjs/core';
import type { Accepted } from '#contracts/wire/command';
import { locksDivider, normalizationChoices } from '#contracts/examinations/measurement-parameters';
import { useCommandId } from '#web/lib/command-id.ts';
import { NORMALIZATIONS } from '#web/lib/normalization-names.ts';
import { EntryDialog, useEntryCalls } from './entry-dialog.tsx';
import { officeParameterCalls } from './office-parameters.ts';
import { FieldRow } from '#web/ui/field-row.tsx';
import { Definitions, type UsedParameter } from './office-parameter.definitions.tsx';
import { comparison, errorsIn, formOf, LABELS, NEW, type OfficeForm, payloadOf, settled } from './office-parameter.form.ts';
import { unfinished } from '#web/record/form/unfinished.ts';
import { useFields } from '#web/ui/use-fields.ts';
import { useBothVersions } from './use-both-versions.tsx';
import { startHere } from '#web/ui/start-here.ts';
import styles from './office-parameter.module.css';
import fieldStyles from '#web/ui/field-row.module.css';

export type OfficeMode = 'add' | 'suggest' | 'update' | 'review' | 'view';

const TITLES: Readonly<Record<OfficeMode, string>> = {
  add: 'Add new',
  suggest: 'Suggest new',
  update: 'Update',
  review: 'Review',
  view: 'View',
};

interface Props {
  mode: OfficeMode;
  /** Not there for a new one. */
  parameter?: UsedParameter | undefined;
  /** What was typed elsewhere and is not in the catalogue. */
  name?: string;
  onClose: () => void;
  /** Said in a sentence. */
  onDone: (accepted: Accepted, said: string) => void;
}

/** 'Add new', 'Suggest new', 'Update', 'Review' and 'View' of an office parameter. Outside clicks never close it. */
export function OfficeParameterDialog({ mode, parameter, name = '', onClose, onDone }: Props) {
  const { errors: refused, setErrors, run, stale, settle, shown } = useEntryCalls(onDone);
  const opened = parameter ? formOf(parameter) : { ...NEW, name };
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
  const readOnly = mode === 'view';
  const change = (changes: Partial<OfficeForm>) => fields.change(settled({ ...form, ...changes }));

  const submit = async () => {
    fields.submitted();
    const read = payloadOf(form);
    if ('errors' in read) return;
    const { payload } = read;
    const id = commandId([mode, payload, version]);
    if (mode === 'suggest') await run(`${payload.name} was suggested`, () => officeParameterCalls.suggest(payload, id));
    else if (!parameter) await run(`${payload.name} was added`, () => officeParameterCalls.add(payload, id));
    else if (mode === 'review')
      await run(`${payload.name} was approved`, () => officeParameterCalls.approve(parameter.id, version, payload, id));
    else await run(`${payload.name} was updated`, () => officeParameterCalls.update(parameter.id, version, payload, id));
  };
  const dropping = (what: 'remove' | 'reject') =>
    parameter && {
      label: what === 'remove' ? ('Remove' as const) : ('Reject' as const),
      question: `You are trying to ${what === 'remove' ? 'remove' : 'reject the request for'} an office parameter. This action is irreversible.`,
      run: () =>
        run(`${parameter.name} was ${what === 'remove' ? 'removed' : 'rejected'}`, () =>
          officeParameterCalls[what](parameter.id, version, commandId([what, version])),
        ),
    };

  const isLocked = readOnly || form.no_normalization || locksDivider(form.normalization_type);
  return (
    <EntryDialog
      className={styles.dialog}
      title={TITLES[mode]}
      {...shown}
      failure={errors['options_config']?.join(', ') ?? shown.failure}
      open={unfinished(fields.all, LABELS)}
      conflict={both.conflict}
      submit={mode === 'review' ? 'Approve' : 'Submit'}
      onSubmit={readOnly ? undefined : () => void submit()}
      drop={mode === 'update' ? dropping('remove') : mode === 'review' ? dropping('reject') : undefined}
      onClose={onClose}
    >
      <FieldRow label="Name" required error={errors['name']}>
        {(field) => (
          <InputGroup
            {...field}
            {...startHere}
            readOnly={readOnly}
            maxLength={200}
            autoComplete="off"
            value={form.name}
            onValueChange={(text) => change({ name: text })}
            onBlur={() => leave('name')}
          />
        )}
      </FieldRow>
      <FieldRow label="Unit or # per interval" error={errors['description']} help="mm[Hg], kg, cigarettes per day ...">
        {(field) => (
          <InputGroup
            {...field}
            readOnly={readOnly}
            maxLength={200}
            autoComplete="off"
            value={form.description}
            onValueChange={(description) => change({ description })}
            onBlur={() => leave('description')}
          />
        )}
      </FieldRow>
      <div className={fieldStyles.line}>
        <FieldRow label="Normalization" required error={errors['normalization_type']}>
          {(field) => (
            <HTMLSelect
              {...field}
              disabled={readOnly || form.no_normalization || form.normalization_type === 'Bmi'}
              value={form.normalization_type}
              options={(form.normalization_type === 'Bmi' ? (['Bmi'] as const) : normalizationChoices).map((value) => ({
                value,
                label: NORMALIZATIONS[value],
              }))}
              onChange={(event) => change({ normalization_type: event.target.value as OfficeForm['normalization_type'] })}
            />
          )}
        </FieldRow>
        <FieldRow
          label="Upper limit of normal"
          required
          error={errors['scale_divider']}
          help={
            !form.no_normalization && locksDivider(form.normalization_type)
              ? `${NORMALIZATIONS[form.normalization_type]} has a formula of its own`
              : ''
          }
        >
          {(field) => (
            <InputGroup
              {...field}
              disabled={isLocked}
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
      <Definitions
        options={form.options}
        parameter={parameter}
        errors={errors}
        readOnly={readOnly}
        onChange={(options) => change({ options })}
        onLeave={leave}
      />
    </EntryDialog>
  );
}
