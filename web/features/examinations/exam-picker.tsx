/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a combobox: no native control shows templates, units and what waits for approval */
import { Button } from '@blueprintjs/core';
import { type KeyboardEvent, type Ref, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { MeasurementParameterView } from '#contracts/measurement-parameters';
import { showCount } from '#web/lib/numbers.ts';
import { findOfficeParameters, findTemplates, readOfficeParameters } from '#web/lib/office-parameters.ts';
import { SEARCH_DEBOUNCE } from '#web/lib/search.ts';
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
  const [answer, setAnswer] = useState<{ text: string; offers: Offers }>();
  const [isFailed, setIsFailed] = useState(false);
  const [round, setRound] = useState(0);
  const asks = known === undefined || (text !== '' && !known.isAll);
  useEffect(() => {
    if (!asks) return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      ask(patientId, text, controller.signal).then(
        (offers) => {
          setAnswer({ text, offers });
          setIsFailed(false);
        },
        (cause: { isCancelled?: boolean }) => cause.isCancelled !== true && setIsFailed(true),
      );
    }, SEARCH_DEBOUNCE);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [patientId, text, asks, round]);

  const answered = asks && answer?.text === text ? answer.offers : undefined;
  return {
    offers: answered ? offersOf(answered) : known ? matching(offersOf(known), text) : [],
    parameters: [...(known?.parameters ?? []), ...(answered?.parameters ?? [])],
    isReady: !asks || answered !== undefined,
    isAll: (answered ?? known)?.isAll ?? true,
    isFailed,
    again: () => setRound(round + 1),
  };
};

/** One box for both: a template by its name brings all its parameters, a parameter itself. Enter picks without waiting. */
export function ExamPicker({ patientId, disabled, error, known, inputRef, opensBelow, onPick, onCancel }: Props) {
  const id = useId();
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [marked, setMarked] = useState(0);
  const { offers, parameters, isReady, isAll, isFailed, again } = useOffers(patientId, known, text.trim());
  /** Enter came before the catalogue had answered. */
  const [isWanted, setIsWanted] = useState(false);

  const pick = (offer: Offer | undefined) => {
    if (!offer || isPending(offer)) return;
    const { found, missing } = membersOf(offer, parameters);
    setText('');
    setIsWanted(false);
    setIsOpen(false);
    setMarked(0);
    if (missing.length === 0) return onPick(found);
    void readOfficeParameters(missing).then(
      (read) => onPick([...found, ...read]),
      () => again(),
    );
  };

  const takeWanted = useEffectEvent(() => pick(offers[0]));
  useEffect(() => {
    if (!isWanted || !isReady) return;
    const timer = setTimeout(takeWanted, 0);
    return () => clearTimeout(timer);
  }, [isWanted, isReady]);

  const keyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setIsOpen(true);
      const count = Math.max(1, offers.length);
      if (isOpen) setMarked((marked + (event.key === 'ArrowDown' ? 1 : count - 1)) % count);
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      setIsOpen(false);
    } else if (event.key === 'Enter' && (isOpen || text.trim() !== '')) {
      event.preventDefault();
      if (!isReady) {
        if (isFailed) again();
        setIsWanted(true);
      } else pick(offers[Math.min(marked, offers.length - 1)]);
    }
  };

  const note = error ?? (isFailed ? 'The search failed. Enter tries again.' : undefined);
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
          setIsWanted(false);
          setIsOpen(true);
        }}
        onClick={() => setIsOpen(true)}
        onBlur={() => setIsOpen(false)}
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
        >
          {offers.map((offer, index) => (
            <OfferRow
              key={`${offer.kind}-${offer.id}`}
              id={`${id}-${index}`}
              offer={offer}
              isMarked={index === marked}
              onPick={() => pick(offer)}
              onCancel={onCancel}
            />
          ))}
          {offers.length === 0 && <div className="exam-offer muted">Nothing is called so. It may be suggested as a new parameter.</div>}
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
  onPick: () => void;
  onCancel: (pending: MeasurementParameterView) => void;
}

function OfferRow({ id, offer, isMarked, onPick, onCancel }: OfferProps) {
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
      aria-disabled={pending || undefined}
      className={`exam-offer${isMarked ? ' is-marked' : ''}${pending ? ' is-pending' : ''}`}
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
