// For mongosh, as root: one-node replica set, and for each service a user with rights on its own database only.
const { readdirSync, readFileSync } = require('node:fs');

try {
  rs.status();
} catch (error) {
  if (error.codeName !== 'NotYetInitialized') throw error;
  rs.initiate({ _id: 'rs0', members: [{ _id: 0, host: 'mongo:27017' }] });
}
while (!db.hello().isWritablePrimary) sleep(200);

const prefix = 'mongo-password-';
for (const file of readdirSync('/keys').filter((name) => name.startsWith(prefix))) {
  const name = file.slice(prefix.length);
  const database = db.getSiblingDB(`kumbuka_${name.replaceAll('-', '_')}`);
  const pwd = readFileSync(`/keys/${file}`, 'utf8');
  const roles = [{ role: 'readWrite', db: database.getName() }];
  if (database.getUser(name)) database.updateUser(name, { pwd, roles });
  else database.createUser({ user: name, pwd, roles });
}
