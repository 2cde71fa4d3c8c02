/** No more than fits, and a sign that there was more. */
export const shortened = (text: string, most: number): string =>
  text.length <= most
    ? text
    : `${text
        .slice(0, most - 2)
        .replace(/[\ud800-\udbff]$/, '')
        .trimEnd()} …`;
