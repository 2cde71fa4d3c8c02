import { ExternalReportContent, type ExternalReportCommand, type ExternalReportEvent } from '#contracts/items/external-reports';
import { fieldsOf, saysTheSame } from '#contracts/rules/equal';
import { type ExternalSource, isOlderVersion, isSameContent, isTakenBack } from '#contracts/wire/coding';
import { type Decider, Refusal } from '#infra/event-store/decider';

export type ExternalReport =
  | { status: 'none' }
  | {
      status: 'standing' | 'withdrawn';
      /** As it was taken last. */
      content: ExternalReportContent;
      /** All versions that it was taken from; of a withdrawn report, after them the version that withdrew it. */
      versions: readonly ExternalSource[];
    };

type Take = Extract<ExternalReportCommand, { type: 'TakeExternalReport' }>['data'];

const contentOf = fieldsOf(ExternalReportContent);
const wordsOf = ({ source: _source, ...words }: ExternalReportContent): object => words;

/** Why a version changes nothing: the record has a newer one, or this one, or its source took it back. Undefined where it is taken. */
export const reasonToIgnore = (state: ExternalReport, { confirmed_by, ...take }: Take): 'older' | 'same' | 'taken back' | undefined => {
  if (state.status === 'none') return undefined;
  const { content, versions } = state;
  const said = contentOf(take);
  const isSaidBefore = saysTheSame(wordsOf(said), wordsOf(content));
  if (state.status === 'withdrawn')
    return isTakenBack(said.source, { versions, isSaidBefore, confirmedBy: confirmed_by }) ? 'taken back' : undefined;
  if (isOlderVersion(said.source, content.source)) return 'older';
  // the same content may be read otherwise than by an earlier release
  return isSaidBefore && isSameContent(said.source, content.source) ? 'same' : undefined;
};

/** The files of its forms, each once. */
const filesOf = ({ forms }: ExternalReportContent): string[] => [...new Set(forms.flatMap(({ file_id }) => file_id ?? []))];

const evolve = (state: ExternalReport, event: ExternalReportEvent): ExternalReport => {
  const before = state.status === 'none' ? [] : state.versions;
  switch (event.type) {
    case 'ExternalReportTaken': {
      const content = contentOf(event.data);
      return { status: 'standing', content, versions: [...before, content.source] };
    }
    case 'ExternalReportWithdrawn':
      return state.status === 'none' ? state : { ...state, status: 'withdrawn', versions: [...before, event.data.withdrawn_by] };
  }
};

const decide = ({ type, data }: ExternalReportCommand, state: ExternalReport): ExternalReportEvent[] => {
  if (type === 'TakeExternalReport') {
    if (reasonToIgnore(state, data) !== undefined) return [];
    const content = contentOf(data);
    return [{ type: 'ExternalReportTaken', data: { report_id: data.report_id, ...content, file_ids: filesOf(content) } }];
  }
  if (state.status === 'none') throw new Refusal('external-report-missing', 'There is no such report', {}, 404);
  if (state.status === 'withdrawn') return [];
  const { patient_id, source } = state.content;
  const isLate = data.withdrawn_by.reference === source.reference && isOlderVersion(data.withdrawn_by, source);
  return isLate ? [] : [{ type: 'ExternalReportWithdrawn', data: { ...data, patient_id } }];
};

/** A report of an external record, as its versions come. */
export const externalReport: Decider<ExternalReport, ExternalReportCommand, ExternalReportEvent> = {
  initial: { status: 'none' },
  evolve,
  decide,
};
