import { isLikeDigits, isUsualResult } from '../rules/result-words.ts';

const FIGURE = String.raw`(?:[<>≤≥]=?\s?)?[-−]?\d+(?:[.,]\d+)*`;
const WORD_FLAG = String.raw`(?:high|low|normal|abnormal|hoch|niedrig|[ée]lev[ée]e?|bas)`;
const FLAG = String.raw`(?:HH|LL|AA|[HL]|\*{1,3}|[↑↓▲▼]+|\(?!+\)?|\((?:HH?|LL?|[+-]{1,2})\))`;
/** Genotypes look like units: 'MTHFR 677 C/T'. */
const SLASHED_UNIT = String.raw`(?![ACGT]\/[ACGT](?:\s|$))(?=\S*[A-Za-zµμ])[A-Za-zµμ\d.*^×]{0,12}(?:\/[A-Za-zµμ\d.,^²³*{}_]{1,14}){1,2}(?:\s(?:m[2²]|FEU|DDU))?`;
const UNIT = String.raw`(?:%|‰|mm\s?Hg|mm|kPa|fL|sec(?:onds?)?|s|[mnpuµμ]mol|[np]g|[mkuµμ]?IU|${SLASHED_UNIT})`;
/** A label's sign may stand between a name and its value: 'Hb=9.8'. */
const JOINT = String.raw`(?:(?<=[\p{L})\]%#+])\s?[:=]\s?|\s)`;

const DATE_AT_END = /\s+[([]?(?:\d{1,4}([./-])\d{1,2}\1\d{2,4}|\d{1,2}[./](?:19|20)\d\d)(?:,?\s+\d{1,2}:\d{2}(?::\d{2})?)?[)\]]?$/;
const RANGE_AT_END = new RegExp(
  String.raw`${JOINT}[([]?(?:${FIGURE}\s+[-–]\s+${FIGURE}|\d+[.,]\d+\s?[-–]\s?\d+(?:[.,]\d+)?|[<>≤≥]=?\s*\d+(?:[.,]\d+)*)(?:\s*${UNIT})?[)\]]?$`,
  'u',
);
/** '65-99' may be a name's, 'CA 19-9': it is a range in brackets and behind a figure. */
const WHOLE_RANGE_AT_END = new RegExp(String.raw`\s([([]?)\d+\s?[-–]\s?\d+(?:\s*${UNIT})?[)\]]?$`, 'u');
const ENDS_IN_FIGURE = new RegExp(String.raw`\d\S*(?:\s+(?:${FLAG}|${UNIT}))*$`, 'u');
const TITRE_AT_END = /\s+[<>]?=?\s?1\s?:\s?\d+$/;
const VALUE_AT_END = new RegExp(
  String.raw`(${JOINT})[([]?(${FIGURE})(\s*${FLAG})?(\s*${UNIT})?(\s+${FLAG}|\s+(?:${WORD_FLAG}|${WORD_FLAG.toUpperCase()}|[HL][a-z]+))?[)\]]?$`,
  'u',
);
const WHOLE_AT_END = /\s+\d{1,6}$/;

