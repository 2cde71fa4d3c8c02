import { TEMPLATE_COLUMNS } from '#contracts/examinations/office-lists';
import { TemplateKind } from '#contracts/examinations/examination-templates';
import { partsOfCell } from '#contracts/rules/csv-cells';
import { searchText } from '#contracts/rules/search-text';
import { isId } from '#contracts/wire/primitives';
import { readList, type RowKey } from '../../lists/list-file.ts';

/** What a row of a list of office templates says. */
export interface ListedTemplate {
  line: number;
  /** Of an exported row. */
  id: string | undefined;
  name: string;
  kind: TemplateKind;
  /** Of office or lab parameters. */
  parameters: string[];
  wrong: string[];
}

const OPTIONAL: readonly string[] = ['id', 'kind'];
const layouts = { whole: TEMPLATE_COLUMNS.filter((column) => !OPTIONAL.includes(column)) } as const;
/** What an empty cell means. */
const USUAL: TemplateKind = 'examination';

/** Two templates may be called the same, but without an id the name is all that tells them apart. */
export const templateKeys = ({ id, name, kind }: ListedTemplate): RowKey[] => {
  if (id !== undefined) return [[`id ${id}`, id]];
  return name === '' ? [] : [[`${kind} ${searchText(name)}`, name]];
};

/**
 * Reads a list of office templates, parameters by their names with '|' between them.
 * @returns every row, with what is wrong with it
 * @throws Refusal whose field `file` says why this is no such list
 */
export const readTemplateRows = (bytes: Uint8Array, file: string): ListedTemplate[] =>
  readList(bytes, file, layouts, 'office templates').rows.map(({ line, wrong, cell }) => {
    const [id, name] = [cell('id').toLowerCase(), cell('template name')];
    if (name === '') wrong.push('has no template name');
    if (id !== '' && !isId(id)) wrong.push('id is not one of this program; leave it empty for a new row');
    const kind = TemplateKind.safeParse(cell('kind').toLowerCase() || USUAL);
    if (!kind.success) wrong.push(`kind is ${TemplateKind.options.join(' or ')}, or empty for ${USUAL}`);
    return { line, id: isId(id) ? id : undefined, name, kind: kind.data ?? USUAL, parameters: partsOfCell(cell('parameters')), wrong };
  });
