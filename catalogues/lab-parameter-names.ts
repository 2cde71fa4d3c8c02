import { labParameterId } from './lab-parameter.ts';

/** Names by LOINC code under which laboratories of other countries print what a list may have by its own names alone. */
const NAMES: Readonly<Record<string, string>> = {
  '718-7': 'Hämoglobin|Hémoglobine|Haemoglobin concentration',
  '4544-3': 'Hämatokrit|Hématocrite|Haematocrit level',
  '789-8': 'Total red cell count',
  '6690-2': 'Total white cell count|Total white blood cell count|Total WBC count|Total leucocyte count',
  '777-3': 'Thrombozyten|Plaquettes|Numération plaquettaire|Blood platelet count',
  '787-2': 'VGM|Mean cell volume (MCV)|Mittleres Zellvolumen',
  '785-6': 'TCMH|Mean cell haemoglobin',
  '786-4': 'CCMH|Mean cell haemoglobin concentration|Mean corpuscular haemoglobin concentration',
  '788-0': 'EVB|Erythrozytenverteilungsbreite|Indice de distribution des globules rouges',
  '751-8': 'Neutrophils|Neutrophil count|Neutrophile|Neutrophile absolut|Polynucléaires neutrophiles',
  '770-8': 'Neutrophile|Polynucléaires neutrophiles',
  '731-0': 'Lymphocytes|Lymphocyte count|Lymphozyten|Lymphozyten absolut',
  '736-9': 'Lymphozyten',
  '742-7': 'Monocytes|Monocyte count|Monozyten|Monozyten absolut',
  '5905-5': 'Monozyten',
  '711-2': 'Eosinophils|Eosinophil count|Eosinophile|Eosinophile absolut|Polynucléaires éosinophiles',
  '713-8': 'Eosinophile|Polynucléaires éosinophiles',
  '704-7': 'Basophils|Basophil count|Basophile|Basophile absolut|Polynucléaires basophiles',
  '706-2': 'Basophile|Polynucléaires basophiles',
  '4537-7': 'BSG|Blutsenkung|Blutkörperchensenkungsgeschwindigkeit|Vitesse de sédimentation|VS',
  '2345-7': 'Blutzucker|Nüchternglukose|Glucose nüchtern|Glycémie|Glycémie à jeun|Fasting glucose|Blood glucose',
  '3094-0': 'Harnstoff-N|Harnstoffstickstoff|Azote uréique',
  '2160-0': 'Kreatinin|Créatinine|Créatininémie',
  '98979-8': 'DFG|DFG estimé|eGFR (CKD-EPI)|Geschätzte GFR|Estimated GFR|Estimated glomerular filtration rate',
  '2951-2': 'Natrémie',
  '2823-3': 'Kaliémie',
  '2075-0': 'Chlorid|Chlorures|Chlorure|Chlorémie',
  '2028-9': 'Bikarbonat|Standardbikarbonat|Bicarbonates|Réserve alcaline|Total carbon dioxide',
  '17861-6': 'Kalzium|Calcium gesamt|Calcium total|Calcémie',
  '19123-9': 'Magnésium',
  '2777-1': 'Phosphat|Phosphor|Anorganisches Phosphat|Phosphore|Phosphates|Phosphorémie',
  '2885-2': 'Gesamteiweiß|Gesamtprotein|Eiweiß gesamt|Protides totaux|Protéines totales|Protidémie',
  '1751-7': 'Albumine',
  '1975-2': 'Bilirubin gesamt|Gesamtbilirubin|Bilirubine totale',
  '1968-7': 'Bilirubin direkt|Direktes Bilirubin|Konjugiertes Bilirubin|Bilirubine directe|Bilirubine conjuguée',
  '1742-6': 'TGP|Alanin-Aminotransferase|Alanine aminotransférase|Alanine transaminase',
  '1920-8': 'TGO|Aspartat-Aminotransferase|Aspartate aminotransférase|Aspartate transaminase',
  '6768-6': 'Alkalische Phosphatase|Phosphatases alcalines|Phosphatase alcaline|PAL',
  '2324-2': 'Gamma-Glutamyltransferase|Gamma-glutamyl transférase|Gamma glutamyl transpeptidase',
  '2532-0': 'Laktatdehydrogenase|Lactate déshydrogénase|Lactico-déshydrogénase',
  '2157-6': 'Kreatinkinase|Créatine kinase|CK gesamt|CPK totales',
  '3084-1': 'Harnsäure|Acide urique|Uricémie',
  '2093-3': 'Gesamtcholesterin|Cholesterin|Cholesterin gesamt|Cholestérol total|Cholestérol',
  '2085-9': 'HDL-Cholesterin|Cholestérol HDL',
  '13457-7': 'LDL-Cholesterin berechnet|LDL cholesterol calculated|Cholestérol LDL calculé',
  '43396-1': 'Non-HDL-Cholesterin|Cholestérol non HDL',
  '2571-8': 'Triglyzeride|Neutralfette|Triglycérides',
  '4548-4': 'Hämoglobin A1c|Glykohämoglobin|Hémoglobine glyquée|Hémoglobine A1c|Haemoglobin A1c',
  '3016-3': 'Thyreotropin|Thyréostimuline',
  '3024-7': 'Freies T4|T4 frei|Freies Thyroxin|T4 libre|Thyroxine libre|Free thyroxine',
  '3051-0': 'Freies T3|T3 frei|T3 libre|Free triiodothyronine',
  '2276-4': 'Ferritine',
  '2498-4': 'Eisen|Fer|Fer sérique',
  '2500-7': 'Totale Eisenbindungskapazität|Capacité totale de fixation|CTF',
  '2502-3': 'Transferrinsättigung|Coefficient de saturation|Coefficient de saturation de la transferrine|Saturation de la transferrine',
  '2132-9': 'Vitamine B12',
  '2284-8': 'Folsäure|Folates|Acide folique|Serum folate',
  '62292-8': '25-OH-Vitamin D|25-Hydroxy-Vitamin D|25-OH Vitamine D|Vitamine D (25-OH)|25-Hydroxyvitamin D',
  '1988-5': 'C-reaktives Protein|Protéine C réactive',
  '3255-7': 'Fibrinogène',
  '48065-7': 'D-Dimere|D-dimères',
  '2857-1': 'PSA gesamt|Gesamt-PSA|PSA total|Antigène prostatique spécifique',
  '2986-8': 'Testosteron|Testosteron gesamt|Testostérone|Testostérone totale|Total testosterone',
  '2842-3': 'Prolaktin|Prolactine',
  '2143-6': 'Kortisol',
};

