import { Checkbox, InputGroup } from '@blueprintjs/core';
import { useState } from 'react';
import type { TemplateKind } from '#contracts/examinations/examination-templates';
import { messages } from '#contracts/rules/messages';
import type { PatientView } from '#contracts/people/patients';
import { fullName } from '#web/lib/names.ts';
import { useCommandId } from '#web/lib/command-id.ts';
import { Problem } from '#web/lib/http.ts';
import { showCount } from '#web/lib/numbers.ts';
import { templateCalls } from './templates.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { FieldRow } from '#web/ui/field-row.tsx';
import { startHere } from '#web/ui/start-here.ts';
import { toast } from '#web/ui/toasts.tsx';
import { useReturnFocus } from '#web/ui/use-return-focus.ts';

/** The documents' words of a group of office parameters; the same of lab parameters is a template. */
const WORDS = {
  examination: { title: 'New group name', label: 'Group name', what: 'group' },
  lab: { title: 'New template', label: 'Template name', what: 'template' },
} as const;

interface Props {
  kind: TemplateKind;
  patient: PatientView;
  parameterIds: readonly string[];
  onClose: () => void;
}

/** The parameters of the form as a group of their own: for this patient's next visits, or for everybody of the clinic. */
export function GroupDialog({ kind, patient, parameterIds, onClose }: Props) {
  useReturnFocus();
  const { title, label, what } = WORDS[kind];
  const [name, setName] = useState('');
  const [isShared, setIsShared] = useState(false);
  const [error, setError] = useState<string>();
  const [isLeft, setIsLeft] = useState(false);
  const [isWorking, setIsWorking] = useState(false);
  const commandId = useCommandId();
  const isEmpty = name.trim() === '';

  const save = async () => {
    setIsLeft(true);
    if (isEmpty) return;
    setIsWorking(true);
    const form = { name: name.trim(), parameter_ids: [...parameterIds] };
    const patientId = isShared ? null : patient.id;
    try {
      await templateCalls.create(kind, form, patientId, commandId([form, patientId]));
      toast.show(`The ${what} '${form.name}' was saved`, 'success');
      onClose();
    } catch (cause) {
      if (!(cause instanceof Problem)) throw cause;
      setError(Object.values(cause.fields).flat().join(', ') || cause.message);
      setIsWorking(false);
    }
  };

  return (
    <ConfirmDialog
      isOpen
      startsInside
      title={title}
      confirm="Save"
      intent="primary"
      isWorking={isWorking}
      disabled={isEmpty}
      onConfirm={() => void save()}
      onCancel={onClose}
    >
      <FieldRow
        label={label}
        required
        error={error ?? (isLeft && isEmpty ? messages.required : undefined)}
        help={showCount(parameterIds.length, 'parameter')}
      >
        {(field) => (
          <InputGroup
            {...field}
            {...startHere}
            maxLength={200}
            autoComplete="off"
            value={name}
            onValueChange={(text) => {
              setName(text);
              setError(undefined);
            }}
            onBlur={() => setIsLeft(true)}
          />
        )}
      </FieldRow>
      <Checkbox
        checked={isShared}
        onChange={(event) => setIsShared(event.currentTarget.checked)}
        label={`For all patients of the clinic, not only for ${fullName(patient)}`}
      />
    </ConfirmDialog>
  );
}
