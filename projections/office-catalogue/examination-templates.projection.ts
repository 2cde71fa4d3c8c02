import type { ExaminationTemplateEvent, ExaminationTemplateView } from '#contracts/examinations/examination-templates';
import { searchText } from '#contracts/rules/search-text';
import { gone, type Projection } from '../runner/projection.ts';

export type ExaminationTemplateDocument = Omit<ExaminationTemplateView, 'parameters' | 'editable'> & {
  /** The name as it is sorted by. */
  folded: string;
};

/** One document per template, public and private, 'LastUsed' among them. */
export const examinationTemplates: Projection<
  ExaminationTemplateEvent,
  ExaminationTemplateDocument,
  'TemplateCreated' | 'PatientTemplateCreated'
> = {
  name: 'examination-templates',
  version: 2,
  key: ({ data }) => data.template_id,
  create: {
    TemplateCreated: ({ data }, { organization_id, recorded_at, revision }) => ({
      id: data.template_id,
      kind: data.kind ?? 'examination',
      name: data.name,
      folded: searchText(data.name),
      is_public: true,
      patient_id: null,
      organization_id: organization_id ?? null,
      owner_id: null,
      parameter_ids: data.parameter_ids,
      last_modified_at: recorded_at,
      version: revision,
    }),
    PatientTemplateCreated: ({ data }, { organization_id, recorded_at, revision }) => ({
      id: data.template_id,
      kind: data.kind ?? 'examination',
      name: data.name,
      folded: searchText(data.name),
      is_public: false,
      patient_id: data.patient_id,
      organization_id: organization_id ?? null,
      owner_id: data.owner_id ?? null,
      parameter_ids: data.parameter_ids,
      last_modified_at: recorded_at,
      version: revision,
    }),
  },
  apply: {
    TemplateUpdated: (doc, { data }, { recorded_at, revision }) => ({
      ...doc,
      ...content(data),
      last_modified_at: recorded_at,
      version: revision,
    }),
    PatientTemplateUpdated: (doc, { data }, { recorded_at, revision }) => ({
      ...doc,
      ...content(data),
      last_modified_at: recorded_at,
      version: revision,
    }),
    TemplateRemoved: () => gone,
  },
  indexes: [['is_public', 'folded'], ['patient_id']],
  erasedWith: { patient: { field: 'patient_id' } },
};

const content = ({ name, parameter_ids }: { name: string; parameter_ids: string[] }) => ({ name, folded: searchText(name), parameter_ids });