/** Behind these a number is a part of the name: 'CA 15.3', 'Omega 3', 'Factor 8', 'PT 20210'; behind some, several: 'HPV 16 18'. */
const NUMBERED =
  /^\s?(?:c|complement\sc)$|(?:^|[\s(/-])(?:(?:ca|fa[ck]tor|facteur|pt|prothrombin|il|interleukin|cd|apo|cyp\w*|vit\.?|vitamine?(?:\s[a-k])?|igg|igf|igfbp|alpha|beta|gen|ro|jo|scl|mi|gp|sp|ch|ah|brca|jak|mmp|her|covid|cov|trisomy|chromosome|ki)|(?:hpv|hiv|omega|type?|typ|parvovirus(?:\s[a-z]+)*|coxsackie\S*|serotype|serotyp|herpes\S*|hhv|htlv|hsv|exons?|hla\S*)(?:\s\d+)*)$/i;
/** Numbers of tumour markers; behind calcium other ones are its value. */
const MARKER = /^(?:15[.,]3|19[.,]9|27[.,]29|72[.,]4|1[5-9]|[2-9]\d|\d{3})$/;
/** Words of everyday names: behind a name that is made of them, and ends in one, a figure is a value. */
const EVERYDAY: ReadonlySet<string> = new Set(
  `
    a1c abs absolut absolute acid acide acr activated aec alanin alanine alat alb albumin albumine alc alcaline alcalines alk alkaline
    alkalische alp alt aminotransferase ammonia amy amylase anc anorganisches antigen antigene aptt asat aspartat aspartate ast azote
    b12 b9 baso basophil basophile basophiles basophils basos berechnet bicarbonate bicarbonates bikarbonat bili bilirubin bilirubine
    binding blancs blood blutkorperchensenkungsgeschwindigkeit blutsenkung blutzucker bnp bsg bun calc calcemie calcidiol calcium
    calculated calcule capacite capacity carbon cardiac ccmh cell cells chloremie chlorid chloride chlorure chlorures chol cholesterin
    cholesterol ck ckd cl co2 cobalamin coefficient concentration conjugated conjuguee corpuscular cort cortisol count cpk cr crea
    creat creatine creatinine creatininemie crp ctf ctni cv cyanocobalamin dbil ddimer dehydrogenase deshydrogenase dfg dimer dimere
    dimeres dioxide direct directe direkt direktes distribution egfr eisen eisenbindungskapazitat eiweiß eos eosinophil eosinophile
    eosinophiles eosinophils epi erythrocyte erythrocytes erythrozyten erythrozytenverteilungsbreite esr estimated estime evb fasting
    fbg fbs fe fer ferr ferritin ferritine feu fib fibrin fibrinogen fibrinogene filtration fixation fol folate folates folic folique
    folsaure fpg free frei freies ft3 ft4 gamma gesamt gesamtbilirubin gesamtcholesterin gesamteiweiß gesamtprotein geschatzte gfr ggt
    ggtp ghb globules globulin glomerular glu gluc glucose glukose glutamyl glutamyltransferase glycated glycemie glycosylated
    glykohamoglobin glyquee got gpt gt haematocrit haemoglobin hamatokrit hamoglobin harnsaure harnstoff harnstoffstickstoff hb hba1c
    hco3 hct hdl hematies hematocrit hematocrite hemoglobin hemoglobine hgb hgba1c hormone hs hscrp hydroxy hydroxyvitamin indice
    inorganic inr international iron k kaliemie kalium kalzium kinase konjugiertes kortisol kreatinin kreatinkinase lactate lactico
    laktat laktatdehydrogenase ld ldh ldl leucocyte leucocytes leukocytes leukozyten level levels libre lip lipase lps lymph
    lymphocyte lymphocytes lymphozyten lymphs magnesium mch mchc mcv mean mg microalbumin mittleres mono monocyte monocytes monos
    monozyten mpv na natremie natrium natriuretic neut neutralfette neutrophil neutrophile neutrophiles neutrophils nitrogen nonhdl
    normalized nt nuchtern nuchternglukose numeration oh packed pal partial pcv peptide percent phos phosphat phosphatase phosphatases
    phosphate phosphates phosphokinase phosphor phosphore phosphoremie phosphorus plaquettaire plaquettes platelet platelets plt pmn
    po4 polynucleaires polys potassium prl pro probnp prolactin prolactine prolaktin prostate prostatique protein proteine proteines
    protidemie protides protime psa ptt rate ratio rbc rdw reactive reaktives red reserve rouges sat saturation scr sed sedimentation
    segs sensitivity serique serum sgot sgpt sodium specific specifique standardbikarbonat stimulating stsh sugar t3 t4 tbil tc tcmh
    tco2 terminal testo testosteron testosterone tg tgo tgp thrombocytes thromboplastin thrombozyten thyreostimuline thyreotropin
    thyroid thyrotropin thyroxin thyroxine tibc time tni total totale totales totaux tp transaminase transferase transferrin
    transferrine transferrinsattigung transpeptidase trig triglyceride triglycerides triglyzeride trigs triiodothyronine troponin tsat
    tsh uacr urate urea uree ureique uric uricemie urine urique vgm vitesse volume vs wbc westergren white width zellvolumen
  `
    .trim()
    .split(/\s+/),
);
const ENDS_IN_LETTER = /^(?:troponin [it]|(?:non)?(?:hdl|ldl) c|harnstoff n)$/;
/** Words that only stand before others in such a name: 'Vitamin B12', 'Prothrombin time', 'D-dimer'. */
const AHEAD = /^(?:\p{L}|\d+|ca|de|des|non|as|pt|vit|vitamine?|type|prothrombin|high|jeun|la)$/u;
/** Sizes and stains are of the name: 'LDL small', 'Gram negative'. */
const NAMED_BY_WORD = /(?:\b(?:[vi]?ldl|hdl|vldl|platelets?|cells?)\W+(?:small|large)|\b(?:gram|coagulase|rh)\W+(?:negative?|positive?))$/i;
/** Tests after a load or at an hour: their 'H' behind a small number may be hours. */
const BY_HOURS = /gluc|gluk|glyc|ogtt|insulin|cortisol|kortisol|urin|cr[ée]atinin|protein/i;

/**
 * Name of a parameter without what was printed behind it: values with a flag, unit or decimals ('BUN 28 H 39 H'), ranges and dates. A
 * number that belongs to the name stays: 'Vitamin B12', 'CA 19-9', 'Glucose 2 h'. Empty where nothing but values stands there.
 */
export const nameWithoutValues = (name: string): string => {
  const printed = name.replace(/\s+/g, ' ').trim();
  const corrected = withDigits(printed);
  return corrected !== printed && cutValues(corrected) === '' ? '' : cutValues(printed);
};

const BEGINS_AS_FIGURE = /^[+\-−]?(?:\d|[OoIl][.,]\d)/;

/** The text with digits in the place of letters that were typed or read for them in a figure at its start: '12O mmol/L'. */
const withDigits = (text: string): string =>
  text.replace(/^\S+/, (word) => (BEGINS_AS_FIGURE.test(word) && isLikeDigits(word) ? word.replace(/[\p{L}|]/gu, '0') : word));

const cutValues = (name: string): string => {
  const printed = ` ${name}`;
  let text = printed;
  let cut = 0;
  for (;;) {
    const shorter = withoutLast(text, cut);
    if (shorter === undefined || closesBracket(text.slice(shorter.length))) break;
    // behind a result in words the number is still the name's: 'Jo 1 negative'
    if (/\d/.test(text.slice(shorter.length))) cut++;
    text = shorter;
  }
  const left = text.length < printed.length ? text.trim().replace(/\s*[:=]$/, '') : text.trim();
  return /\p{L}/u.test(left) ? left : '';
};

/** The end of a bracket is a part of the name: '(CKD-EPI 2021)'. */
const closesBracket = (text: string): boolean => (text.match(/[)\]]/g)?.length ?? 0) > (text.match(/[([]/g)?.length ?? 0);

/** The text without the value, range or date at its end; undefined where there is none. @param cut how many were cut off before */
const withoutLast = (text: string, cut: number): string | undefined => {
  for (const pattern of [DATE_AT_END, RANGE_AT_END, TITRE_AT_END]) {
    const end = pattern.exec(text);
    if (end) return text.slice(0, end.index);
  }
  const range = WHOLE_RANGE_AT_END.exec(text);
  if (range) {
    const before = text.slice(0, range.index);
    if (range[1] !== '' ? !NUMBERED.test(before) : ENDS_IN_FIGURE.test(before)) return before;
  }
  return withoutValue(text, cut) ?? withoutWord(text);
};

const withoutValue = (text: string, cut: number): string | undefined => {
  const value = VALUE_AT_END.exec(text);
  if (!value) return undefined;
  const before = text.slice(0, value.index);
  const [, joint = '', figure = '', flag, unit, late] = value;
  const isWhole = flag === undefined && unit === undefined && late === undefined && !/[.,<>≤≥]/.test(figure);
  if (isWhole || (/[.,]/.test(figure) && !unit && !flag && !late)) {
    if (belongsTo(before, figure, isWhole)) return undefined;
    const isValue =
      cut > 0 ||
      /[:=]/.test(joint) ||
      /\sca$/i.test(before) ||
      WHOLE_AT_END.test(before) ||
      takesNoNumber(before) ||
      hasMarkedValue(before);
    return isWhole && !isValue ? undefined : before;
  }
  const isHours = cut === 0 && /^\s*H$/.test(flag ?? late ?? '') && unit === undefined && Number(figure) <= 24 && BY_HOURS.test(before);
  return isHours && !/\d\s*\S?$/.test(before) ? undefined : before;
};

const belongsTo = (before: string, figure: string, isWhole: boolean): boolean =>
  /(?:^|[\s(/-])ca$/i.test(before) ? MARKER.test(figure) : isWhole && NUMBERED.test(before);

/** 'BUN 28 H' before a further figure. */
const hasMarkedValue = (text: string): boolean => {
  const [, , , flag, unit, late] = VALUE_AT_END.exec(text) ?? [];
  return (flag ?? unit ?? late) !== undefined;
};

const TIMED = /^(.*(?:time|zeit|temps))\s\d+(?:[.,]\d+)?\s?min$|^(.*)\s\d+[.,]\d+\s?min$/i;

/** Without a result in words: 'HIV: reactive', 'Nitrite negative', 'Protein 2+'. */
const withoutWord = (text: string): string | undefined => {
  const timed = TIMED.exec(text);
  if (timed) return timed[1] ?? timed[2];
  const words = text.trim().split(' ');
  for (const count of [2, 1]) {
    const result = words.slice(-count).join(' ');
    if (words.length <= count || !isWordOfName(result)) continue;
    return NAMED_BY_WORD.test(text) ? undefined : ` ${words.slice(0, -count).join(' ')}`;
  }
  const at = Math.max(text.lastIndexOf(':'), text.lastIndexOf('='));
  return at > 0 && isWordOfName(text.slice(at + 1)) ? text.slice(0, at) : undefined;
};

/** A usual result; of its signs and letters only those that no name has. */
const isWordOfName = (text: string): boolean => isUsualResult(text) && (/^(?:[1-4]\+|\+{3,4})$/.test(text) || /\p{L}{3}/u.test(text));

/** Tells whether a number behind this name is always a value: 'Potassium', 'BUN', 'eGFR'; EGFR in capitals is a gene with exons too. */
export const takesNoNumber = (name: string): boolean => {
  const words = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const last = words.pop() ?? '';
  if (/^ca\+{1,2}$/i.test(name.trim())) return true;
  if (name.trim() === 'EGFR' || takesNumber(name)) return false;
  return (
    (EVERYDAY.has(last) || ENDS_IN_LETTER.test(`${words.at(-1) ?? ''} ${last}`)) &&
    words.every((word) => EVERYDAY.has(word) || AHEAD.test(word))
  );
};

/** Tells whether a number behind these words is a part of the name: 'CA', 'HPV'. */
export const takesNumber = (name: string): boolean => NUMBERED.test(name.trim());

/** Tells whether figures of values stand behind a name, and not only words. */
export const holdsFigures = (name: string): boolean => /\d/.test(name.slice(nameWithoutValues(name).length));

/** Tells whether a text is a value and no name of a parameter: '120', '12O', '5.2 mg/L', 'negative'. */
export const isValueAlone = (text: string): boolean => text.trim() !== '' && (nameWithoutValues(text) === '' || isUsualResult(text));

/** Tells whether a name has values, ranges or dates behind it: what a patient had is no part of the catalogue. */
export const holdsValues = (name: string): boolean => nameWithoutValues(name) !== name.replace(/\s+/g, ' ').trim();
