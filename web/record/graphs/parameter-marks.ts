import { MARKS, PALETTE_SIZE } from '#contracts/items/graph-visuals';

/**
 * LOINC codes of common parameters in the order of their marks (ruling 53): the first eight colours, which colour deficiencies leave apart,
 * go to what is charted most often. What often stands on one chart has different colours.
 */
const COMMON: readonly string[] = [
  // creatinine, hemoglobin, potassium, CRP, body weight, glucose, systolic and diastolic blood pressure
  ...['2160-0', '718-7', '2823-3', '1988-5', '29463-7', '2345-7', '8480-6', '8462-4'],
  // sodium, leukocytes, HbA1c, platelets, ALT, LDL, TSH, eGFR, heart rate, AST, body mass index
  ...['2951-2', '6690-2', '4548-4', '777-3', '1742-6', '13457-7', '3016-3', '98979-8', '8867-4', '1920-8', '39156-5'],
  // body temperature, cholesterol, HDL, triglycerides, urea, alkaline phosphatase, INR, GGT, bilirubin, albumin
  ...['8310-5', '2093-3', '2085-9', '2571-8', '3094-0', '6768-6', '6301-6', '2324-2', '1975-2', '1751-7'],
  // calcium, oxygen saturation, ferritin, hematocrit, MCV, erythrocytes, uric acid, magnesium, phosphate
  ...['17861-6', '59408-5', '2276-4', '4544-3', '787-2', '789-8', '3084-1', '19123-9', '2777-1'],
];

const known = new Map(COMMON.map((code, index) => [code, index + 1]));

/** Where a parameter stands among the common ones, from 1; all others stand after them. @param parameter as in `ownMark` */
export const commonRank = (parameter: string): number => known.get(parameter) ?? COMMON.length + 1;

/** FNV-1a: the same for the same text on every machine. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash;
};

/**
 * The mark that a parameter has wherever nothing else has it: for every patient, person and screen the same.
 * @param parameter its LOINC code, otherwise its id, otherwise its name
 */
export const ownMark = (parameter: string): number => known.get(parameter) ?? (hashOf(parameter) % PALETTE_SIZE) + 1;

const wrapped = (mark: number): number => ((mark - 1) % MARKS) + 1;
const TURNS = MARKS / PALETTE_SIZE;
const turned = (mark: number): number[] => Array.from({ length: TURNS }, (_, turn) => wrapped(mark + turn * PALETTE_SIZE));
const colors = (mark: number): number[] =>
  Array.from({ length: PALETTE_SIZE }, (_, step) => ((((mark - 1) % PALETTE_SIZE) + step) % PALETTE_SIZE) + 1);

/** A mark of that colour whose symbol and dash nothing else has; the first of that colour where all are taken. */
export const markOfColor = (color: number, taken: ReadonlySet<number>): number => turned(color).find((mark) => !taken.has(mark)) ?? color;

/** A mark for a line: of the parameter's own colour as long as a symbol and a dash are left for it, then of the colours after it. */
export const lineMark = (parameter: string, taken: ReadonlySet<number>): number => {
  const own = ownMark(parameter);
  const all = [...turned(own), ...colors(own).flatMap(turned)];
  return all.find((mark) => !taken.has(mark)) ?? own;
};

/** A mark for a bar, which has neither symbol nor dash: of a colour that no other has as long as there is one. */
export const barMark = (parameter: string, taken: ReadonlySet<number>): number => {
  const own = ((ownMark(parameter) - 1) % PALETTE_SIZE) + 1;
  return colors(own).find((mark) => !taken.has(mark)) ?? own;
};
