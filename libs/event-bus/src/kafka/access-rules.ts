import type { KafkaOperation, KafkaResource, KafkaRule } from '@kumbuka/contracts';
import kafkajs, { type AclEntry, type Admin } from 'kafkajs';
import type { BusOptions } from '../bus.ts';
import { createClient } from './client.ts';
import { withAdmin } from './lag.ts';
import { setPasswords } from './scram-logins.ts';

const { AclOperationTypes, AclPermissionTypes, AclResourceTypes, ResourcePatternTypes } = kafkajs;

const operationTypes: Record<KafkaOperation, number> = {
  read: AclOperationTypes.READ,
  write: AclOperationTypes.WRITE,
  create: AclOperationTypes.CREATE,
  delete: AclOperationTypes.DELETE,
  alter: AclOperationTypes.ALTER,
  describe: AclOperationTypes.DESCRIBE,
  'describe-configs': AclOperationTypes.DESCRIBE_CONFIGS,
  'alter-configs': AclOperationTypes.ALTER_CONFIGS,
};
const resourceTypes: Record<KafkaResource, number> = {
  topic: AclResourceTypes.TOPIC,
  group: AclResourceTypes.GROUP,
  cluster: AclResourceTypes.CLUSTER,
};
const principalOf = (login: string) => `User:${login}`;
const everyHost = '*';

const entriesOf = ({ login, effect, resource, pattern, name, operations }: KafkaRule): AclEntry[] =>
  operations.map((operation) => ({
    principal: principalOf(login),
    host: everyHost,
    permissionType: effect === 'allow' ? AclPermissionTypes.ALLOW : AclPermissionTypes.DENY,
    operation: operationTypes[operation],
    resourceType: resourceTypes[resource],
    resourceName: name,
    resourcePatternType:
      pattern === 'prefixed' ? ResourcePatternTypes.PREFIXED : ResourcePatternTypes.LITERAL,
  }));

const idOf = (entry: AclEntry): string =>
  [
    entry.principal,
    entry.host,
    entry.permissionType,
    entry.operation,
    entry.resourceType,
    entry.resourceName,
    entry.resourcePatternType,
  ].join('/');

async function presentEntries(admin: Admin, login: string): Promise<AclEntry[]> {
  const { resources } = await admin.describeAcls({
    resourceType: AclResourceTypes.ANY,
    resourcePatternType: ResourcePatternTypes.ANY,
    operation: AclOperationTypes.ANY,
    permissionType: AclPermissionTypes.ANY,
    principal: principalOf(login),
  });
  return resources.flatMap(({ acls, ...resource }) =>
    acls.map((acl) => ({
      ...acl,
      resourceType: resource.resourceType,
      resourceName: resource.resourceName,
      resourcePatternType: resource.resourcePatternType,
    })),
  );
}

/** Entries of the first list that the second lacks. */
function missingFrom(entries: readonly AclEntry[], others: readonly AclEntry[]): AclEntry[] {
  const otherIds = new Set(others.map(idOf));
  return entries.filter((entry) => !otherIds.has(idOf(entry)));
}

/** Creates missing entries before it deletes others, so that no login loses a permission meanwhile. */
async function applyRules(
  admin: Admin,
  rules: readonly KafkaRule[],
  logins: readonly string[],
): Promise<void> {
  const wanted = rules.flatMap(entriesOf);
  const present: AclEntry[] = [];
  for (const login of logins) present.push(...(await presentEntries(admin, login)));
  const created = missingFrom(wanted, present);
  if (created.length > 0) await admin.createAcls({ acl: created });
  const deleted = missingFrom(present, wanted);
  if (deleted.length > 0) await admin.deleteAcls({ filters: deleted });
}

interface AccessPlan extends BusOptions {
  /** Password of each login to create. */
  passwords: Readonly<Record<string, string>>;
  rules: readonly KafkaRule[];
  /** Logins whose other rules are removed. */
  logins: readonly string[];
}

/** Sets Kafka's logins and access rules to those of the plan. Keeps the rules of other logins. Idempotent. */
export async function migrateAccess({ passwords, rules, logins, ...options }: AccessPlan): Promise<void> {
  const kafka = createClient(options);
  if (Object.keys(passwords).length > 0) await setPasswords(kafka, passwords);
  await withAdmin(kafka, (admin) => applyRules(admin, rules, logins));
}
