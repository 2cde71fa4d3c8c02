import { searchText } from './search-text.ts';

/** Material of a specimen, as far as it decides which results form one line: serum, plasma and whole blood are one. */
export type Material = 'blood' | 'urine' | 'cerebrospinal fluid' | 'stool' | 'another material';

/** Words of several languages. */
const named: readonly (readonly [Material, RegExp])[] = [
  [
    'urine',
    /\b(?:urin(?:e|es|a|ary|aires?|alysis)?|harn|orina|mocz|virtsa|(?:urin|harn)(?:status|sediment|analyse|untersuchung|(?:test)?streifen|stix|befund|chemie|diagnostik|kultur)|(?:spontan|sammel|morgen|mittelstrahl|nativ)urin)\b/,
  ],
  [
    'cerebrospinal fluid',
    /(?<!-)\bcsf\b|\b(?:liquor(?:status|befund|analyse|diagnostik)?|cerebrospinal|spinal fluid|liquide cephalo-?rachidien)\b/,
  ],
  ['stool', /\b(?:stool|faeces|feces|fecal|faecal|fecale?s?|stuhl(?:probe|befund|untersuchung|diagnostik|kultur)?|selles|heces)\b/],
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

/** Further materials that laboratories examine, as the heads of sections say them, by the word that tells results of each apart. */
const fluids: readonly (readonly [string, RegExp])[] = [
  ['saliva', /\b(?:saliva|salivary|speichel|salive|salivaire)\b/],
  ['sweat', /\b(?:sweat|schweiss|sueur)\b/],
  ['effusion', /\b(?:pleural?|pleurapunktat|ascit\w*|aszites\w*|peritoneal|effusion|(?:pleura)?erguss|epanchement|punktat)\b/],
  ['synovial fluid', /\b(?:synovial\w*|gelenkpunktat|liquide articulaire)\b/],
  ['semen', /\b(?:semen|seminal|sperma|sperme|spermiogramm?e?|ejakulat)\b/],
  ['sputum', /\b(?:sputum|crachats?|expectoration)\b/],
  ['amniotic fluid', /\b(?:amniotic|fruchtwasser|liquide amniotique)\b/],
  ['bone marrow', /\b(?:bone marrow|knochenmark|moelle osseuse)\b/],
];

/**
 * What a printed name, the head of a section or a specimen's words say was examined, 'blood' or the word by which its results are told apart;
 * undefined where they say nothing, or several.
 */
export const materialInPrint = (words: string): string | undefined => {
  const text = searchText(words);
  const found = [...named, ...fluids].filter(([, form]) => form.test(text)).map(([material]) => material);
  const [material, ...others] = new Set(found.map((one) => (one === 'cerebrospinal fluid' ? 'CSF' : one)));
  return others.length > 0 ? undefined : material;
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
