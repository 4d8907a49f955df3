import { describe, expect, it } from 'vitest';
import { evaluate, expressionOf } from './alert.ts';

const metrics = `# HELP events_consumer_lag Messages.
# TYPE events_consumer_lag gauge
events_consumer_lag 5001
ai_tokens_today 28000
ai_tokens_a_day 30000
http_requests{route="/decks"} 3
http_requests{route="/user"} 7
`;

describe('an alert', () => {
  it('fires once its metric is beyond the limit of the rule', () => {
    expect(evaluate(expressionOf('ConsumerBehind'), metrics)).toEqual({ isOn: true, value: 5001 });
    expect(evaluate('events_consumer_lag > 5001', metrics).isOn).toBe(false);
  });

  it('can compare a ratio', () => {
    const { isOn, value } = evaluate(expressionOf('TokensNearlySpent'), metrics);
    expect([isOn, value.toFixed(3)]).toEqual([true, '0.933']);
  });

  it('uses the largest of several samples', () => {
    expect(evaluate('max(http_requests) > 3', metrics).value).toBe(7);
  });

  it('is off while no process publishes its metric', () => {
    expect(evaluate(expressionOf('AggregatesParked'), metrics).isOn).toBe(false);
  });

  it('a rule with an unsupported expression is rejected', () => {
    expect(() => evaluate('sum(rate(http_requests[5m])) > 1', metrics)).toThrow('is not supported');
    expect(() => expressionOf('Nothing')).toThrow('No alert Nothing');
  });
});
