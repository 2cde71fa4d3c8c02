import type { CriticalPageView, CriticalResultView } from '#contracts/lab/critical-results';
import { type Part, section, textsOf } from './find.ts';
import type { Screens } from './screens.tsx';

/** 'Seen' at a result and at a page. */
export const MARK = /^\/api\/(critical-results|ocr)\/[^/]+\/seen/;

export const idOf = (n: number) => `0b7c2f46-9a3e-4d4e-8f15-6a1f4a1c2${String(n).padStart(3, '0')}`;

export const potassium = {
  ...{ entry_id: 'k', parameter_id: null, name: 'Potassium', value: '7.4', unit: 'mmol/L', min: '3.5', max: '5.1', flag: 'HH' },
};

/** A result of a patient; its number is also its version. */
export const resultOf = (patient_id: string, n: number, given: Partial<CriticalResultView> = {}): CriticalResultView => ({
  id: idOf(n),
  patient_id,
  collected: '2026-11-27T07:30:00',
  draft: false,
  origin: 'manual',
  version: n,
  state: 'new',
  since: '2026-11-27T12:00:00.000Z',
  parameters: [potassium],
  ...given,
});

/** A page of a report with a critical row that is in no record; its number is also its version. */
export const pageOf = (patient_id: string | null, n: number, given: Partial<CriticalPageView> = {}): CriticalPageView => ({
  ...{ page_id: idOf(n), report_id: idOf(900), name: 'labs.pdf', page_number: n, patient_id, read_at: '2026-11-29T18:00:00.000Z' },
  ...{ is_validated: false, waits: true, version: n },
  values: [{ entry_id: 'k', name: 'Potassium', value: '7.9', unit: 'mmol/L', flag: 'HH' }],
  ...given,
});

interface Sent {
  version: number;
  key: string;
}

export const sentIn = (request: RequestInit | undefined): Sent => {
  const task = JSON.parse(request?.body as string) as { version?: number; page_version?: number };
  return { version: task.version ?? task.page_version ?? 0, key: new Headers(request?.headers).get('Idempotency-Key') ?? '' };
};

export const accepted = { id: idOf(1), version: 1, position: '1' };
export const conflict = () => Response.json({ code: 'stale', message: 'This was changed' }, { status: 409 });

/** Answers 'Seen'. @returns the versions that were marked, in their order; `onMark` takes each out of what waits */
export const marking = (screens: Screens, onMark: (version: number) => void = () => undefined): Sent[] => {
  const sent: Sent[] = [];
  screens.answer(MARK, (_body, request) => {
    const one = sentIn(request);
    sent.push(one);
    onMark(one.version);
    return accepted;
  });
  return sent;
};

/** Takes the one of this version out. */
export const takeOut = (left: { version: number }[], version: number) => {
  const at = left.findIndex((one) => one.version === version);
  if (at >= 0) left.splice(at, 1);
};

export const criticalPart = (): Promise<Part> => section('Critical results');

/** What is read out. */
export const announced = () => textsOf(document.querySelectorAll('[data-announced]')).join().trim();
