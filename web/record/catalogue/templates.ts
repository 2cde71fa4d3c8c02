import type { ExaminationTemplateView, TemplateKind } from '#contracts/examinations/examination-templates';
import type { MeasurementParameterView } from '#contracts/examinations/measurement-parameters';
import { http } from '#web/lib/http.ts';
import { useLive } from '#web/lib/live.ts';
import { type Page, PICKED, query, send } from './office-parameters.ts';

const PATH = '/api/examination-templates';
const slicesOf = (kind: TemplateKind): string[] => ['examination-templates', kind === 'lab' ? 'lab-parameters' : 'measurement-parameters'];

/** What a form asks: the private templates of its patient first, and of each kind what the clinic uses most. */
const forForm = (kind: TemplateKind, patientId: string, text: string): string =>
  query({ kind, show_individual: 'true', patient_id: patientId, order_by: 'Use', query: text, skip: 0, take: PICKED });

/** Templates for the forms of this patient that answer to a text. */
export const findTemplates = (
  kind: TemplateKind,
  patientId: string,
  text: string,
  signal: AbortSignal,
): Promise<Page<ExaminationTemplateView>> => http.get(`${PATH}?${forForm(kind, patientId, text)}`, { signal, quiet: true });

/** The first of them, read before a form opens: mostly everything there is. */
export const useTemplates = (kind: TemplateKind, patientId: string | null) =>
  useLive<Page<ExaminationTemplateView>>(slicesOf(kind), patientId && `${PATH}?${forForm(kind, patientId, '')}`, { quiet: true });

/** The first parameters and templates that an examination may be entered by. */
export const usePickable = (patientId: string | null) => {
  const parameters = useLive<Page<MeasurementParameterView>>(
    ['measurement-parameters'],
    patientId && `/api/measurement-parameters?${query({ state: 0, exam: 'true', skip: 0, take: PICKED })}`,
    { quiet: true },
  );
  const templates = useTemplates('examination', patientId);
  return { parameters: parameters.data, templates: templates.data, isLoading: parameters.isLoading || templates.isLoading };
};

/** A page of those that may be changed, by name. */
export const useManagedTemplates = (asked: { kind: TemplateKind; query: string; skip: number; take: number; own: 'true' }) =>
  useLive<Page<ExaminationTemplateView>>(slicesOf(asked.kind), `${PATH}?${query({ ...asked, query: asked.query.trim() })}`, {
    keepPrevious: true,
  });

interface TemplateBody {
  name: string;
  parameter_ids: string[];
}

export const templateCalls = {
  /** Public without a patient, otherwise for the forms of this patient alone. */
  create: (kind: TemplateKind, body: TemplateBody, patientId: string | null, commandId: string) =>
    send('POST', PATH, { kind, ...body, is_public: patientId === null, patient_id: patientId }, commandId),
  update: (id: string, version: number, body: TemplateBody, commandId: string) =>
    send('PUT', `${PATH}/${id}`, { ...body, version }, commandId),
  remove: (id: string, version: number, commandId: string) => send('DELETE', `${PATH}/${id}`, { version }, commandId),
};
