/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a combobox: no native control shows templates, units and what waits for approval */
import { Button } from '@blueprintjs/core';
import { type KeyboardEvent, type Ref, useEffect, useId, useRef, useState } from 'react';
import type { MeasurementParameterView } from '#contracts/measurement-parameters';
import { useAnswerKeys, useAsked } from '#web/lib/asked.ts';
import { isKey } from '#web/lib/keys.ts';
import { showCount } from '#web/lib/numbers.ts';
import { findOfficeParameters, findTemplates, readOfficeParameters } from '#web/record/catalogue/office-parameters.ts';
import { SEARCH_DEBOUNCE } from '#web/lib/search.ts';
import type { Readiness } from '#web/lib/waiting-keys.ts';
import { showUnit } from '#contracts/measurement-units';
import { isPending, matching, membersOf, type Offer, type Offers, offersFrom, offersOf, templateName } from './exam-offers.ts';

interface Props {
  patientId: string;
  disabled: boolean;
  error: string | undefined;
  /** What there is, as far as it was read before the form opened; undefined where that failed. */
  known: Offers | undefined;
  inputRef: Ref<HTMLInputElement>;
  /** Whether there is room for the list below the box. */
  opensBelow: boolean;
  /** What was picked, several for a template. */
  onPick: (parameters: readonly MeasurementParameterView[]) => void;
  /** Takes back a suggestion of the own clinic. */
  onCancel: (pending: MeasurementParameterView) => void;
}

const ask = async (patientId: string, text: string, signal: AbortSignal): Promise<Offers> => {
  const [templates, parameters] = await Promise.all([findTemplates(patientId, text, signal), findOfficeParameters(text, signal)]);
  return offersFrom(templates, parameters);
};

/** What is offered for a text: at once from what is known, from the catalogue where that is not everything. */
const useOffers = (patientId: string, known: Offers | undefined, text: string) => {
  const [answer, setAnswer] = useState<{ text: string; offers?: Offers }>();
  const [round, setRound] = useState(0);
  const asked = useAsked(text, SEARCH_DEBOUNCE);
  const { question } = asked;
  const asks = known === undefined || (text !== '' && !known.isAll);
  useEffect(() => {
    if (!asks) return;
    const controller = new AbortController();
    ask(patientId, question, controller.signal).then(
      (offers) => setAnswer({ text: question, offers }),
      (cause: { isCancelled?: boolean }) => cause.isCancelled !== true && setAnswer({ text: question }),
    );
    return () => controller.abort();
  }, [patientId, question, asks, round]);

  const isAnswered = asks && answer?.text === text;
  const answered = isAnswered ? answer.offers : undefined;
  const readiness: Readiness = !asks || answered ? 'answered' : isAnswered ? 'failed' : 'awaited';
  return {
    offers: answered ? offersOf(answered) : known ? matching(offersOf(known), text) : [],
    parameters: [...(known?.parameters ?? []), ...(answered?.parameters ?? [])],
    readiness,
    isAll: (answered ?? known)?.isAll ?? true,
    now: asked.now,
    again: () => {
      setAnswer(undefined);
      setRound(round + 1);
    },
  };
};

/**
 * One box for both: a template by its name brings all its parameters, a parameter itself. Rows act once everything that there is for the typed
 * text is among them; an Enter before waits for that.
 */
