export const themes = ['dark', 'light', 'system'] as const;
/** Colours of the web client; `system` follows the device. */
export type Theme = (typeof themes)[number];

/** How a learner wants the web client to look. */
export interface Preferences {
  theme: Theme;
}
