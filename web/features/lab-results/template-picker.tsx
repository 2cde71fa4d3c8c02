import { type Ref, useCallback, useId, useState } from 'react';
import type { ExaminationTemplateView } from '#contracts/examinations/examination-templates';
import type { LabParameterView } from '#contracts/lab/lab-parameters';
import { searchText } from '#contracts/rules/search-text';
import { useAnswer } from '#web/lib/asked.ts';
import { isKey } from '#web/lib/keys.ts';
import { showCount } from '#web/lib/numbers.ts';
import { SEARCH_DEBOUNCE } from '#web/lib/search.ts';
import { asRecorded, readLabParameters } from '#web/record/catalogue/lab-parameters.data.ts';
import { findTemplates, useTemplates } from '#web/record/catalogue/templates.ts';
import { Options, useCombobox } from '#web/ui/combobox.tsx';
import { FieldRow } from '#web/ui/field-row.tsx';
import styles from './template-picker.module.css';

interface Props {
  patientId: string;
  disabled: boolean;
  inputRef: Ref<HTMLInputElement>;
  /** The template with its parameters as the catalogue has them now. */
  onPick: (template: ExaminationTemplateView, parameters: readonly LabParameterView[]) => void;
}

const answering = (templates: readonly ExaminationTemplateView[], text: string): ExaminationTemplateView[] =>
  templates.filter(({ name, parameters }) => {
    const folded = searchText(name);
    return (
      parameters.length > 0 &&
      searchText(text)
        .split(' ')
        .every((word) => folded.includes(word))
    );
  });

/** What is ordered together, such as 'CBC', by one name: its parameters become rows. Not there while no template was made. */
export function TemplatePicker({ patientId, disabled, inputRef, onPick }: Props) {
  const id = useId();
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [isFailed, setIsFailed] = useState(false);
  const typed = text.trim();
  const { data } = useTemplates('lab', patientId);
  const isAll = data !== undefined && data.items.length === data.overall_count;
  const ask = useCallback((asked: string, signal: AbortSignal) => findTemplates('lab', patientId, asked, signal), [patientId]);
  const { found, readiness, now, again } = useAnswer(typed, SEARCH_DEBOUNCE, typed === '' || isAll ? undefined : ask);
  const templates = answering((found ?? data)?.items ?? [], typed);
  const isReady = readiness === 'answered';

  const pick = (template: ExaminationTemplateView) => {
    setText('');
    setIsFailed(false);
    combobox.close();
    readLabParameters(template.parameters.map((one) => one.id)).then(
      (parameters) => onPick(template, parameters.map(asRecorded)),
      () => setIsFailed(true),
    );
  };
  const combobox = useCombobox({
    id: `${id}-list`,
    typed,
    readiness,
    rows: isReady ? templates : [],
    first: isReady && typed !== '' ? templates[0] : undefined,
    isOpen: isOpen || typed !== '',
    isListed: isOpen,
    onOpen: setIsOpen,
    onEnter: (marked) => (readiness === 'failed' ? again() : marked && pick(marked)),
    now,
  });

  if (data?.overall_count === 0) return null;
  const error = isFailed ? 'The parameters could not be read. Please try again.' : 'The search failed. Enter tries again.';
  return (
    <FieldRow
      className={styles.picker}
      label="Add a template"
      error={isFailed || readiness === 'failed' ? error : undefined}
      help="Enter takes it, the arrows choose"
    >
      {(field) => (
        <>
          <input
            {...field}
            {...combobox.input}
            ref={inputRef}
            className="bp6-input"
            placeholder="CBC, lipids ..."
            disabled={disabled}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setIsOpen(true);
            }}
            onKeyDown={(event) => {
              // nothing is marked before anything is typed: Enter goes on to the next field
              if (typed !== '' || combobox.marked || !isKey(event, 'choose')) combobox.press(event);
            }}
            onClick={() => setIsOpen(true)}
            onBlur={combobox.close}
          />
          {isOpen && (isReady || templates.length > 0) && (
            <Options
              {...combobox.options}
              label="Templates"
              rows={templates}
              isFormer={!isReady}
              text={({ name }) => name}
              hint={({ is_public, parameters }) => `${is_public ? '' : 'this patient, '}${showCount(parameters.length, 'parameter')}`}
              notes={[
                templates.length === 0 && isReady && 'No template is called so',
                typed === '' && data !== undefined && !isAll && 'There is more: type on to find it',
              ]}
              onPick={pick}
            />
          )}
        </>
      )}
    </FieldRow>
  );
}
