import { Button, Checkbox } from '@blueprintjs/core';
import type { PatientView } from '#contracts/people/patients';
import type { PageView } from '#contracts/reports/reports';
import { bornShown } from '#contracts/wire/birth';
import { differingFields } from '#contracts/rules/persons';
import { isLocalDateTime } from '#contracts/wire/primitives';
import { longDate, showDate } from '#web/lib/dates.ts';
import { fullName } from '#web/lib/names.ts';
import { agreedTo, dayFirst, personOnPage } from './head-doubts.ts';
import type { PageFormState } from './page.state.ts';
import styles from './page.module.css';

/** 'Priya Examplekar', or '---' where the page names nobody. */
export const nameOnPage = ({ recognition }: Pick<PageView, 'recognition'>): string =>
  [recognition?.patient_first_name, recognition?.patient_last_name].filter(Boolean).join(' ');

/** Whether the person on the page, or the date of birth in the form, is another than in the chosen record (ruling 25). */
export const isOtherPerson = (page: Pick<PageView, 'recognition'>, patient: PatientView | undefined, birth: string): boolean => {
  if (!patient) return false;
  return differingFields(personOnPage(page), patient).length > 0 || isBornElsewhen(birth, patient);
};
const isBornElsewhen = (birth: string, patient: PatientView): boolean =>
  isLocalDateTime(birth) && (patient.date_of_birth_precision !== undefined || birth.slice(0, 10) !== patient.date_of_birth.slice(0, 10));

/** 'Jun 5, 2026' */
const inWords = (date: string): string => longDate(`${date.slice(0, 10)}T00:00:00`).replace(/^\w+ /, '');

interface Props {
  page: PageView;
  patient: PatientView;
  state: PageFormState;
  readOnly: boolean;
}

/** The page, or the date of birth that was entered, is of somebody else than the record: both are shown, and a person says whose results these are. */
export function OtherPerson({ page, patient, state, readOnly }: Props) {
  const { recognition: read } = page;
  const { content, birth } = state;
  const order = dayFirst(page, content, patient);
  const name = nameOnPage({ recognition: read });
  return (
    <div className={styles.warning} role="alert">
      <p>
        {(name || read?.date_of_birth) && (
          <>
            The page names <strong>{name || '---'}</strong>
            {read?.date_of_birth && (
              <>
                , born <strong>{showDate(read.date_of_birth)}</strong>
              </>
            )}
            .{' '}
          </>
        )}
        {isBornElsewhen(birth, patient) && (
          <>
            Entered as date of birth is <strong>{showDate(birth)}</strong>.{' '}
          </>
        )}
        The record is of <strong>{fullName(patient)}</strong>, born <strong>{bornShown(patient)}</strong>.
        {order && (
          <>
            {' '}
            {order.isSamePerson ? 'These are the same person if the page' : 'The birth dates are the same if the page'} writes the day
            before the month.
          </>
        )}
      </p>
      {order && !readOnly && (order.collected !== undefined || (order.isSamePerson && !content.isOther)) && (
        <Button
          size="small"
          text={`The page writes the day first: ${order.collected === undefined ? `born ${inWords(patient.date_of_birth)}` : `collected ${inWords(order.collected)}`}`}
          onClick={() =>
            state.change((now) => ({
              ...agreedTo(now, 'born'),
              ...(order.collected === undefined ? {} : { collected: order.collected + now.collected.slice(10) }),
              ...(order.isSamePerson ? { isOther: true } : {}),
            }))
          }
        />
      )}
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
  );
}