/** Urea in moles is urea nitrogen in the same number; in grams it is more than twice as much, and another parameter. */
const IN_MOLES: Readonly<Record<string, string>> = { '3094-0': 'Urea|Harnstoff|Urée' };

/** Strips and sediments of urine count the same cells, in a plain volume or without a unit. */
const CELLS: Readonly<Record<string, string>> = {
  '789-8': 'Erythrozyten|Hématies|Érythrocytes|Globules rouges|Red blood cells',
  '6690-2': 'Leukozyten|Globules blancs|White blood cells',
};
const COUNTED_IN_BLOOD = /^(?!(?:cells?|zellen|cellules)?\s*(?:\/\s*(?:[uµμ]l|mm\s?\^?[3³]|cu\.?\s?mm))?$)/i;

/** Strips of urine have it without a unit. */
const OF_STRIPS: Readonly<Record<string, string>> = { '2345-7': 'Glukose' };

type Known = { name: string; unit?: RegExp; sure?: RegExp };

const known = new Map<string, Known[]>();
const note = (of: Readonly<Record<string, string>>, units: Omit<Known, 'name'> = {}): void => {
  for (const [code, names] of Object.entries(of)) {
    const id = labParameterId(code, '');
    known.set(id, [...(known.get(id) ?? []), ...names.split('|').map((name) => ({ name, ...units }))]);
  }
};
note(NAMES);
note(IN_MOLES, { unit: /mol\/d?l\s*$/i });
note(CELLS, { sure: COUNTED_IN_BLOOD });
note(OF_STRIPS, { sure: /\S/ });

/**
 * Names of a parameter in German, French and British English, beside those of the catalogue; with `unit` only for values in such a unit, with `sure` beyond doubt
 * only in such a one.
 */
export const furtherNamesOf = (parameter_id: string): readonly Known[] => known.get(parameter_id) ?? [];
