import type { Settings } from '#infra/config/configuration';

/** Settings of a product that runs on this data folder alone. */
export const settingsFor = (data: string): Settings => ({
  port: 0,
  host: '127.0.0.1',
  data,
  event_store: undefined,
  read_store: undefined,
  files: undefined,
  keys: undefined,
  messaging: undefined,
  outgoing: undefined,
  environment: 'local',
  demo: false,
  key_file: undefined,
  ocr_workers: 1,
  trust_proxy: undefined,
  rates: undefined,
  smtp: undefined,
  public_url: 'http://127.0.0.1:3000',
  gateway: undefined,
});
