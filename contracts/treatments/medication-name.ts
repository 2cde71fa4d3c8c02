import type { Medication } from './intakes.ts';

type Named = Pick<Medication, 'proprietary_name' | 'nonproprietary_name'>;

/** The brand, where the product has one of its own. */
export const brandOf = ({ proprietary_name, nonproprietary_name }: Named): string | undefined =>
  proprietary_name && proprietary_name.toLowerCase() !== nonproprietary_name.toLowerCase() ? proprietary_name : undefined;

interface Chosen {
  medication: Named;
  /** The generic name alone was chosen. */
  is_generic_selected: boolean;
}

const shownBrand = ({ medication, is_generic_selected }: Chosen): string | undefined =>
  is_generic_selected ? undefined : brandOf(medication);

/** What a drug is called everywhere: 'Lipitor (atorvastatin calcium)', or the generic name where there is no brand or it was chosen. */
export const medicationName = (chosen: Chosen): string => ingredientName(chosen.medication.nonproprietary_name, [chosen]);

/**
 * The same for one active ingredient, which several products may hold: 'ZESTORETIC (Lisinopril)', of several products
 * 'Acetaminophen (Regular Strength QPAP, Tylenol)'.
 */
export const ingredientName = (ingredient: string, products: readonly Chosen[]): string => {
  const names = [...new Set(products.map(shownBrand))];
  const brands = names.filter((name) => name !== undefined);
  if (brands.length === 0) return ingredient;
  return names.length === 1 ? `${brands[0]} (${ingredient})` : `${ingredient} (${brands.sort().join(', ')})`;
};

/** 'Lipitor (atorvastatin calcium), 40 mg, tablet, oral': all that tells one product from another. */
export const productText = ({ strength, form, route, ...medication }: Named & Pick<Medication, 'strength' | 'form' | 'route'>): string =>
  [medicationName({ medication, is_generic_selected: false }), strength, form, route].filter(Boolean).join(', ');
