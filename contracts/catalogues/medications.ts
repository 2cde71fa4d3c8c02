import { z } from 'zod';

/** One product of the catalogue of medications: distinct by brand, generic, form, route and strength. */
export const CatalogueMedication = z.object({
  /** Made of those five, the same over all releases. */
  id: z.string(),
  /** The brand; the generic name where the product has none of its own. */
  proprietary_name: z.string(),
  /** The generic; several active ingredients separated by ';'. */
  nonproprietary_name: z.string(),
  form: z.string(),
  route: z.string(),
  /** One for each active ingredient in their order, separated by ';': '5 mg; 325 mg'. '' where the directory gives none. */
  strength: z.string(),
  /** RxNorm's concept, where known. */
  rxcui: z.string().optional(),
  release: z.string(),
  /** Not in the newest release any more: stays readable, and is found last. */
  retired: z.literal(true).optional(),
});
export type CatalogueMedication = z.infer<typeof CatalogueMedication>;
