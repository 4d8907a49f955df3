import { addressVariable, serviceNames } from '@kumbuka/contracts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { makeSecrets } from './secrets.ts';

const root = join(import.meta.dirname, '../../..');
const compose = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), { merge: true });
const processes = [...serviceNames, 'gateway', 'rest-facade', 'web'];

const read = (file: string) => parse(readFileSync(join(root, 'k8s', file), 'utf8'));
const secrets = parseAllDocuments(readFileSync(join(root, 'k8s/secrets.example.yaml'), 'utf8')).map((each) =>
  each.toJS(),
);

describe('k8s', () => {
  it.each(processes)('has %s under its own name', (name) => {
    expect(read('base/kustomization.yaml').resources).toContain(name);
    const { images, patches } = read(`base/${name}/kustomization.yaml`);
    expect(images).toEqual([{ name: 'kumbuka/process', newName: `kumbuka/${name}` }]);
    expect(JSON.stringify(patches)).toContain(`value: ${name}`);
  });

  it.each(serviceNames)('tells everybody where %s is, and gives it a secret of its own', (name) => {
    expect(read('base/config.yaml').data[addressVariable(name)]).toBe(`http://${name}:8080`);
    const secret = secrets.find(({ metadata }) => metadata.name === `kumbuka-${name}`);
    expect(secret?.stringData).toHaveProperty('mongo-url');
  });
});

describe('a cluster for trying the product', () => {
  it('has every secret that processes are given', () => {
    const made = makeSecrets('replicaSet=rs0');
    for (const { metadata, stringData } of secrets) {
      const needed = Object.keys(stringData).filter((key) => key !== 'kafka-login');
      expect(Object.keys(made[metadata.name] ?? {}).toSorted()).toEqual(needed.toSorted());
    }
  });
});

describe('docker-compose.yml', () => {
  it.each(processes)('runs %s without rights that it does not need', (name) => {
    expect(compose.services[name]).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
  });

  it.each(serviceNames)('gives %s a database login of its own', (name) => {
    expect(compose.services[name].environment.MONGO_URL_FILE).toBe(`/keys/mongo-url-${name}`);
  });

  it.each(serviceNames)('tells everybody inside where %s is, and waits for it', (name) => {
    expect(compose['x-inner'][addressVariable(name)]).toBe(`http://${name}:8080`);
    expect(compose.services.gateway.depends_on).toHaveProperty(name);
  });

  it('opens ports on this machine only', () => {
    const ports = Object.values<{ ports?: string[] }>(compose.services).flatMap((each) => each.ports ?? []);
    expect(ports.length).toBeGreaterThan(3);
    expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
  });

  it('writes no secret down', () => {
    const secrets = Object.values<{ environment?: object }>(compose.services)
      .flatMap((each) => Object.keys(each.environment ?? {}))
      .filter((name) => /(KEY|SECRET|PASSWORD)$/.test(name));
    expect(secrets).toEqual([]);
  });
});
