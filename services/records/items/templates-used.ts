/** The templates that rows were added by; nothing of an entry that was typed without any. */
export const usedIn = (data: object): { template_ids?: string[] } => {
  const { template_ids = [] } = data as { template_ids?: string[] };
  return template_ids.length === 0 ? {} : { template_ids: [...new Set(template_ids)] };
};
