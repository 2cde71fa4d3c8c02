import { z } from 'zod';

/** Where an item came from; FHIR items are never changed by a person here, OCR items on their report's page. */
export const Origin = z.enum(['manual', 'ocr', 'fhir']);
export type Origin = z.infer<typeof Origin>;
