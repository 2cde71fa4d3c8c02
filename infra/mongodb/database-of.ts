/** Hosts and database of an address, without user, password and options. */
export const databaseOf = (address: string): string => address.replace(/^[^/]*\/\/(?:[^/]*@)?/, '').replace(/\?.*$/, '');
