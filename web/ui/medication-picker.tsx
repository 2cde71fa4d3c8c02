import type { Medication } from '#contracts/intakes';
import type { CatalogueMedication } from '#contracts/medications';
import { CataloguePicker, type PickerProps } from './catalogue-picker.tsx';

type Named = Pick<Medication, 'proprietary_name' | 'nonproprietary_name' | 'strength' | 'form' | 'route'>;

/** 'Glucophage (metformin hydrochloride) 500 mg, tablet, oral'; the brand left out where it only repeats the generic name. */
const medicationText = ({ proprietary_name, nonproprietary_name, strength, form, route }: Named): string => {
  const hasBrand = proprietary_name && proprietary_name.toLowerCase() !== nonproprietary_name.toLowerCase();
  const name = hasBrand ? `${proprietary_name} (${nonproprietary_name})` : nonproprietary_name;
  return [[name, strength].filter(Boolean).join(' '), form, route].filter(Boolean).join(', ');
};

const columns = [
  { head: 'Brand', cell: ({ proprietary_name }: CatalogueMedication) => proprietary_name, isFirst: true },
  { head: 'Generic', cell: ({ nonproprietary_name }: CatalogueMedication) => nonproprietary_name },
  { head: 'Strength', cell: ({ strength }: CatalogueMedication) => strength, isFirst: true },
  { head: 'Form', cell: ({ form }: CatalogueMedication) => form },
  {
    head: 'Route',
    cell: ({ route, retired }: CatalogueMedication) => (
      <>
        {route}
        {retired && <span className="muted"> · no longer listed</span>}
      </>
    ),
  },
];

const chosen = ({ id, proprietary_name, nonproprietary_name, form, route, strength }: CatalogueMedication): Medication => ({
  id,
  nonproprietary_name,
  ...(proprietary_name === '' ? {} : { proprietary_name }),
  ...(form === '' ? {} : { form }),
  ...(route === '' ? {} : { route }),
  ...(strength === '' ? {} : { strength }),
});

/** The medication of a treatment, by brand or generic name, with what the catalogue says of it now. */
export function MedicationPicker(props: PickerProps<Medication>) {
  return (
    <CataloguePicker<CatalogueMedication, Medication>
      {...props}
      path="/api/medications"
      what="medications"
      placeholder="Brand or generic name, strength"
      columns={columns}
      written={medicationText}
      chosen={chosen}
      isValue={(item, value) => item.id === value.id}
      isClosed={({ retired }) => retired === true}
    />
  );
}
