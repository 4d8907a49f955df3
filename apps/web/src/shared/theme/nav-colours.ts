/** Colours of the bar, which the browser's own bar continues. */
export const navColours = { dark: '#1a1f2e', light: '#ffffff' } as const;
