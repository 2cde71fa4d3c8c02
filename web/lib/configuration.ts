import useSWRImmutable from 'swr/immutable';
import { Configuration } from '#contracts/wire/configuration';
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
