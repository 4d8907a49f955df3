import { describe, expect, it } from 'vitest';
import { readFlags, readSettings } from './settings.ts';

describe('settings of npm start', () => {
  it('have the documented defaults', () => {
    expect(readSettings({})).toMatchObject({
      HOST: '127.0.0.1',
      DEV_CODES: 'true',
      WEB_PORT: 3000,
      REST_PORT: 5000,
      GRAPHQL_PORT: 4000,
      KAFKA_PORT: 9092,
    });
  });

  it('treat a blank variable as absent', () => expect(readSettings({ WEB_PORT: ' ' }).WEB_PORT).toBe(3000));

  it('reject shown codes on a network address', () => {
    expect(() => readSettings({ HOST: '0.0.0.0' })).toThrow(/HOST .*DEV_CODES=false/);
    expect(readSettings({ HOST: '0.0.0.0', DEV_CODES: 'false' }).HOST).toBe('0.0.0.0');
    expect(readSettings({ HOST: 'localhost' }).HOST).toBe('localhost');
  });

  it('report every problem at once', () => {
    expect(() => readSettings({ WEB_PORT: 'x', REST_PORT: '70000', ADMIN_KEY: 'short' })).toThrow(
      /WEB_PORT[^]*REST_PORT[^]*ADMIN_KEY/,
    );
  });

  it('have a login for external brokers and none for the embedded one', () => {
    const access = { KAFKA_TLS: 'true', KAFKA_LOGIN: 'scram-sha-512:me:a:secret', KAFKA_REPLICATION: '3' };
    expect(readSettings({ ...access, KAFKA_BROKERS: 'k:9093' })).toMatchObject({ KAFKA_REPLICATION: 3 });
    expect(() => readSettings(access)).toThrow(/KAFKA_TLS[^]*KAFKA_LOGIN[^]*KAFKA_REPLICATION/);
    const wrong = { KAFKA_BROKERS: 'k:1', KAFKA_LOGIN: 'me:secret', KAFKA_REPLICATION: '0' };
    expect(() => readSettings(wrong)).toThrow(/KAFKA_LOGIN[^]*KAFKA_REPLICATION/);
  });

  it('require all variables of an external payment provider or none', () => {
    const provider = {
      INTASEND_URL: 'https://p',
      INTASEND_PUBLIC_KEY: 'public',
      INTASEND_SECRET_KEY: 'secret',
    };
    expect(() => readSettings(provider)).toThrow(/INTASEND_CHALLENGE is needed/);
    expect(readSettings({ ...provider, INTASEND_CHALLENGE: 'told' })).toMatchObject(provider);
  });

  it('reject the embedded servers and shown codes in production', () => {
    expect(() => readSettings({ NODE_ENV: 'production' })).toThrow(
      /DEV_CODES[^]*MONGO_URL[^]*SMTP_URL[^]*INTASEND_URL/,
    );
  });
});

describe('words of the command line', () => {
  it('unknown words of the command line are rejected', () => {
    expect(readFlags(['--split', '--yes'])).toEqual({ split: true, reset: false, yes: true, watch: false });
    expect(() => readFlags(['--spilt'])).toThrow('--spilt');
  });
});
