/** Where the redirect screen sends: the pages of the `ids` query (a comma list), or home when there are none. */
export const redirectTarget = (search: string): string => {
  const ids = (new URLSearchParams(search).get('ids') ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')
    .map(encodeURIComponent);
  return ids.length === 0 ? '/' : `/ocr-page/${ids[0]}?pageIds=${ids.join(',')}`;
};
