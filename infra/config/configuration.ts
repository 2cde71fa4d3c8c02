import { z } from 'zod';
import { Environment } from '#contracts/wire/configuration';

const Port = z.coerce.number<string>().int().min(0).max(65535);

const Variables = z.object({
  PORT: Port.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  ANAMNESIS_DATA: z.string().min(1).default('./data'),
  ANAMNESIS_ENVIRONMENT: Environment.default('local'),
  ANAMNESIS_DEMO: z.enum(['on', 'off']).default('on'),
  /** File with the key-encryption key; in production it must not lie in the data folder. */
  ANAMNESIS_KEY_FILE: z.string().min(1).optional(),
  /** How many files are read at the same time. */
  ANAMNESIS_OCR_WORKERS: z.coerce.number<string>().int().min(1).max(16).default(1),
});

export interface Settings {
  port: number;
  host: string;
  /** Folder that holds everything; one process owns it. */
  data: string;
  environment: Environment;
  /** Whether a first start brings the synthetic clinic; never in production. */
  demo: boolean;
  key_file: string | undefined;
  ocr_workers: number;
}

/** Everything that is wrong with the environment, one line each. */
export class WrongSettings extends Error {}

/** Reads the settings once, at start. @throws WrongSettings naming every variable that is wrong and what it may be */
export const readSettings = (variables: Record<string, string | undefined>): Settings => {
  const named = Object.fromEntries(
    Object.keys(Variables.shape).map((name) => [name, variables[name] === '' ? undefined : variables[name]]),
  );
  const parsed = Variables.safeParse(named);
  const wrong = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  // A misspelt name would otherwise be a default in silence.
  const known = new Set(Object.keys(Variables.shape));
  for (const name of Object.keys(variables)) {
    if (name.startsWith('ANAMNESIS_') && !known.has(name)) wrong.push(`${name}: unknown; known are ${[...known].join(', ')}`);
  }
  const settings = parsed.data;
  if (settings?.ANAMNESIS_ENVIRONMENT === 'prod' && !settings.ANAMNESIS_KEY_FILE) {
    wrong.push('ANAMNESIS_KEY_FILE: needed in production, outside of the data folder');
  }
  if (!settings || wrong.length > 0) throw new WrongSettings(wrong.join('\n'));
  return {
    port: settings.PORT,
    host: settings.HOST,
    data: settings.ANAMNESIS_DATA,
    environment: settings.ANAMNESIS_ENVIRONMENT,
    demo: settings.ANAMNESIS_DEMO === 'on' && settings.ANAMNESIS_ENVIRONMENT !== 'prod',
    key_file: settings.ANAMNESIS_KEY_FILE,
    ocr_workers: settings.ANAMNESIS_OCR_WORKERS,
  };
};
