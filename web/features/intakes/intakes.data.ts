import type { Accepted } from '#contracts/wire/command';
import type { IntakeView } from '#contracts/treatments/intake-views';
import { http } from '#web/lib/http.ts';
import type { Target } from '#web/record/form/item-calls.ts';
import type { ItemPayload } from '#web/record/form/use-item-form.ts';
import { useItem, useItemPage } from '#web/record/item/item-reads.ts';

/** The patient's treatments, ongoing first; `active` leaves out those that have ended, and `hidden` says how many these are. */
export const useIntakes = (patientId: string, page: Parameters<typeof useItemPage>[2]) =>
  useItemPage<IntakeView>('intakes', patientId, page);

export const useIntake = (id: string | null) => useItem<IntakeView>('intakes', id);

/** A change of dosage from one day on. */
export const changeDosage = ({ id, version }: Target, { draft: _draft, ...payload }: ItemPayload, commandId: string): Promise<Accepted> =>
  http.send<Accepted>('POST', `/api/intakes/${id}/split`, { ...payload, version }, { commandId, quiet: true });
