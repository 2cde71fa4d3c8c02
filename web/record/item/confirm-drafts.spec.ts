import { isTypedDraft } from './confirm-drafts.tsx';

it.each([
  [{ draft: true, origin: 'manual' }, true],
  [{ draft: true, origin: 'ocr' }, false],
  [{ draft: true, origin: 'fhir' }, false],
  [{ draft: false, origin: 'manual' }, false],
] as const)('ruling 23: what was read from a report is never confirmed with what was typed: %j', (item, isTyped) =>
  expect(isTypedDraft(item)).toBe(isTyped),
);
