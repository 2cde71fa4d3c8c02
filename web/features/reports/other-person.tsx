import { Checkbox } from '@blueprintjs/core';
import type { PatientView } from '#contracts/people/patients';
import type { PageView } from '#contracts/reports/reports';
import { bornShown } from '#contracts/wire/birth';
import { differingFields } from '#contracts/rules/persons';
import { isLocalDateTime } from '#contracts/wire/primitives';
import { showDate } from '#web/lib/dates.ts';
import { fullName } from '#web/lib/names.ts';
import type { PageFormState } from './page.state.ts';
import styles from './page.module.css';

/** 'Priya Examplekar', or '---' where the page names nobody. */
export const nameOnPage = ({ recognition }: Pick<PageView, 'recognition'>): string =>
  [recognition?.patient_first_name, recognition?.patient_last_name].filter(Boolean).join(' ');

/** Whether the person on the page, or the date of birth in the form, is another than in the chosen record (ruling 25). */
export const isOtherPerson = (page: Pick<PageView, 'recognition'>, patient: PatientView | undefined, birth: string): boolean => {
  if (!patient) return false;
  const read = page.recognition;
  const onPage = {
    first_name: read?.patient_first_name ?? null,
    last_name: read?.patient_last_name ?? null,
    date_of_birth: read?.date_of_birth ?? null,
  };
  return differingFields(onPage, patient).length > 0 || isBornElsewhen(birth, patient);
};
const isBornElsewhen = (birth: string, patient: PatientView): boolean =>
  isLocalDateTime(birth) && (patient.date_of_birth_precision !== undefined || birth.slice(0, 10) !== patient.date_of_birth.slice(0, 10));

interface Props {
  page: PageView;
  patient: PatientView;
  state: PageFormState;
  readOnly: boolean;
}

/** The page, or the date of birth that was entered, is of somebody else than the record: both are shown, and a person says whose results these are. */
export function OtherPerson({ page: { recognition: read }, patient, state, readOnly }: Props) {
  const { content, birth } = state;
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
  );
}
