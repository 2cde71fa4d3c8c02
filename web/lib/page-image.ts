import { http, Problem } from './http.ts';

/**
 * The image of a report's page. Where there is none under its id, PNG is asked for by name, as the documents have it.
 * @throws Problem; of status 404 where there is no image at all
 */
export const readPageImage = async (pageId: string, signal: AbortSignal): Promise<Blob> => {
  const ask = (query: string) => http.blob(`/api/files/page/${encodeURIComponent(pageId)}${query}`, { signal, quiet: true });
  try {
    return await ask('');
  } catch (cause) {
    if (!(cause instanceof Problem) || cause.status !== 404) throw cause;
    return ask('?extension=png');
  }
};
