import { searchText } from '#contracts/rules/search-text';

/** Material of a specimen, as far as it decides which results form one line: serum, plasma and whole blood are one. */
export type Material = 'blood' | 'urine' | 'cerebrospinal fluid' | 'stool' | 'another material';

/** Words of several languages. */
const named: readonly (readonly [Material, RegExp])[] = [
  ['urine', /\b(?:urin(?:e|es|a|ary|alysis)?|harn|orina|mocz|virtsa|urin(?:status|sediment|analyse))\b/],
  ['cerebrospinal fluid', /(?<!-)\bcsf\b|\b(?:liquor|cerebrospinal|spinal fluid)\b/],
  ['stool', /\b(?:stool|faeces|feces|fecal|faecal|stuhl|selles|heces)\b/],
  [
    'blood',
    /(?<!seminal )\b(?:blood|serum|plasma|\w*blut|sang|sangre|sangue|suero|siero|soro|blod|bloed|krew|venous|arterial|capillary)\b/,
  ],
];

/** Further names of specimens: compounds, codes of HL7 v2 table 0487, tissues and fluids, and concepts of SNOMED CT. */
const ofSpecimens: readonly (readonly [Material, RegExp])[] = [
  ['urine', /\b(?:\w+urin|\w+harn|clean catch|mid ?stream|ur|ur[cnst]|uri|122575003|278020009|698276005|276833005|258574006|258566005)\b/],
  ['cerebrospinal fluid', /\b258450006\b/],
  ['stool', /\b(?:stl|119339001)\b/],
  [
    'another material',
    /\b(?:saliva|sputum|sweat|semen|seminal|tissue|biopsy|marrow|amniotic|pleural|periton\w*|ascit\w*|synovial|bile|gastric|milk|hair|nail|breath|wound|abscess|meconium|vaginal|cervical|throat|speichel)\b/,
  ],
  ['blood', /\b(?:\w+plasma|\w+serum|ser|plas|serpl\w*|bld\w?|wb|119297000|119364003|119361006|122555007|122552005|122554006|258580003)\b/],
];

/** Containers and ways of taking: they decide only if nothing else is named. */
const taken: readonly (readonly [Material, RegExp])[] = [
  ['another material', /\b(?:fluid|aspirate|drain\w*|swab|swb|abstrich|punktat|lavage|dialys\w*)\b/],
  ['blood', /\b(?:sst|edta|citrate|heparin)\b/],
];

/** All materials in a text. */
const materialsOf = (words: string, materials: readonly (readonly [Material, RegExp])[]): Material[] => {
  const text = searchText(words);
  return [...new Set(materials.filter(([, form]) => form.test(text)).map(([material]) => material))];
};

const only = ([material, ...others]: readonly Material[]): Material | undefined => (others.length > 0 ? undefined : material);

/**
 * The material in the name of a parameter, a panel or a method; undefined where it names none, or several. An analyte may have the name of a
 * tissue: 'Bile acids'.
 */
export const materialInName = (name: string): Material | undefined => only(materialsOf(name, named));

/** The material of a specimen, by its words or its code; undefined where they name none, or several. */
export const materialOf = (specimen: string): Material | undefined => {
  const materials = materialsOf(specimen, [...named, ...ofSpecimens]);
  return only(materials.length > 0 ? materials : materialsOf(specimen, taken));
};

const STRIP = /\b(?:strip|test ?strip|dip ?stick|teststreifen|streifentest)\b/;
const MICROSCOPE = /\b(?:microscop\w*|mikroskop\w*|sediment)\b/;

/**
 * True for methods of strips, and of microscopes without a unit of the count: a value that is only called 'Glucose' or 'Leukocytes' is then
 * probably not of blood.
 */
export const isOfStrips = (method: string, unit: string): boolean => {
  const text = searchText(method);
  return STRIP.test(text) || (unit === '' && MICROSCOPE.test(text));
};
