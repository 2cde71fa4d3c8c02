import type { Accepted } from '#contracts/wire/command';
import type { TemplateKind } from '#contracts/examinations/examination-templates';
import type {
  ManagedMeasurementParameter,
  MeasurementParameterView,
  NewMeasurementParameter,
} from '#contracts/examinations/measurement-parameters';
import { http } from '#web/lib/http.ts';
import { useLive } from '#web/lib/live.ts';
import { markRow } from '#web/lib/returning.ts';

/** How many parameters and templates a picker asks for. */
export const PICKED = 40;

export interface Page<T> {
  items: T[];
  overall_count: number;
  stale?: true;
}

export const query = (parts: Record<string, string | number | undefined>): string =>
  new URLSearchParams(Object.entries(parts).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))).toString();

/** What can be measured and answers to a text, best first; the clinic's own suggestions that wait for approval come last. */
export const findOfficeParameters = (text: string, signal: AbortSignal): Promise<Page<MeasurementParameterView>> =>
  http.get(`/api/measurement-parameters?${query({ state: 0, exam: 'true', query: text, skip: 0, take: PICKED })}`, { signal, quiet: true });

/** Exactly these parameters, removed ones too. */
export const readOfficeParameters = async (ids: readonly string[]): Promise<MeasurementParameterView[]> =>
  ids.length === 0
    ? []
    : (
        await http.get<Page<MeasurementParameterView>>(`/api/measurement-parameters?${query({ ids: ids.join(','), take: 500 })}`, {
          quiet: true,
        })
      ).items;

/** The parameters that the forms of an item name; nothing is read for none. */
export const useOfficeParameters = (ids: readonly string[] | null) =>
  useLive<Page<MeasurementParameterView>>(
    ['measurement-parameters'],
    ids === null || ids.length === 0
      ? null
      : `/api/measurement-parameters?${query({ ids: [...new Set(ids)].sort().join(','), take: 500 })}`,
    { quiet: true },
  );

/** A page of the catalogue as it is managed; how often each is used stands in the super user's answer only. */
export const useManagedParameters = (asked: { state: 0 | 1; query: string; skip: number; take: number } | null) =>
  useLive<Page<MeasurementParameterView | ManagedMeasurementParameter>>(
    ['measurement-parameters', 'examinations', 'examination-templates'],
    asked && `/api/measurement-parameters?${query({ ...asked, query: asked.query.trim() })}`,
    { keepPrevious: true },
  );

interface Place {
  skip: number;
  query: string;
}

/**
 * Leads to what was just saved: `go` is told the page of the managed list that holds it, without the search where that would hide it. The
 * row is marked there.
 */
export const leadTo = async (
  list: 'measurement-parameters' | 'examination-templates',
  asked: { query: string; take: number; state?: 0 | 1; own?: 'true'; kind?: TemplateKind },
  { id, position }: Accepted,
  go: (place: Place) => void,
): Promise<void> => {
  for (const text of new Set([asked.query.trim(), ''])) {
    const path = `/api/${list}?${query({ ...asked, query: text, at: id, after: position })}`;
    const page = await http.get<Page<{ id: string }> & Place>(path, { quiet: true }).catch(() => undefined);
    if (page?.items.some((item) => item.id === id)) {
      go({ skip: page.skip, query: text });
      break;
    }
  }
  markRow(id);
};

type Method = 'POST' | 'PUT' | 'DELETE';
export const send = (method: Method, path: string, body: object, commandId: string): Promise<Accepted> =>
  http.send<Accepted>(method, path, body, { commandId, quiet: true });

const PARAMETERS = '/api/measurement-parameters';

/** The same `commandId` for every try of one command. */
export const officeParameterCalls = {
  add: (form: NewMeasurementParameter, commandId: string) => send('POST', PARAMETERS, form, commandId),
  suggest: (form: NewMeasurementParameter, commandId: string) => send('POST', `${PARAMETERS}/suggest`, form, commandId),
  update: (id: string, version: number, form: NewMeasurementParameter, commandId: string) =>
    send('PUT', `${PARAMETERS}/${id}`, { ...form, version }, commandId),
  approve: (id: string, version: number, form: NewMeasurementParameter, commandId: string) =>
    send('PUT', `${PARAMETERS}/${id}`, { ...form, version, state: 0 }, commandId),
  reject: (id: string, version: number, commandId: string) => send('PUT', `${PARAMETERS}/${id}/reject`, { version }, commandId),
  /** Removes an approved one, cancels a pending one. */
  remove: (id: string, version: number, commandId: string) => send('DELETE', `${PARAMETERS}/${id}`, { version }, commandId),
};
