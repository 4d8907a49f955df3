/** The oldest supported browsers; `src/shared/browser/browser-support.ts` provides the methods that they lack. */
export const oldestBrowsers = ['chrome107', 'edge107', 'firefox115', 'safari16.4', 'ios16.4'];
