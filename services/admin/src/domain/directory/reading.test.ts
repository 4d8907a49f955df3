import { describe, expect, it } from 'vitest';
import { cheapestWay } from './reading.ts';

const ways = { users: 100_000, found: null, seen: null, end: 20 };

describe('the way of reading a list', () => {
  it('is along its order where nothing narrows it', () => {
    expect(cheapestWay(ways)).toBe('order');
  });
  it('is by the few who were found or seen', () => {
    expect(cheapestWay({ ...ways, found: 12 })).toBe('found');
    expect(cheapestWay({ ...ways, seen: 12 })).toBe('seen');
    expect(cheapestWay({ ...ways, found: 5_000, seen: 12 })).toBe('seen');
  });
  it('is along the order where so many fit that the page is full soon', () => {
    expect(cheapestWay({ ...ways, found: 40_000 })).toBe('order');
    expect(cheapestWay({ ...ways, seen: 40_000 })).toBe('order');
  });
  it('is never along the order for a page far behind those who fit', () => {
    expect(cheapestWay({ ...ways, found: 3_000, end: 90_000 })).toBe('found');
  });
  it('looks at nobody where nobody was found', () => {
    expect(cheapestWay({ ...ways, found: 0 })).toBe('found');
    expect(cheapestWay({ ...ways, users: 0 })).toBe('order');
  });
});
