import type { Medication } from '#contracts/treatments/intakes';
import { productText } from '#contracts/treatments/medication-name';
import type { CatalogueMedication } from '#contracts/catalogues/medications';
import { searchText } from '#contracts/rules/search-text';
import { CataloguePicker, type PickerProps } from './catalogue-picker.tsx';

const columns = [
  { head: 'Brand', cell: ({ proprietary_name }: CatalogueMedication) => proprietary_name, isFirst: true },
  { head: 'Generic', cell: ({ nonproprietary_name }: CatalogueMedication) => nonproprietary_name },
  // a number is never parted from its unit: '1000' alone could be read as another strength
  { head: 'Strength', cell: ({ strength }: CatalogueMedication) => strength.replace(/(\d) (?=\S)/g, '$1\u00a0'), isFirst: true },
  { head: 'Form', cell: ({ form }: CatalogueMedication) => form },
  {
    head: 'Route',
    cell: ({ route, retired }: CatalogueMedication) => (
      <>
        {route}
        {retired && <span className="bp6-text-muted"> · no longer listed</span>}
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
      written={productText}
      chosen={chosen}
      isValue={(item, value) => item.id === value.id}
      // a name without its strength may be any of several products
      isNamed={(item, typed) => searchText(productText(chosen(item))) === searchText(typed)}
      isClosed={({ retired }) => retired === true}
    />
  );
}
