import type { ExaminationTemplateView } from '#contracts/examinations/examination-templates';
import { messages } from '#contracts/rules/messages';
import type { FieldErrors } from '#web/lib/problem.ts';
import { byField, type Comparison } from '#web/record/catalogue/use-both-versions.tsx';

/** A parameter of a template; its name is '---' until it was read. */
export interface Chosen {
  id: string;
  name: string;
}

export interface TemplateForm {
  name: string;
  chosen: readonly Chosen[];
}

export const formOf = (template: ExaminationTemplateView | null): TemplateForm => ({
  name: template?.name ?? '',
  chosen: template?.parameters ?? [],
});

/** With a parameter more, or without it where it is chosen. */
export const toggled = ({ chosen }: TemplateForm, parameter: Chosen): TemplateForm['chosen'] =>
  chosen.some(({ id }) => id === parameter.id) ? chosen.filter(({ id }) => id !== parameter.id) : [...chosen, parameter];

export const LABELS = { name: 'Template name', parameter_ids: 'Parameters' };

export const errorsOf = ({ name, chosen }: TemplateForm): FieldErrors => ({
  ...(name.trim() === '' ? { name: [messages.required] } : {}),
  ...(chosen.length === 0 ? { parameter_ids: [messages.parameters] } : {}),
});

/** What a stale answer says of a template. */
export interface StoredTemplate {
  name: string;
  parameter_ids: readonly string[];
}

const names = byField<TemplateForm>({ name: 'Template name' }, (value) => (typeof value === 'string' ? value.trim() : ''));
const isIn = ({ chosen }: TemplateForm, id: string): boolean => chosen.some((one) => one.id === id);
const shown = (form: TemplateForm, id: string): string => (isIn(form, id) ? 'Selected' : 'Not selected');

/** Both versions of a template, parameter by parameter: what two people added stays both. */
export const comparison = (nameOf: (id: string) => string): Comparison<TemplateForm> => ({
  stored: ({ name, parameter_ids }: StoredTemplate) => ({ name, chosen: parameter_ids.map((id) => ({ id, name: nameOf(id) })) }),
  differences: (mine, theirs) => [
    ...names.differences(mine, theirs),
    ...[...mine.chosen, ...theirs.chosen]
      .filter(({ id }) => isIn(mine, id) !== isIn(theirs, id))
      .map(({ id, name }) => ({ field: id, label: name, mine: shown(mine, id), theirs: shown(theirs, id) })),
  ],
  merged: (mine, theirs, taken) => ({
    ...names.merged(mine, theirs, taken),
    chosen: [
      ...mine.chosen.filter(({ id }) => isIn(theirs, id) || !taken.has(id)),
      ...theirs.chosen.filter(({ id }) => !isIn(mine, id) && taken.has(id)),
    ],
  }),
});
