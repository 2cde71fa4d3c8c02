/** Where the tests' servers of events are asked for: set where a run is in the form `ANAMNESIS_TEST_EVENT_STORE=gateway`. */
const gateways = process.env['TEST_GATEWAYS'];

/** Whether the product's events lie on a server of their own in this run of tests. */
export const isOnServer = gateways !== undefined;

/** The folder with the log of a data folder's server. */
export const logOf = (data: string): string => `${data}.gateway`;

const ask = async (method: 'POST' | 'DELETE', data: string, more = ''): Promise<string> => {
  const response = await fetch(`${gateways}/?data=${encodeURIComponent(data)}${more}`, { method });
  if (!response.ok) throw new Error(await response.text());
  return response.text();
};

/** Connection string of the server that has the events of this data folder; undefined where they lie in the folder itself. */
export const eventStoreOf = async (data: string): Promise<string | undefined> => (isOnServer ? ask('POST', data) : undefined);

/** Ends the server of a data folder and keeps its log, for a copy. */
export const closeEventStoreOf = async (data: string): Promise<void> => {
  if (isOnServer) await ask('DELETE', data, '&keep=1');
};

/** Ends the servers of a folder that is removed: its own, and those of data folders in it. */
export const endEventStoresOf = async (folder: string): Promise<void> => {
  if (isOnServer) await ask('DELETE', folder);
};
