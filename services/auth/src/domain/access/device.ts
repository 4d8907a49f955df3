type Names = readonly (readonly [mark: RegExp, name: string])[];

/** In order of precedence: browsers also carry the marks of their ancestors. */
const browsers: Names = [
  [/\b(?:Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\b(?:OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: Names = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (names: Names, userAgent: string) => names.find(([mark]) => mark.test(userAgent))?.[1];

const unknownDevice = 'Unknown device';

const isOneOf = (names: Names, name: string) => names.some(([, each]) => each === name);

/** Browser and system of a user agent, such as 'Firefox on Android'; the rest is discarded. */
export function deviceOf(userAgent: string): string {
  const [browser, system] = [nameIn(browsers, userAgent), nameIn(systems, userAgent)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? unknownDevice;
}

/** Browser and system in a stored name, so that clients can compose it in their language; `null` when unknown. */
export function devicePartsOf(device: string): { browser: string | null; system: string | null } {
  const parts = device.split(' on ');
  return {
    browser: parts.find((part) => isOneOf(browsers, part)) ?? null,
    system: parts.find((part) => isOneOf(systems, part)) ?? null,
  };
}
