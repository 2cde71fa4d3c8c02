import type { PatientView } from '#contracts/people/patients';
import type { Person } from '#contracts/rules/persons';
import { type Recognised, recognised } from '#projections/lab-parameters/merges';
import { patients } from '#projections/records/patients.projection';
import type { Reader } from '#projections/runner/reader';
import { Directories } from '../ocr/directories.ts';
import type { Alias } from '../ocr/reading-pool.ts';

/** As reading needs them. */
export const namesOf = (parameters: readonly Recognised[]): Alias[] =>
  parameters.map(({ id, aliases, unit, usual_ranges, ignored_during_validation: ignored }) => {
    const ofAdults = usual_ranges.filter(({ age_from, age_below }) => age_from === undefined && age_below === undefined);
    const range = ofAdults.find((each) => each.sex === undefined) ?? ofAdults[0];
    return { parameter_id: id, aliases, unit, ...(ignored ? { ignored } : {}), ...(range ? { min: range.min, max: range.max } : {}) };
  });

/** Lookups for reading, answered from the read models. */
export class ReadModelDirectories extends Directories {
  constructor(private readonly reader: Reader) {
    super();
  }

  async parameters(): Promise<Alias[]> {
    return namesOf(await recognised(this.reader));
  }

  async patients(organization_id: string, person: Person): Promise<string[]> {
    if (!person.date_of_birth) return [];
    const born = `${person.date_of_birth.slice(0, 10)}T00:00:00`;
    const found = await this.reader.find<PatientView>(patients, {
      filter: { organization_id: { eq: organization_id }, date_of_birth: { eq: born } },
    });
    return found.items.map(({ id }) => id);
  }
}
