import { readFileSync } from 'node:fs';

/** Variables that may hold a password. Each may be left to a file, named by the same variable with _FILE behind it. */
const SECRETS = [
  'ANAMNESIS_EVENT_STORE',
  'ANAMNESIS_READ_STORE',
  'ANAMNESIS_FILES',
  'ANAMNESIS_KEYS',
  'ANAMNESIS_MESSAGING',
  'ANAMNESIS_OUTGOING',
  'ANAMNESIS_SMTP_URL',
] as const;

/** The names under which files are given. */
export const fileVariables: readonly string[] = SECRETS.map((name) => `${name}_FILE`);

type Variables = Record<string, string | undefined>;

/**
 * Reads the files that are named instead of a value: the first line of a file is the value. An empty line means that the variable is not
 * set, as an empty value does, so that a container may have the file of a secret that an installation does not need.
 * @returns the variables with these values; and errors, one line each, which never show the content of a file
 */
export const withFiles = (variables: Variables): { values: Variables; wrong: string[] } => {
  const values = { ...variables };
  const wrong: string[] = [];
  for (const name of SECRETS) {
    const file = variables[`${name}_FILE`];
    delete values[`${name}_FILE`];
    if (!file) continue;
    if (variables[name]) wrong.push(`${name} and ${name}_FILE: only one of them`);
    try {
      values[name] = readFileSync(file, 'utf8').split('\n')[0]!.trim();
    } catch (error) {
      wrong.push(`${name}_FILE: cannot be read (${(error as NodeJS.ErrnoException).code})`);
    }
  }
  return { values, wrong };
};
