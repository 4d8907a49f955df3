import { describe, expect, it } from 'vitest';
import { deviceOf, devicePartsOf } from './device.ts';

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const iosKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

describe('a device', () => {
  it.each([
    ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
    ['Firefox on Android', 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0'],
    [
      'Chrome on Android',
      `Mozilla/5.0 (Linux; Android 10; K) ${webKit} Chrome/141.0.0.0 Mobile Safari/537.36`,
    ],
    ['Chrome on Linux', `Mozilla/5.0 (X11; Linux x86_64) ${webKit} HeadlessChrome/141.0.0.0 Safari/537.36`],
    [
      'Edge on Windows',
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/141.0 Safari/537.36 Edg/141.0`,
    ],
    [
      'Opera on macOS',
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Chrome/141.0 Safari/537.36 OPR/120.0`,
    ],
    [
      'Samsung Internet on Android',
      `Mozilla/5.0 (Linux; Android 10; K) ${webKit} SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36`,
    ],
    [
      'Safari on iPhone',
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${iosKit} Version/18.5 Mobile/15E148 Safari/604.1`,
    ],
    [
      'Chrome on iPad',
      `Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) ${iosKit} CriOS/141.0 Mobile/15E148 Safari/604.1`,
    ],
    [
      'Safari on macOS',
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${iosKit} Version/18.5 Safari/605.1.15`,
    ],
    [
      'Chrome on ChromeOS',
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webKit} Chrome/141.0.0.0 Safari/537.36`,
    ],
  ])('a session shows the device %s', (device, userAgent) => expect(deviceOf(userAgent)).toBe(device));

  it.each(['', 'curl/8.14.1', '<script>alert(1)</script>', 'x'.repeat(10_000)])(
    'with the user agent "%.20s" is unknown, and nothing of that text is stored',
    (userAgent) => expect(deviceOf(userAgent)).toBe('Unknown device'),
  );

  it.each([
    ['Samsung Internet on Android', 'Samsung Internet', 'Android'],
    ['Firefox', 'Firefox', null],
    ['iPhone', null, 'iPhone'],
    ['Unknown device', null, null],
  ])(
    'the browser and the system of "%s" are separate fields, which a client can translate',
    (device, browser, system) => expect(devicePartsOf(device)).toEqual({ browser, system }),
  );
});
