import { Checkbox } from '@blueprintjs/core';
import { WarningSign } from '@blueprintjs/icons';
import type { PatientView } from '#contracts/people/patients';
import { differingFields } from '#contracts/rules/persons';
import { isLocalDateTime } from '#contracts/wire/primitives';
import { doubtTexts, type HeaderField } from '#contracts/observations/recognition';
import type { PageView } from '#contracts/reports/reports';
import { fullName } from '#web/lib/names.ts';
import { showDate, todayIn } from '#web/lib/dates.ts';
import { DateField } from '#web/ui/date-field.tsx';
import { FieldRow } from '#web/ui/field-row.tsx';
import { SimilarName } from '#web/ui/tags.tsx';
import { PERSON, personRegions, type PersonField, type Place } from './marks.ts';
import type { PageFormState } from './page.state.ts';
import { PatientPicker, tellApart } from './patient-picker.tsx';
import { Strip } from './strip.tsx';
import rowStyles from './row-editor.module.css';
import styles from './page.module.css';

/** 'Priya Examplekar', or '---' where the page names nobody. */
export const nameOnPage = ({ recognition }: Pick<PageView, 'recognition'>): string =>
  [recognition?.patient_first_name, recognition?.patient_last_name].filter(Boolean).join(' ');

/** What of the person on the page is other than in the chosen record (ruling 25). */
export const differingFrom = (page: Pick<PageView, 'recognition'>, patient: PatientView | undefined): readonly string[] => {
  const read = page.recognition;
  if (!patient || !read) return [];
  const { patient_first_name: first_name, patient_last_name: last_name, date_of_birth } = read;
  return differingFields({ first_name, last_name, date_of_birth }, patient);
};

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
  active: Place | undefined;
  onFocus: (place: Place) => void;
  onHover: (place: Place | undefined) => void;
}

/** Whose results these are and when they were collected, each beside what the page says. */
export function PersonFields({ page, state, url, readOnly, warnings, active, onFocus, onHover }: Props) {
  const { content, patient, errors } = state;
  const read = page.recognition;
  const name = nameOnPage(page);
  const regions = personRegions(page);
  const differs = differingFrom(page, patient);
  const hasDate = isLocalDateTime(content.collected);

  const doubts = (...fields: HeaderField[]) => [...new Set(fields.flatMap((field) => read?.header_doubts[field] ?? []))];
  const doubtful: Record<PersonField, ReturnType<typeof doubts>> = {
    patient: doubts('patient_first_name', 'patient_last_name'),
    born: doubts('date_of_birth'),
    collected: doubts('date_collected'),
  };
  const cell = (field: PersonField) => ({
    className: active?.row === PERSON && active.field === field ? styles.active : undefined,
    'data-person': field,
    onMouseEnter: () => onHover({ row: PERSON, field }),
    onMouseLeave: () => onHover(undefined),
    onFocus: () => onFocus({ row: PERSON, field }),
  });
  /** Right above the field, as above every doubtful value. */
  const strip = (field: PersonField) => {
    const region = regions[field];
    if (doubtful[field].length === 0 || page.validation || !region || !read) return null;
    return (
      <div className={styles.doubt}>
        <Strip url={url} page={read} region={region} name={field} />
        <span>
          <WarningSign size={12} aria-hidden /> {doubtful[field].map((doubt) => doubtTexts[doubt]).join('; ')}
        </span>
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
                on the page: {name || '---'}, born {read?.date_of_birth ? showDate(read.date_of_birth) : '---'}{' '}
                {patient?.similar_name && <SimilarName />}
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
          <FieldRow label="Date of birth" required help={patient && tellApart(patient)}>
            {(field) => (
              <input
                {...field}
                className="bp6-input"
                readOnly
                placeholder="---"
                title="Of the chosen patient"
                value={patient ? showDate(patient.date_of_birth) : ''}
              />
            )}
          </FieldRow>
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
      {patient && differs.length > 0 && (
        <div className={styles.warning} role="alert">
          <p>
            The page names <strong>{name || '---'}</strong>
            {read?.date_of_birth && (
              <>
                , born <strong>{showDate(read.date_of_birth)}</strong>
              </>
            )}
            . The record is of <strong>{fullName(patient)}</strong>, born <strong>{showDate(patient.date_of_birth)}</strong>.
          </p>
          {!readOnly && (
            <Checkbox
              checked={content.isOther}
              label={`These are results of ${fullName(patient)}`}
              onChange={(event) => {
                const isOther = event.currentTarget.checked;
                state.change((now) => ({ ...now, isOther }));
              }}
            />
          )}
        </div>
      )}
    </>
  );
}
