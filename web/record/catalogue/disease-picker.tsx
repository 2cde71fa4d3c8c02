import type { Disease } from '#contracts/diagnoses/diagnoses';
import { searchText } from '#contracts/rules/search-text';
import type { CatalogueDisease } from '#contracts/catalogues/diseases';
import { CataloguePicker, type PickerProps } from './catalogue-picker.tsx';

const columns = [
  { head: 'Code', cell: ({ code }: CatalogueDisease) => <span className="bp6-monospace-text">{code}</span>, isFirst: true },
  {
    head: 'Disease',
    isFirst: true,
    cell: ({ text, synonym, billable, retired, release }: CatalogueDisease) => (
      <>
        {text}
        {synonym !== undefined && <span className="bp6-text-muted"> ({synonym})</span>}
        {!billable && <span className="bp6-text-muted"> · heading, not billable</span>}
        {retired && <span className="bp6-text-muted"> · no longer valid, last in {release}</span>}
      </>
    ),
  },
];

/** The ICD choice of a diagnosis: `value` is what was chosen, with code, text and release as they are now. */
export function DiseasePicker(props: PickerProps<Disease>) {
  return (
    <CataloguePicker<CatalogueDisease, Disease>
      {...props}
      path="/api/diseases"
      what="diseases"
      placeholder="Code, name or abbreviation"
      columns={columns}
      written={({ code, text }) => `${code} ${text}`}
      chosen={({ id, code, text, release }) => ({ id, code, text, release })}
      isValue={(item, value) => item.id === value.id}
      // another word for it, such as 'diabetes', may mean several
      isNamed={({ code, text }, typed) => [code, text].some((name) => searchText(name) === searchText(typed))}
      isClosed={({ retired }) => retired === true}
    />
  );
}
