import { ConfigurationInvalid } from '@kumbuka/runtime';
import { describe, expect, it } from 'vitest';
import { loadConfig, maxTokensOfPrompt } from './config.ts';

const env = {
  INTERNAL_KEY: 'a-key-of-the-processes',
  IDEMPOTENCY_KEY: 'a-key-of-request-bodies',
  MONGO_URL: 'mongodb://127.0.0.1:27017',
  KAFKA_BROKERS: '127.0.0.1:9092',
  REDIS_URL: 'redis://127.0.0.1:6379',
  AUTH_URL: 'http://127.0.0.1:4101',
  ADMIN_URL: 'http://127.0.0.1:4106',
  DECKS_URL: 'http://127.0.0.1:4102',
};

describe('the configuration', () => {
  it('needs no model', () =>
    expect(loadConfig(env)).toMatchObject({
      name: 'ai',
      zone: 'Africa/Nairobi',
      openai: null,
      generationsPerMinute: 10,
    }));

  it('accepts a key, or the address of a model server that needs none', () => {
    const model = { model: 'gpt-4.1-mini', timeoutMs: 24_000 };
    expect(loadConfig({ ...env, OPENAI_API_KEY: 'sk-1' }).openai).toEqual({
      ...model,
      apiKey: 'sk-1',
      baseUrl: undefined,
      prices: { input: 0.4, output: 1.6 },
    });
    expect(
      loadConfig({ ...env, OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1', OPENAI_MODEL: 'small' }).openai,
    ).toEqual({
      ...model,
      model: 'small',
      apiKey: undefined,
      baseUrl: 'http://127.0.0.1:11434/v1',
      prices: { input: 0, output: 0 },
    });
    const dear = { OPENAI_INPUT_PRICE: '2.5', OPENAI_OUTPUT_PRICE: '10' };
    expect(loadConfig({ ...env, OPENAI_API_KEY: 'sk-1', ...dear }).openai?.prices).toEqual({
      input: 2.5,
      output: 10,
    });
  });

  it('gives one free account the tokens of five prompts a day, and subscribers a budget of their own', () =>
    expect(loadConfig(env).budgets).toEqual({
      free: { perDay: 5_000_000, perLearner: 5 * maxTokensOfPrompt },
      subscriber: { perDay: 5_000_000, perLearner: 500_000 },
    }));

  it('reports every problem at once', () => {
    const load = () =>
      loadConfig({
        ...env,
        AI_ZONE: 'Mars/Olympus',
        OPENAI_BASE_URL: 'ftp://x',
        OPENAI_TIMEOUT_MS: '90000',
        DECKS_URL: 'decks',
      });
    expect(load).toThrow(ConfigurationInvalid);
    for (const name of ['AI_ZONE', 'OPENAI_BASE_URL', 'OPENAI_TIMEOUT_MS', 'DECKS_URL'])
      expect(load).toThrow(name);
  });
});
