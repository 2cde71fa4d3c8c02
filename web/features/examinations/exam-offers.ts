import { type ExaminationTemplateView, LAST_USED } from '#contracts/examinations/examination-templates';
import { searchText, searchWords } from '#contracts/rules/search-text';
import { type MeasurementParameterView, panels } from '#contracts/examinations/measurement-parameters';

export type Offer =
  | { kind: 'template'; id: string; template: ExaminationTemplateView }
  | { kind: 'parameter'; id: string; parameter: MeasurementParameterView };

/** What may be added: as far as it was read, and whether that is everything. */
export interface Offers {
  templates: readonly ExaminationTemplateView[];
  parameters: readonly MeasurementParameterView[];
  isAll: boolean;
}

interface Found<T> {
  items: readonly T[];
  overall_count: number;
}

/** Both answers as one. */
export const offersFrom = (templates: Found<ExaminationTemplateView>, parameters: Found<MeasurementParameterView>): Offers => ({
  templates: templates.items,
  parameters: parameters.items,
  isAll: [templates, parameters].every(({ items, overall_count }) => items.length === overall_count),
});

export const templateName = ({ name }: ExaminationTemplateView): string => (name === LAST_USED ? 'Last used' : name);

export const isPending = (offer: Offer | undefined): boolean => offer?.kind === 'parameter' && offer.parameter.state === 1;

export const offersOf = ({ templates, parameters }: Offers): Offer[] => [
  ...templates.filter((one) => one.parameters.length > 0).map((template): Offer => ({ kind: 'template', id: template.id, template })),
  ...parameters.map((parameter): Offer => ({ kind: 'parameter', id: parameter.id, parameter })),
];

const namesOf = (offer: Offer): string[] =>
  offer.kind === 'template'
    ? [templateName(offer.template)]
    : [offer.parameter.name, ...(offer.parameter.aliases ?? []), offer.parameter.code ?? ''];

/** How well a text fits a name: itself, its beginning, every typed word the beginning of a word in it, anywhere; undefined not at all. */
const fit = (name: string, text: string): number | undefined => {
  const folded = searchText(name);
  if (folded === text) return 0;
  if (folded.startsWith(text)) return 1;
  const words = searchWords(name);
  if (searchWords(text).every((typed) => words.some((word) => word.startsWith(typed)))) return 2;
  return folded.includes(text) ? 3 : undefined;
};

/** The offers that a text may mean, best first; what waits for approval last. */
export const matching = (offers: readonly Offer[], typed: string): Offer[] => {
  const text = searchText(typed);
  if (text === '') return [...offers];
  return offers
    .map((offer) => {
      const fits = namesOf(offer).flatMap((name) => fit(name, text) ?? []);
      return { offer, rank: fits.length === 0 ? undefined : Math.min(...fits) + (isPending(offer) ? 10 : 0) };
    })
    .filter((found): found is { offer: Offer; rank: number } => found.rank !== undefined)
    .sort((a, b) => a.rank - b.rank)
    .map(({ offer }) => offer);
};

/** A panel such as blood pressure stands for the values it is made of, where all of them are known. */
const expanded = (parameter: MeasurementParameterView, known: readonly MeasurementParameterView[]): MeasurementParameterView[] => {
  const codes = parameter.code === undefined ? undefined : panels[parameter.code];
  const found = codes?.flatMap((code) => known.find((one) => one.code === code && one.state === 0) ?? []) ?? [];
  return codes && found.length === codes.length ? found : [parameter];
};

/** What an offer stands for: a template's parameters, a panel's values, or the parameter itself; `missing` are ids still to be read. */
export const membersOf = (
  offer: Offer,
  known: readonly MeasurementParameterView[],
): { found: MeasurementParameterView[]; missing: string[] } => {
  if (offer.kind === 'parameter') return { found: expanded(offer.parameter, known), missing: [] };
  const byId = new Map(known.map((one) => [one.id, one]));
  const ids = offer.template.parameters.map(({ id }) => id);
  const members = ids.flatMap((id) => byId.get(id) ?? []).flatMap((one) => expanded(one, known));
  return { found: [...new Set(members)], missing: ids.filter((id) => !byId.has(id)) };
};