export function ExamPicker({ patientId, disabled, error, known, inputRef, opensBelow, onPick, onCancel }: Props) {
  const id = useId();
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [at, setMarked] = useState(0);
  const { offers, parameters, readiness, isAll, now, again } = useOffers(patientId, known, text.trim());
  const isReady = readiness === 'answered';
  const marked = isReady ? Math.min(at, offers.length - 1) : -1;

  const pick = (offer: Offer | undefined) => {
    if (!offer || !isReady || isPending(offer)) return;
    const { found, missing } = membersOf(offer, parameters);
    setText('');
    setIsOpen(false);
    setMarked(0);
    if (missing.length === 0) return onPick(found);
    void readOfficeParameters(missing).then(
      (read) => onPick([...found, ...read]),
      () => again(),
    );
  };

  const keys = useAnswerKeys(text.trim(), readiness, (key) => {
    const count = Math.max(1, offers.length);
    if (key !== 'Enter') setMarked((Math.max(marked, 0) + (key === 'ArrowDown' ? 1 : count - 1)) % count);
    else if (readiness === 'failed') again();
    else pick(offers[marked]);
  });
  const keyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isKey(event, 'choiceDown') || isKey(event, 'choiceUp')) {
      event.preventDefault();
      setIsOpen(true);
      now();
      if (isOpen) keys.press(event.key);
    } else if (isKey(event, 'closeChoices') && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      setIsOpen(false);
    } else if (isKey(event, 'choose') && (isOpen || text.trim() !== '')) {
      event.preventDefault();
      now();
      keys.press(event.key);
    }
  };

  const note = error ?? (readiness === 'failed' ? 'The search failed. Enter tries again.' : undefined);
  return (
    <div className="exam-picker">
      <label className="field-label" htmlFor={`${id}-input`}>
        Add a parameter or a template
      </label>
      <input
        id={`${id}-input`}
        ref={inputRef}
        className="bp6-input exam-picker-input"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && offers[marked] ? `${id}-${marked}` : undefined}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={`${id}-note`}
        placeholder="blood pressure, weight, vital signs ..."
        autoComplete="off"
        spellCheck={false}
        disabled={disabled}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setMarked(0);
          setIsOpen(true);
        }}
        onClick={() => setIsOpen(true)}
        onBlur={() => {
          keys.forget();
          setIsOpen(false);
        }}
        onKeyDown={keyDown}
      />
      <div id={`${id}-note`} className={note ? 'field-error' : 'field-help'}>
        {note ?? 'Enter takes it, the arrows choose'}
      </div>
      {isOpen && (isReady || offers.length > 0) && (
        <div
          id={`${id}-list`}
          className={`exam-offers${opensBelow ? ' is-below' : ''}`}
          role="listbox"
          aria-label="Parameters and templates"
          aria-busy={readiness === 'awaited'}
        >
          {offers.map((offer, index) => (
            <OfferRow
              key={`${offer.kind}-${offer.id}`}
              id={`${id}-${index}`}
              offer={offer}
              isMarked={index === marked}
              isAwaiting={!isReady}
              onPick={() => pick(offer)}
              onCancel={onCancel}
            />
          ))}
          {offers.length === 0 && isReady && (
            <div className="exam-offer muted">Nothing is called so. It may be suggested as a new parameter.</div>
          )}
          {!isAll && <div className="exam-offer muted">There is more: type on to find it</div>}
        </div>
      )}
    </div>
  );
}

interface OfferProps {
  id: string;
  offer: Offer;
  isMarked: boolean;
  /** There may be others for what is typed: it cannot be taken yet. */
  isAwaiting: boolean;
  onPick: () => void;
  onCancel: (pending: MeasurementParameterView) => void;
}

function OfferRow({ id, offer, isMarked, isAwaiting, onPick, onCancel }: OfferProps) {
  const pending = offer.kind === 'parameter' && offer.parameter.state === 1;
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isMarked) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isMarked]);
  return (
    // the keys belong to the input, which names this one as active
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      ref={row}
      id={id}
      role="option"
      aria-selected={isMarked}
      aria-disabled={pending || isAwaiting || undefined}
      className={`exam-offer${isMarked ? ' is-marked' : ''}${pending ? ' is-pending' : ''}${isAwaiting ? ' is-previous' : ''}`}
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
    >
      {offer.kind === 'template' ? (
        <>
          <span>{templateName(offer.template)}</span>
          <span className="muted exam-offer-more">
            {offer.template.is_public ? 'template' : 'this patient'}, {showCount(offer.template.parameters.length, 'parameter')}
          </span>
        </>
      ) : (
        <>
          <span>{offer.parameter.name}</span>
          {pending ? (
            <span className="exam-offer-more">
              <span className="muted">waits for approval </span>
              <Button
                size="small"
                variant="minimal"
                text="Cancel"
                aria-label={`Cancel the suggestion ${offer.parameter.name}`}
                tabIndex={-1}
                onClick={(event) => {
                  event.stopPropagation();
                  onCancel(offer.parameter);
                }}
              />
            </span>
          ) : (
            <span className="muted exam-offer-more">{showUnit(offer.parameter.description)}</span>
          )}
        </>
      )}
    </div>
  );
}
