import { bornShown } from '#contracts/wire/birth';
import { Button } from '@blueprintjs/core';
import { Tick, WarningSign } from '@blueprintjs/icons';
import { messages } from '#contracts/rules/messages';
import { isLocalDateTime } from '#contracts/wire/primitives';
import { doubtTexts } from '#contracts/observations/recognition';
import type { PageView } from '#contracts/reports/reports';
import { showDate, todayIn } from '#web/lib/dates.ts';
import { DateField } from '#web/ui/date-field.tsx';
import { FieldRow } from '#web/ui/field-row.tsx';
import { LookAlikeTag } from '#web/ui/tags.tsx';
import type { HeadDoubt } from './head-doubts.ts';
import type { HeadField } from './page-content.ts';
import { PERSON, personRegions, type PersonField, type Place } from './marks.ts';
import { isOtherPerson, nameOnPage, OtherPerson } from './other-person.tsx';
import type { PageFormState } from './page.state.ts';
import { PatientPicker } from '#web/record/patient/patient-picker.tsx';
import { tellApart } from '#web/record/patient/tell-apart.ts';
import { Strip } from './strip.tsx';
import rowStyles from './row-editor.module.css';
import styles from './page.module.css';

export const TAKEN_OVER = 'This page names nobody. The patient was taken over from the page before, or chosen at the upload';
export const isTakenOver = ({ match, validation }: Pick<PageView, 'match' | 'validation'>): boolean =>
  match?.inherited === true && validation === null;

interface Props {
  page: PageView;
  state: PageFormState;
  url: string | undefined;
  readOnly: boolean;
  /** Questions about the day, such as one in the future. */
  warnings: readonly string[];
  /** Doubts of the dates that nobody has looked at. */
  open: readonly HeadDoubt[];
  onAccept: (field: HeadField) => void;
  active: Place | undefined;
  onFocus: (place: Place) => void;
  onHover: (place: Place | undefined) => void;
}

/** Whose results these are and when they were collected, each beside what the page says. */
export function PersonFields({ page, state, url, readOnly, warnings, open, onAccept, active, onFocus, onHover }: Props) {
  const { content, patient, birth, errors } = state;
  const read = page.recognition;
  const name = nameOnPage(page);
  const regions = personRegions(page);
  const hasDate = isLocalDateTime(content.collected);

  const nameDoubts = (['patient_first_name', 'patient_last_name'] as const).flatMap((field) => read?.header_doubts[field] ?? []);
  const dates = new Map<PersonField, string>(open.map(({ field, text }) => [field, text]));
  const doubtText = (field: PersonField): string | undefined =>
    field !== 'patient'
      ? dates.get(field)
      : page.validation
        ? undefined
        : [...new Set(nameDoubts)].map((doubt) => doubtTexts[doubt]).join('; ');
  const cell = (field: PersonField) => ({
    className: active?.row === PERSON && active.field === field ? styles.active : undefined,
    'data-person': field,
    'data-open': (dates.has(field) && !readOnly) || undefined,
    onMouseEnter: () => onHover({ row: PERSON, field }),
    onMouseLeave: () => onHover(undefined),
    onFocus: () => onFocus({ row: PERSON, field }),
  });
  /** Right above the field, as above every doubtful value. */
  const strip = (field: PersonField) => {
    const region = regions[field];
    const text = doubtText(field);
    if (!text || !read) return null;
    return (
      <div className={styles.doubt}>
        {region && <Strip url={url} page={read} region={region} name={field} />}
        <span>
          <WarningSign size={12} aria-hidden /> {text}
        </span>
        {field !== 'patient' && !readOnly && (
          <Button size="small" variant="minimal" icon={<Tick />} text="Right as it stands" onClick={() => onAccept(field)} />
        )}
      </div>
    );
  };

  return (
    <>
      <div className={styles.person}>
        <div {...cell('patient')}>
          {strip('patient')}
          <FieldRow
            label="Patient"
            required
            error={errors['patient_id']}
            help={
              <>
                {patient && `${tellApart(patient)}; `}on the page: {name || '---'}, born{' '}
                {read?.date_of_birth ? showDate(read.date_of_birth) : '---'} <LookAlikeTag of={patient} />
              </>
            }
          >
            {(field) => (
              <PatientPicker
                field={field}
                patient={patient}
                isChosen={content.patient_id !== null}
                onPage={name}
                readOnly={readOnly}
                onPick={state.pick}
                onFocus={() => onFocus({ row: PERSON, field: 'patient' })}
              />
            )}
          </FieldRow>
        </div>
        <div {...cell('born')}>
          {strip('born')}
          <DateField
            label="Date of birth"
            required={patient?.date_of_birth_precision === undefined}
            hint={patient?.date_of_birth_precision && `The record knows only ${bornShown(patient)}`}
            isBirth
            value={birth}
            disabled={readOnly}
            error={errors['date_of_birth'] ?? (birth !== '' && !isLocalDateTime(birth) ? messages.date : undefined)}
            onChange={(date_of_birth) => state.change((now) => ({ ...now, date_of_birth, isOther: false }))}
          />
        </div>
        <div {...cell('collected')}>
          {strip('collected')}
          <DateField
            label="Date collected"
            required
            value={content.collected}
            disabled={readOnly}
            today={patient && todayIn(patient.time_zone)}
            error={errors['collected'] ?? (content.collected !== '' && !hasDate ? 'Must be a correct date' : undefined)}
            hint={
              <>
                {read?.date_collected
                  ? read.date_collected !== content.collected.slice(0, 10) && `(on the page: ${showDate(read.date_collected)})`
                  : 'not found on the page'}
                {(hasDate ? warnings : []).map((text) => (
                  <span key={text} className={rowStyles.asks}>
                    {' '}
                    {text}
                  </span>
                ))}
              </>
            }
            onChange={(collected) => state.change((now) => ({ ...now, collected }))}
          />
        </div>
      </div>
      {isTakenOver(page) && <p className={styles.warning}>{TAKEN_OVER}: please check.</p>}
      {patient && isOtherPerson(page, patient, birth) && <OtherPerson page={page} patient={patient} state={state} readOnly={readOnly} />}
    </>
  );
}
