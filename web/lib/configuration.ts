import useSWRImmutable from 'swr/immutable';
import { choices, Configuration } from '#contracts/wire/configuration';
import { http, type Problem } from './http.ts';
import { localSecret } from './local-secret.ts';

const PATH = '/api/configuration/read';

/** The server's configuration: loading, loaded or failed. Public, so it is known before anybody signs in. */
export const useConfiguration = (): { configuration?: Configuration; error?: Problem; retry: () => void } => {
  const { data, error, mutate } = useSWRImmutable<Configuration, Problem>(
    PATH,
    async (path: string) => Configuration.parse(await http.get(path, { quiet: true, headers: localSecret() })),
    { errorRetryInterval: 5000 },
  );
  return { ...(data ? { configuration: data } : {}), ...(error ? { error } : {}), retry: () => void mutate() };
};

type Choices = typeof choices;

/** Choices of a form, as the server's configuration lists them; all that this program knows until they are read, or where that fails. */
export const useChoices = <K extends keyof Choices>(name: K): readonly Choices[K][number][] => {
  const { data } = useSWRImmutable<readonly string[], Problem>(
    `/api/configuration/${name}`,
    async (path: string) => (await http.get<{ items: string[] }>(path, { quiet: true })).items,
    { errorRetryInterval: 5000 },
  );
  const known: readonly Choices[K][number][] = choices[name];
  return data === undefined ? known : known.filter((one) => data.includes(one));
};
