import { useRef } from 'react';
import type { DiagnosisView } from '#contracts/diagnoses/diagnoses';
import { diagnosisWarnings } from './diagnosis-warnings.ts';
import type { PatientView } from '#contracts/people/patients';
import { isLocalDateTime } from '#contracts/wire/primitives';
import { birthOf } from '#contracts/wire/birth';
import { showDate, todayIn } from '#web/lib/dates.ts';
import { DateField } from '#web/ui/date-field.tsx';
import { DiseasePicker } from '#web/record/catalogue/disease-picker.tsx';
import { FieldRow } from '#web/ui/field-row.tsx';
import { AddChoice } from '#web/record/form/add-choice.tsx';
import { ItemForm } from '#web/record/form/item-form.tsx';
import { askedOf, useItemForm } from '#web/record/form/use-item-form.ts';
import { contentErrors, contentOf, type DiagnosisContent, differences, EMPTY, formOf, merge, storedContent } from './diagnosis-content.ts';
import styles from './diagnoses.module.css';
import fieldStyles from '#web/ui/field-row.module.css';

interface Props {
  patient: PatientView;
  /** As it was when the form was opened; null for a new one. */
  existing: DiagnosisView | null;
  /** Earlier diagnoses that a new one may take its disease from. */
  earlier: readonly DiagnosisView[];
  /** Starts over with an empty form. */
  onAnother: () => void;
}

/** Entering or changing a diagnosis without the mouse. */
export function DiagnosisEditor({ patient, existing, earlier, onAnother }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const today = todayIn(patient.time_zone);
  const state = useItemForm<DiagnosisContent>({
    kind: 'diagnoses',
    patient,
    existing: existing && { id: existing.id, version: existing.version, draft: existing.draft, content: contentOf(existing) },
    empty: EMPTY,
    validate: contentErrors,
    warnings: (content) => {
      const { time_from, time_to } = formOf(content);
      const facts = { today, ...birthOf(patient) };
      return diagnosisWarnings({ time_from, time_to }, facts).map((warning) => askedOf(warning));
    },
    sent: formOf,
    stored: storedContent,
    differences,
    merge,
    serverErrors: (errors) =>
      // 'disease.id' and the like belong to the one choice there is
      Object.fromEntries(Object.entries(errors).map(([path, texts]) => [path.split('.')[0] ?? path, texts])),
  });
  const { content, errors, warnings, isWorking, change, leaveField } = state;

  const focus = (selector: string) => setTimeout(() => box.current?.querySelector<HTMLElement>(selector)?.focus(), 0);
  const copyFrom = ({ disease }: DiagnosisView) => {
    // the disease alone: a new diagnosis has dates of its own (ruling 36)
    change({ disease: contentOf({ disease, time_from: null, time_to: null }).disease });
    focus('[inputmode="numeric"]');
  };
  const questions = (field: string) =>
    warnings.flatMap(({ key, field: at, text }) =>
      at === field
        ? [
            <span key={key} className={fieldStyles.doubt}>
              {text}
            </span>,
          ]
        : [],
    );
  const date = (field: 'time_from' | 'time_to', label: string) => (
    <DateField
      label={label}
      required={field === 'time_from'}
      value={content[field]}
      onChange={(value) => change({ [field]: value })}
      onBlur={() => leaveField(field)}
      error={errors.seen[field]}
      today={today}
      disabled={isWorking}
      hint={questions(field)}
    />
  );

  const codes = earlier.filter(({ disease }) => disease.id !== undefined && disease.code !== undefined);
  return (
    <ItemForm
      kind="diagnoses"
      patient={patient}
      state={state}
      existing={existing}
      said={(kind) => `${kind === 'draft' ? 'draft of a diagnosis' : (content.disease?.text ?? 'diagnosis')} saved`}
      onAnother={onAnother}
      {...(existing
        ? {
            start: '[inputmode="numeric"]',
            removal: existing.time_from ? `${existing.disease_name}, from ${showDate(existing.time_from)},` : existing.disease_name,
          }
        : {})}
    >
      <div ref={box} className={`${fieldStyles.form} ${styles.form}`}>
        {!existing && (
          <AddChoice
            className={styles.add}
            isNew={content.disease === null}
            onNew={() => {
              change({ disease: null });
              focus('[aria-haspopup="grid"]');
            }}
            earlier={codes.map((item) => ({
              id: item.id,
              text: `${item.disease.code} ${item.disease.text}`,
              onPick: () => copyFrom(item),
            }))}
          />
        )}
        <FieldRow label="Diagnosis (ICD)" required error={errors.seen['disease']}>
          {(field) => (
            <div onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || leaveField('disease')}>
              <DiseasePicker
                field={field}
                value={content.disease}
                readOnly={isWorking}
                onPick={(disease, isHere) => {
                  change({ disease: disease ?? null });
                  if (disease && isHere) focus('[inputmode="numeric"]');
                }}
              />
            </div>
          )}
        </FieldRow>
        <div className={fieldStyles.line}>
          {date('time_from', 'Start date')}
          {date('time_to', 'Stop date')}
        </div>
        {content.time_to.trim() === '' && isLocalDateTime(content.time_from) && (
          <p className="bp6-text-muted">Without a stop date the diagnosis lasts.</p>
        )}
      </div>
    </ItemForm>
  );
}
