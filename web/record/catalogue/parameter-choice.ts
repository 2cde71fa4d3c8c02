import type { LabParameterView } from '#contracts/lab/lab-parameters';
import { searchText } from '#contracts/rules/search-text';

type Named = Pick<LabParameterView, 'aliases'>;

const isCalled = ({ aliases }: Named, name: string): boolean => aliases.some((alias) => searchText(alias) === name);

/** The parameter that a text names exactly, by any of its aliases. */
export const exactly = <P extends Named>(text: string, parameters: readonly P[]): P | undefined => {
  const wanted = searchText(text);
  return parameters.find((parameter) => isCalled(parameter, wanted));
};

/**
 * The parameter that Enter takes of those that the catalogue answered, the best fit first. None where the text is the whole name of several
 * before their comma, and none of them is the total: 'lymphocytes' of 'Lymphocytes, absolute' and 'Lymphocytes, percent'.
 */
export const usualOf = <P extends Named>(text: string, parameters: readonly P[]): P | undefined => {
  const wanted = searchText(text);
  const [first] = parameters;
  if (!first || isCalled(first, wanted) || isCalled(first, `${wanted}, total`)) return first;
  const alike = parameters.filter(({ aliases }) => aliases.some((alias) => searchText(alias).startsWith(`${wanted}, `)));
  return alike.length > 1 ? undefined : first;
};
