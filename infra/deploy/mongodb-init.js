// For mongosh: makes a replica set of one, and an account for each database that is named (read models, files, keys), which reaches nothing else. To be run
// again after an address was changed: the password becomes the one that it holds. Not run where it was written, for want of a MongoDB server.
const { readFileSync } = require('fs');

const secret = (variable) => readFileSync(process.env[variable], 'utf8').split('\n')[0].trim();
const root = `mongodb://root:${encodeURIComponent(secret('ROOT_PASSWORD_FILE'))}@mongodb:27017/admin?directConnection=true`;
const admin = new Mongo(root).getDB('admin');

const ALREADY_INITIALIZED = 23;
const begun = admin.runCommand({ replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host: 'mongodb:27017' }] } });
if (!begun.ok && begun.code !== ALREADY_INITIALIZED) throw new Error(`no replica set: ${begun.codeName}`);
for (let tries = 60; !admin.runCommand({ hello: 1 }).isWritablePrimary; tries--) {
  if (tries === 0) throw new Error('the replica set has no primary');
  sleep(1000);
}

const ADDRESS = /^mongodb:\/\/(?<user>[^:@/]+):(?<password>[^@/]+)@[^/]+\/(?<database>[^?]+)/;
for (const variable of ['READ_STORE_FILE', 'FILES_FILE', 'KEYS_FILE']) {
  const address = ADDRESS.exec(secret(variable));
  if (!address) continue;
  const { user, password, database } = address.groups;
  const there = admin.getSiblingDB(database);
  const name = decodeURIComponent(user);
  const command = there.runCommand({ usersInfo: name }).users.length > 0 ? 'updateUser' : 'createUser';
  const account = { pwd: decodeURIComponent(password), roles: [{ role: 'readWrite', db: database }] };
  const { ok, codeName } = there.runCommand({ [command]: name, ...account });
  if (!ok) throw new Error(`${command}: ${codeName}`);
}
