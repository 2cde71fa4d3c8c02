/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a combobox: no native control shows templates, units and what waits for approval */
import { Button } from '@blueprintjs/core';
import { type KeyboardEvent, type Ref, useEffect, useId, useRef, useState } from 'react';
import { LAST_USED, type ExaminationTemplateView } from '#contracts/examination-templates';
import { fold } from '#contracts/folding';
import { type MeasurementParameterView, panels } from '#contracts/measurement-parameters';
import { findOfficeParameters, findTemplates, readOfficeParameters } from '#web/lib/office-parameters.ts';
import { SEARCH_DEBOUNCE } from '#web/lib/search.ts';
import { showCount } from '#web/lib/numbers.ts';

interface Props {
  patientId: string;
  disabled: boolean;
  error: string | undefined;
  inputRef: Ref<HTMLInputElement>;
  /** What was picked, several for a template. */
  onPick: (parameters: readonly MeasurementParameterView[]) => void;
  /** Takes back a suggestion of the own clinic. */
  onCancel: (pending: MeasurementParameterView) => void;
}

type Offer =
  | { kind: 'template'; id: string; template: ExaminationTemplateView }
  | { kind: 'parameter'; id: string; parameter: MeasurementParameterView };

interface Answer {
  text: string;
  offers: Offer[];
  /** Found and not shown. */
  more: number;
}

const templateName = ({ name }: ExaminationTemplateView): string => (name === LAST_USED ? 'Last used' : name);

const ask = async (patientId: string, text: string, signal: AbortSignal): Promise<Answer> => {
  const [templates, parameters] = await Promise.all([findTemplates(patientId, text, signal), findOfficeParameters(text, signal)]);
  const offers: Offer[] = [
    ...templates.items
      .filter((one) => one.parameters.length > 0)
      .map((template): Offer => ({ kind: 'template', id: template.id, template })),
    ...parameters.items.map((parameter): Offer => ({ kind: 'parameter', id: parameter.id, parameter })),
  ];
  return { text, offers, more: templates.overall_count + parameters.overall_count - templates.items.length - parameters.items.length };
};

/** A panel such as blood pressure stands for the values it is made of. */
const parametersOf = async (offer: Offer, signal: AbortSignal): Promise<MeasurementParameterView[]> => {
  if (offer.kind === 'template') return readOfficeParameters(offer.template.parameters.map(({ id }) => id));
  const codes = offer.parameter.code === undefined ? undefined : panels[offer.parameter.code];
  if (!codes) return [offer.parameter];
  const members = await Promise.all(codes.map((code) => findOfficeParameters(code, signal)));
  const found = members.flatMap(({ items }, index) => items.filter(({ code }) => code === codes[index]));
  return found.length === codes.length ? found : [offer.parameter];
};

const isPending = (offer: Offer | undefined): boolean => offer?.kind === 'parameter' && offer.parameter.state === 1;

/** One box for both: a template by its name brings all its parameters, a parameter itself. Enter picks without waiting for the list. */
export function ExamPicker({ patientId, disabled, error, inputRef, onPick, onCancel }: Props) {
  const id = useId();
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [marked, setMarked] = useState(0);
  const [answer, setAnswer] = useState<Answer>();
  const [isFailed, setIsFailed] = useState(false);
  const controller = useRef<AbortController | undefined>(undefined);
  const wanted = text.trim();

  const search = (asked: string): Promise<Answer> => {
    controller.current?.abort();
    controller.current = new AbortController();
    return ask(patientId, asked, controller.current.signal);
  };
  useEffect(() => {
    if (!isOpen || answer?.text === wanted) return;
    const timer = setTimeout(
      () => {
        search(wanted).then(
          (found) => {
            setAnswer(found);
            setIsFailed(false);
          },
          (cause: { isCancelled?: boolean }) => setIsFailed(cause.isCancelled !== true),
        );
      },
      wanted === '' ? 0 : SEARCH_DEBOUNCE,
    );
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- the search itself is made anew with each drawing
  }, [wanted, isOpen, answer?.text]);

  const isAnswered = answer?.text === wanted;
  const offers = isAnswered ? answer.offers : [];

  const pick = async (offer: Offer | undefined) => {
    if (!offer || isPending(offer)) return;
    setText('');
    setIsOpen(false);
    setMarked(0);
    onPick(await parametersOf(offer, new AbortController().signal));
  };
  /** A fast typist does not wait: the catalogue is asked at once, and what is named exactly or found first is taken. */
  const resolve = async () => {
    const found = await search(wanted).catch(() => undefined);
    if (!found) return setIsFailed(true);
    setAnswer(found);
    const name = (offer: Offer) => fold(offer.kind === 'template' ? templateName(offer.template) : offer.parameter.name);
    await pick(found.offers.find((offer) => name(offer) === fold(wanted)) ?? found.offers.find((offer) => !isPending(offer)));
  };

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
    } else if (event.key === 'Enter' && (isOpen || wanted !== '')) {
      event.preventDefault();
      if (isAnswered && offers.length > 0) void pick(offers[marked]);
      else if (wanted !== '') void resolve();
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
          setIsOpen(true);
        }}
        onClick={() => setIsOpen(true)}
        onBlur={() => setIsOpen(false)}
        onKeyDown={keyDown}
      />
      <div id={`${id}-note`} className={note ? 'field-error' : 'field-help'}>
        {note ?? 'Enter takes it, the arrows choose'}
      </div>
      {isOpen && isAnswered && (
        <div id={`${id}-list`} className="exam-offers" role="listbox" aria-label="Parameters and templates">
          {offers.map((offer, index) => (
            <OfferRow
              key={`${offer.kind}-${offer.id}`}
              id={`${id}-${index}`}
              offer={offer}
              isMarked={index === marked}
              onPick={() => void pick(offer)}
              onCancel={onCancel}
            />
          ))}
          {offers.length === 0 && <div className="exam-offer muted">Nothing is called so. It may be suggested as a new parameter.</div>}
          {answer.more > 0 && <div className="exam-offer muted">{showCount(answer.more, 'more')}: type on to find them</div>}
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
            <span className="muted exam-offer-more">{offer.parameter.description}</span>
          )}
        </>
      )}
    </div>
  );
}
