import type { TemplateKind } from '#contracts/examinations/examination-templates';
import { showUnit } from '#contracts/examinations/measurement-units';
import { useApprovedParameters, useLabParameters } from '#web/record/catalogue/lab-parameters.data.ts';
import { useManagedParameters, useOfficeParameters } from '#web/record/catalogue/office-parameters.ts';
import type { Chosen } from './template.form.ts';

/** What a template of this kind is made of. */
export const WORDS = {
  examination: { parameters: 'office parameters', parameter: 'office parameter' },
  lab: { parameters: 'lab parameters', parameter: 'lab parameter' },
} as const;

export interface Choice extends Chosen {
  unit: string;
}

interface Asked {
  query: string;
  skip: number;
  take: number;
}

/** A page of the parameters that a template of this kind may hold. What is computed is nobody's to enter. */
export const useChoices = (kind: TemplateKind, asked: Asked) => {
  const office = useManagedParameters(kind === 'examination' ? { state: 0, ...asked } : null);
  const lab = useApprovedParameters(kind === 'lab' ? asked : null);
  const read = kind === 'lab' ? lab : office;
  const choices: readonly Choice[] | undefined =
    kind === 'lab'
      ? lab.data?.items.map(({ id, primary_alias, unit }) => ({ id, name: primary_alias, unit }))
      : office.data?.items
          .filter(({ normalization_type }) => normalization_type !== 'Bmi')
          .map(({ id, name, description }) => ({ id, name, unit: showUnit(description) }));
  return { read, choices };
};

/** The names of parameters by their ids, as far as they were read. */
export const useNames = (kind: TemplateKind, ids: readonly string[]): readonly Chosen[] => {
  const office = useOfficeParameters(kind === 'examination' ? ids : null).data?.items ?? [];
  const lab = useLabParameters(kind === 'lab' ? ids : []) ?? [];
  return [...office, ...lab.map(({ id, primary_alias }) => ({ id, name: primary_alias }))];
};
