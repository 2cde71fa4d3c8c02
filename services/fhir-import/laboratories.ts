import { searchWords } from '#contracts/rules/search-text';
import type { CodeableConcept } from './resources/resource.ts';

const LABORATORY = ['laboratory', 'lab', 'bg'];
/** Sections of HL7 v2 (table 0074) that are laboratories, by their codes there. */
const SECTIONS = ['blb', 'cg', 'ch', 'cp', 'ge', 'hm', 'imm', 'mb', 'mcb', 'myc', 'osl', 'pat', 'sp', 'sr', 'tx', 'vr'];
const IS_TABLE = /(?:0074|\.12\.74)\/?(?:\||$)/;
const WORDS = new Set(['laboratory', 'lab', 'labor', 'labore']);

export const isNameOfLaboratory = (name = ''): boolean => searchWords(name).some((word) => WORDS.has(word));

/** True if a category is a laboratory's, by its code in capitals or not, its section, or a word of its name. */
export const isOfLaboratory = ({ coding, text }: CodeableConcept): boolean =>
  [text, ...coding.map(({ display }) => display)].some(isNameOfLaboratory) ||
  coding.some(({ system, code }) => {
    const letters = code?.trim().toLowerCase() ?? '';
    return LABORATORY.includes(letters) || (SECTIONS.includes(letters) && (system === undefined || IS_TABLE.test(system)));
  });
