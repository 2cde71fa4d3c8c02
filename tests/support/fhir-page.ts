import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { tables } from '#services/fhir-import/elements/elements';
import type { Elements, Treatment } from '#services/fhir-import/elements/treatment';

/* The page of the documentation about elements of FHIR, from the tables that the import follows: `npm run docs:fhir` writes it. */

export const PAGE = new URL('../../docs/fhir.md', import.meta.url);

const INTRODUCTION = `# FHIR: what becomes of each element

Written by \`npm run docs:fhir\` from the tables in \`services/fhir-import/elements/\`, which the import itself follows. The compiler holds each table against
the definition of R4, so that no element is without a decision; a test fails where this page is not what the tables say. How files are imported:
[FHIR R4 files](integrators.md#fhir-r4-files).

- **Taken**: it becomes part of an item, a value or a report, or decides about it.
- **Beside**: it stands in words beside the item or value: 'Specimen: serum, hemolyzed; Performed by: Dr. Roe'. A patient is never named there. What is longer than 1,000
  letters is cut, with a sign that there was more, and so is what stands beside one item or value from 2,000 letters on (less where one item has more than 75 values), with the number of parts
  that are left out; of more than 20 entries of a list the first are named, and how many more there are. Nothing that a resource of another patient says stands there: it is counted as 'specimen (of another patient)'.
  Where a file lacks what an element refers to, the words of an earlier file with the same version stay.
- **Not taken**: the answer of the import counts, by type and element, how many of the resources that were read have it: 'Not taken of Observation: issued (2,796), component.extension (12)'.
  Of a report that says nothing besides its results no parts stand anywhere: 'performer (of a report that says nothing else)'. A conclusion or codes of one, a file, pictures, an imaging study, a label of confidentiality,
  and a specimen with a condition, a remark or the status \`unsatisfactory\` make a report by themselves; people, visit, order, dates and category do not.
- **Stops**: the whole resource is not taken, and is named with the reason. Of what is only read for the sake of others (Specimen, Encounter, ServiceRequest) no word is used then, and what refers to it is a draft;
  what refers to such a Medication is not taken.

Where an element has types of its own, their tables hold within it: of \`code.coding.version\` that of Coding. What JSON has beside a value (\`_status\`) follows its element:
extensions there are counted as \`status.extension\`. An element that R4 does not know, or that is an object or a list in the place of one text or number, or the other way round, counts as not taken under its own name. Of resources within
others (\`contained\`), results are counted. An \`id\` within a resource says nothing by itself.
`;

const anchor = (name: string): string => name.toLowerCase().replaceAll('.', '');

const nameOf = (table: Elements): string | undefined => Object.entries(tables).find(([, one]) => one === table)?.[0];

const becomes = (treatment: Treatment): string => {
  if (treatment.how === 'left') return `**Not taken**: ${treatment.why}`;
  if (treatment.how === 'stops') return `**Stops**: ${treatment.why}`;
  const within = treatment.of && nameOf(treatment.of);
  const link = within === undefined ? '' : ` ([${within}](#${anchor(within)}))`;
  return `${treatment.how === 'taken' ? 'Taken' : 'Beside'}: ${treatment.as}${link}`;
};

const section = ([name, table]: readonly [string, Elements]): string =>
  [
    `## ${name}`,
    '',
    '| element | what becomes of it |',
    '| --- | --- |',
    ...Object.entries(table).map(([element, treatment]) => `| \`${element}\` | ${becomes(treatment)} |`),
    '',
  ].join('\n');

export const fhirPage = (): string => [INTRODUCTION, ...Object.entries(tables).map(section)].join('\n');

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(PAGE, fhirPage());
