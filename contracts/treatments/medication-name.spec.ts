import { ingredientName, medicationName, productText } from './medication-name.ts';

const product = (proprietary_name: string | undefined, nonproprietary_name: string, is_generic_selected = false) => ({
  medication: { nonproprietary_name, ...(proprietary_name === undefined ? {} : { proprietary_name }) },
  is_generic_selected,
});
const lipitor = product('Lipitor', 'atorvastatin calcium');
const zestoretic = product('ZESTORETIC', 'Hydrochlorothiazide; Lisinopril');

it.each([
  [lipitor, 'Lipitor (atorvastatin calcium)'],
  [product('Lipitor', 'atorvastatin calcium', true), 'atorvastatin calcium'],
  [product('Metformin', 'metformin'), 'metformin'],
  [product(undefined, 'metformin'), 'metformin'],
  [zestoretic, 'ZESTORETIC (Hydrochlorothiazide; Lisinopril)'],
])('a drug is called by brand and generic name: %j', (chosen, name) => expect(medicationName(chosen)).toBe(name));

it('one ingredient is called like the product that holds it', () => {
  expect(ingredientName('atorvastatin calcium', [lipitor, lipitor])).toBe(medicationName(lipitor));
  expect(ingredientName('Lisinopril', [zestoretic])).toBe('ZESTORETIC (Lisinopril)');
});
it('of several products the ingredient stands first', () => {
  expect(ingredientName('Lisinopril', [zestoretic, product('Prinivil', 'Lisinopril')])).toBe('Lisinopril (Prinivil, ZESTORETIC)');
  expect(ingredientName('Lisinopril', [zestoretic, product(undefined, 'Lisinopril')])).toBe('Lisinopril (ZESTORETIC)');
});
it('a product is told from others by strength, form and route', () =>
  expect(productText({ ...lipitor.medication, strength: '40 mg', form: 'tablet', route: 'oral' })).toBe(
    'Lipitor (atorvastatin calcium), 40 mg, tablet, oral',
  ));
