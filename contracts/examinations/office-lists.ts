import type { TemplateKind } from './examination-templates.ts';
import { joinedCell } from '../rules/csv-cells.ts';
import type { Definition, MeasurementNormalization, PlausibleRange } from './measurement-parameters.ts';

/** Columns of a list of office parameters as it is exported; imports take them in any order. */
export const OFFICE_COLUMNS = [
  'id',
  'code',
  'primary name',
  'aliases',
  'unit',
  'normalization type',
  'upper limit of normal',
  'definitions',
  'plausible min',
  'plausible max',
  'source',
] as const;

/** Columns of a list of office templates. */
export const TEMPLATE_COLUMNS = ['id', 'template name', 'kind', 'parameters'] as const;

interface OfficeContent {
  id: string;
  code?: string | undefined;
  name: string;
  aliases?: readonly string[] | undefined;
  description: string;
  normalization_type: MeasurementNormalization;
  scale_divider: number;
  options_config: readonly Definition[];
  plausible?: PlausibleRange | undefined;
  source?: string | undefined;
}

/** The cells of an office parameter, by column. A divider stands there only where its type leaves one to choose. */
export const officeCells = (parameter: OfficeContent): Record<(typeof OFFICE_COLUMNS)[number], string> => {
  const {
    id,
    code = '',
    name,
    aliases = [],
    description,
    normalization_type,
    scale_divider,
    options_config,
    plausible,
    source = '',
  } = parameter;
  const hasLimit = normalization_type === 'Arithmetic' || normalization_type === 'Logarithmic';
  return {
    id,
    code,
    'primary name': name,
    aliases: joinedCell(aliases),
    unit: description,
    'normalization type': normalization_type,
    'upper limit of normal': hasLimit ? String(scale_divider) : '',
    definitions: joinedCell(options_config.map(({ predefined_value, label_text }) => `${predefined_value}: ${label_text}`)),
    'plausible min': plausible?.min ?? '',
    'plausible max': plausible?.max ?? '',
    source,
  };
};

/** The cells of an office template, by column. */
export const templateCells = (template: {
  id: string;
  name: string;
  kind: TemplateKind;
  /** Of its parameters. */
  names: readonly string[];
}): Record<(typeof TEMPLATE_COLUMNS)[number], string> => ({
  id: template.id,
  'template name': template.name,
  kind: template.kind,
  parameters: joinedCell(template.names),
});
