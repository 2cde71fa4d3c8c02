import type { TemplateKind } from '#contracts/examinations/examination-templates';
import type { MeasurementParameterView } from '#contracts/examinations/measurement-parameters';
import { labMerges } from '../lab-parameters/lab-merges.projection.ts';
import { labParameters } from '../lab-parameters/lab-parameters.projection.ts';
import { parametersOf, readMerges } from '../lab-parameters/merges.ts';
import type { Reader } from '../runner/reader.ts';
import type { ExaminationTemplateDocument } from './examination-templates.projection.ts';
import { measurementParameters } from './measurement-parameters.projection.ts';

/** What the parameters of a template are read from. */
export const readFrom = (kind: TemplateKind): string[] =>
  kind === 'lab' ? [labParameters.name, labMerges.name] : [measurementParameters.name];

/** What an id of a template stands for now; two of one parameter are one. */
interface Meant {
  id: string;
  name: string;
}

/** By the ids that templates of a kind were made with: what may be chosen by them. */
const meantBy = async (reader: Reader, kind: TemplateKind, ids: readonly string[]): Promise<ReadonlyMap<string, Meant>> => {
  if (ids.length === 0) return new Map();
  if (kind === 'lab') {
    const found = await parametersOf(reader, await readMerges(reader), ids);
    return new Map([...found].flatMap(([id, root]) => (root.is_removed ? [] : [[id, { id: root.id, name: root.primary_alias }]])));
  }
  const found = await reader.getMany<MeasurementParameterView>(measurementParameters, ids);
  return new Map([...found].flatMap(([id, { removed, name }]) => (removed ? [] : [[id, { id, name }]])));
};

type Templates = readonly Pick<ExaminationTemplateDocument, 'id' | 'kind' | 'parameter_ids'>[];

/** The parameters of each template, by its id: with present names, in its order and by its own ids, without what may not be chosen any more. */
export const templateParameters = async (reader: Reader, templates: Templates): Promise<Map<string, Meant[]>> => {
  const idsOf = (kind: TemplateKind) => templates.flatMap((template) => (template.kind === kind ? template.parameter_ids : []));
  const meant = {
    examination: await meantBy(reader, 'examination', idsOf('examination')),
    lab: await meantBy(reader, 'lab', idsOf('lab')),
  };
  return new Map(
    templates.map(({ id: template_id, kind, parameter_ids }) => {
      const seen = new Set<string>();
      const parameters = parameter_ids.flatMap((id) => {
        const parameter = meant[kind].get(id);
        if (!parameter || seen.has(parameter.id)) return [];
        seen.add(parameter.id);
        return [{ id, name: parameter.name }];
      });
      return [template_id, parameters];
    }),
  );
};
