import type { LabParameterView } from '#contracts/lab/lab-parameters';
import type { PatientView } from '#contracts/people/patients';
import type { Person } from '#contracts/rules/persons';
import { labParameters } from '#projections/lab-parameters/lab-parameters.projection';
import { patients } from '#projections/records/patients.projection';
import type { Reader } from '#projections/runner/reader';
import { Directories } from '../ocr/directories.ts';
import type { Alias } from '../ocr/reading-pool.ts';

/** Lookups for reading, answered from the read models. */
export class ReadModelDirectories extends Directories {
  constructor(private readonly reader: Reader) {
    super();
  }

  async parameters(): Promise<Alias[]> {
    const found = await this.reader.find<LabParameterView>(labParameters, { filter: { status: { eq: 'Approved' } } });
    return found.items.map(({ data }) => {
      const ofAdults = data.usual_ranges.filter(({ age_from, age_below }) => age_from === undefined && age_below === undefined);
      const range = ofAdults.find((each) => each.sex === undefined) ?? ofAdults[0];
      return { parameter_id: data.id, aliases: data.aliases, unit: data.unit, ...(range ? { min: range.min, max: range.max } : {}) };
    });
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
