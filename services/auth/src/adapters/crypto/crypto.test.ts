import { describe, expect, it } from 'vitest';
import { createCodeSecrets } from './code-secrets.ts';
import { hashPassword, verifyPassword } from './password-hasher.ts';
import { createSealedBox, SealBroken } from '@kumbuka/service-kit';
import { createConcurrencyLimit } from './concurrency-limit.ts';

describe('a password hash', () => {
  it('is argon2id with 19 MiB, two passes and one lane', async () => {
    expect(await hashPassword('tembo wa savana')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
  it('has a salt of its own each time', async () => {
    expect(await hashPassword('same')).not.toBe(await hashPassword('same'));
  });
  it.each(['tembo wa savana', '  blanks kept  ', 'Ünïcødé 🐘', 'x'.repeat(256)])(
    'of "%s" matches that password only',
    async (password) => {
      const phc = await hashPassword(password);
      expect(await verifyPassword(phc, password)).toBe(true);
      expect(await verifyPassword(phc, `${password} `)).toBe(false);
    },
  );
  it('with other cost parameters is still accepted', async () => {
    const cheap = await hashPassword('tembo', { memory: 64, passes: 1, parallelism: 1 });
    expect(await verifyPassword(cheap, 'tembo')).toBe(true);
  });
  it('of another implementation is accepted', async () => {
    // RFC 9106's reference program: echo -n password | argon2 somesalt -id -t 2 -m 16 -p 1
    const phc = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    expect(await verifyPassword(phc, 'password')).toBe(true);
    expect(await verifyPassword(phc, 'passwore')).toBe(false);
  });
  it('no password matches a broken hash', async () => {
    expect(await verifyPassword('broken', 'broken')).toBe(false);
  });
});

describe('a concurrency limit', () => {
  it('runs four tasks at once and the others after them', async () => {
    const limited = createConcurrencyLimit(4, 100);
    let running = 0;
    let maxRunning = 0;
    const work = async () => {
      maxRunning = Math.max(maxRunning, ++running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running--;
    };
    await Promise.all(Array.from({ length: 20 }, () => limited(work)));
    expect(maxRunning).toBe(4);
    expect(running).toBe(0);
  });
  it('starts the next task after a failure', async () => {
    const limited = createConcurrencyLimit(1, 100);
    const failing = limited(() => Promise.reject(new Error('broken')));
    const next = limited(async () => 'done');
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('done');
  });
  it('rejects a task when too many wait', async () => {
    const limited = createConcurrencyLimit(1, 1);
    let finish = () => {};
    const first = limited(() => new Promise<void>((resolve) => (finish = resolve)));
    const second = limited(async () => 'second');
    await expect(limited(async () => 'third')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    finish();
    await first;
    expect(await second).toBe('second');
  });
});

describe('the hash of a code', () => {
  const secrets = createCodeSecrets(['one secret of many']);
  const name = { id: 'a', purpose: 'verification', emailMac: 'k' } as const;
  const mac = secrets.macOf(name, '123456');
  it('is the same for the same binding', () => {
    expect(secrets.isCode(mac, { ...name }, '123456')).toBe(true);
  });
  it.each([{ id: 'b' }, { purpose: 'reset' as const }, { emailMac: 'l' }])('differs with %o', (other) =>
    expect(secrets.isCode(mac, { ...name, ...other }, '123456')).toBe(false),
  );
  it('differs for another code', () => {
    expect(secrets.isCode(mac, name, '123457')).toBe(false);
  });
  it('differs under another secret', () => {
    expect(createCodeSecrets(['another secret, as long']).macOf(name, '123456')).not.toBe(mac);
  });
  it('does not show the email', () => {
    expect(secrets.emailMacOf('amina@example.org')).not.toContain('amina');
  });
});

describe('a random code', () => {
  it('has six digits and differs each time', () => {
    const secrets = createCodeSecrets(['one secret of many']);
    const made = Array.from({ length: 200 }, secrets.randomCode);
    expect(made.every((code) => /^\d{6}$/.test(code))).toBe(true);
    expect(new Set(made).size).toBeGreaterThan(190);
  });
});

describe('a sealed text', () => {
  const box = createSealedBox(['one secret of many'], 'tests');
  it('can be decrypted under its label', () => expect(box.open(box.seal('siri', 'a'), 'a')).toBe('siri'));
  it('differs each time', () => expect(box.seal('siri', 'a')).not.toBe(box.seal('siri', 'a')));
  it('cannot be decrypted under another label', () => {
    expect(() => box.open(box.seal('siri', 'a'), 'b')).toThrow(SealBroken);
  });
  it('cannot be decrypted under another secret or use', () => {
    const sealed = box.seal('siri', 'a');
    expect(() => createSealedBox(['another secret, as long'], 'tests').open(sealed, 'a')).toThrow(SealBroken);
    expect(() => createSealedBox(['one secret of many'], 'mails').open(sealed, 'a')).toThrow(SealBroken);
  });
  it('cannot be decrypted after a bit has changed', () => {
    const bytes = Buffer.from(box.seal('siri', 'a'), 'base64');
    bytes[bytes.length - 1]! ^= 1;
    expect(() => box.open(bytes.toString('base64'), 'a')).toThrow(SealBroken);
  });
});
