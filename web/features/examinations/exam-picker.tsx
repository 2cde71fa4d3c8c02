import { Button } from '@blueprintjs/core';
import { type Ref, useCallback, useId, useState } from 'react';
import type { ExaminationTemplateView } from '#contracts/examinations/examination-templates';
import type { MeasurementParameterView } from '#contracts/examinations/measurement-parameters';
import { showUnit } from '#contracts/examinations/measurement-units';
import { useAnswer } from '#web/lib/asked.ts';
import { showCount } from '#web/lib/numbers.ts';
import { findOfficeParameters, readOfficeParameters } from '#web/record/catalogue/office-parameters.ts';
import { findTemplates } from '#web/record/catalogue/templates.ts';
import { SEARCH_DEBOUNCE } from '#web/lib/search.ts';
import { Options, useCombobox } from '#web/ui/combobox.tsx';
import { isPending, matching, membersOf, type Offer, type Offers, offersFrom, offersOf, templateName } from './exam-offers.ts';
import styles from './exam-form.module.css';
import fieldStyles from '#web/ui/field-row.module.css';

interface Props {
  patientId: string;
  disabled: boolean;
  error: string | undefined;
  /** What there is, as far as it was read before the form opened; undefined where that failed. */
  known: Offers | undefined;
  inputRef: Ref<HTMLInputElement>;
  /** What was picked, several for a template, and which one that was. */
  onPick: (parameters: readonly MeasurementParameterView[], template?: ExaminationTemplateView) => void;
  /** Takes back a suggestion of the own clinic. */
  onCancel: (pending: MeasurementParameterView) => void;
}

/** What is offered for a text: at once from what is known, from the catalogue where that is not everything. */
const useOffers = (patientId: string, known: Offers | undefined, text: string) => {
  const ask = useCallback(
    async (asked: string, signal: AbortSignal): Promise<Offers> => {
      const [templates, parameters] = await Promise.all([
        findTemplates('examination', patientId, asked, signal),
        findOfficeParameters(asked, signal),
      ]);
      return offersFrom(templates, parameters);
    },
    [patientId],
  );
  const asks = known === undefined || (text !== '' && !known.isAll);
  const { found, ...answer } = useAnswer(text, SEARCH_DEBOUNCE, asks ? ask : undefined);
  return {
    ...answer,
    offers: found ? offersOf(found) : known ? matching(offersOf(known), text) : [],
    parameters: [...(known?.parameters ?? []), ...(found?.parameters ?? [])],
    isAll: (found ?? known)?.isAll ?? true,
  };
};

/**
 * One box for both: a template by its name brings all its parameters, a parameter itself. Rows act once everything that there is for the typed
 * text is among them; an Enter before waits for that.
 */
export function ExamPicker({ patientId, disabled, error, known, inputRef, onPick, onCancel }: Props) {
  const id = useId();
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const typed = text.trim();
  const { offers, parameters, readiness, isAll, now, again } = useOffers(patientId, known, typed);
  const isReady = readiness === 'answered';

  const combobox = useCombobox({
    id: `${id}-list`,
    typed,
    readiness,
    rows: isReady ? offers : [],
    first: isReady ? offers[0] : undefined,
    isOpen: isOpen || typed !== '',
    isListed: isOpen,
    onOpen: setIsOpen,
    onEnter: (marked) => (readiness === 'failed' ? again() : marked && pick(marked)),
    now,
  });
  const pick = (offer: Offer) => {
    if (isPending(offer)) return;
    const { found, missing } = membersOf(offer, parameters);
    const template = offer.kind === 'template' ? offer.template : undefined;
    setText('');
    combobox.close();
    if (missing.length === 0) return onPick(found, template);
    void readOfficeParameters(missing).then(
      (read) => onPick([...found, ...read], template),
      () => again(),
    );
  };

  const note = error ?? (readiness === 'failed' ? 'The search failed. Enter tries again.' : undefined);
  return (
    <div className={styles.picker}>
      <label className={fieldStyles.label} htmlFor={`${id}-input`}>
        Add a parameter or a template
      </label>
      <input
        {...combobox.input}
        id={`${id}-input`}
        ref={inputRef}
        className="bp6-input"
        aria-invalid={error !== undefined || undefined}
        aria-describedby={`${id}-note`}
        placeholder="blood pressure, weight, vital signs ..."
        disabled={disabled}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setIsOpen(true);
        }}
        onClick={() => setIsOpen(true)}
        onBlur={combobox.close}
      />
      <div id={`${id}-note`} className={note ? fieldStyles.error : fieldStyles.help}>
        {note ?? 'Enter takes it, the arrows choose'}
      </div>
      {isOpen && (isReady || offers.length > 0) && (
        <Options
          {...combobox.options}
          label="Parameters and templates"
          rows={offers}
          isFormer={!isReady}
          isClosed={isPending}
          text={(offer) => (offer.kind === 'template' ? templateName(offer.template) : offer.parameter.name)}
          hint={(offer) => <About offer={offer} onCancel={onCancel} />}
          notes={[
            offers.length === 0 && isReady && 'Nothing is called so. It may be suggested as a new parameter.',
            !isAll && 'There is more: type on to find it',
          ]}
          onPick={pick}
        />
      )}
    </div>
  );
}

function About({ offer, onCancel }: { offer: Offer; onCancel: Props['onCancel'] }) {
  if (offer.kind === 'template') {
    const { is_public, parameters } = offer.template;
    return `${is_public ? 'template' : 'this patient'}, ${showCount(parameters.length, 'parameter')}`;
  }
  const { parameter } = offer;
  if (!isPending(offer)) return showUnit(parameter.description);
  return (
    <>
      waits for approval{' '}
      <Button
        size="small"
        variant="minimal"
        text="Cancel"
        aria-label={`Cancel the suggestion ${parameter.name}`}
        tabIndex={-1}
        onClick={(event) => {
          event.stopPropagation();
          onCancel(parameter);
        }}
      />
    </>
  );
}
