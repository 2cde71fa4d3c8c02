import type { Accepted } from '#contracts/command';
import type { IntakeSeries, IntakeView } from '#contracts/intake-views';
import { PAGING } from '#web/lib/former-answer.ts';
import { http } from '#web/lib/http.ts';
import { itemCalls, type Target } from '#web/lib/item-calls.ts';
import { useLive } from '#web/lib/live.ts';

export const intakeCalls = itemCalls('/api/intakes');

/** The patient's treatments, ongoing first; `active` leaves out those that have ended, and `hidden` says how many these are. */
export const useIntakes = (patientId: string, page: { skip: number; take: number; active?: boolean } | null) => {
  const query =
    page &&
    new URLSearchParams({
      patient_id: patientId,
      skip: String(page.skip),
      take: String(page.take),
      ...(page.active ? { active: 'true' } : {}),
    });
  return useLive<{ items: IntakeView[]; overall_count: number; hidden?: number }>(['intakes'], query && `/api/intakes?${query}`, {
    keepPrevious: [...PAGING, 'active'],
  });
};

/** The patient's treatments as bars of a chart, one series per ingredient, unit and clinic. */
export const useIntakeSeries = (patientId: string) =>
  useLive<{ items: IntakeSeries[]; overall_count: number }>(
    ['intakes'],
    `/api/intakes/series?${new URLSearchParams({ patient_id: patientId })}`,
  );

/** One treatment; `fresh`, since a form must open with the version that is current. */
export const useIntake = (id: string | null) => useLive<IntakeView>(['intakes'], id && `/api/intakes/${id}`, { quiet: true, fresh: true });

/** A change of dosage from one day on. */
export const changeDosage = ({ id, version }: Target, payload: object, commandId: string): Promise<Accepted> =>
  http.send<Accepted>('POST', `/api/intakes/${id}/split`, { ...payload, version }, { commandId, quiet: true });
