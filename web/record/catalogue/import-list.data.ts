import type { ListImport } from '#contracts/catalogues/list-import';
import { http, Problem } from '#web/lib/http.ts';
import { saveFile } from '#web/lib/save-file.ts';

/** Catalogues that come and go as CSV. */
export type ListOf = 'measurement-parameters' | 'examination-templates' | 'lab-parameters';

/** Saves the whole list as a file. What fails is told above every screen. */
export const exportList = async (list: ListOf): Promise<void> => {
  try {
    saveFile(`${list}.csv`, await http.blob(`/api/${list}/export`));
  } catch (cause) {
    if (!(cause instanceof Problem)) throw cause;
  }
};

/**
 * Says what a file would do, or with the plan of that does it. @param commandId the same for one file: what was broken off goes on
 * @throws Problem
 */
export const importList = (list: ListOf, file: File, plan: string | undefined, commandId: string): Promise<ListImport> => {
  const form = new FormData();
  form.append('dry_run', String(plan === undefined));
  if (plan !== undefined) form.append('plan', plan);
  form.append('file', file, file.name);
  return http.form(`/api/${list}/import`, form, { commandId, quiet: true });
};
