/** Makes a Button the label of a file field inside it. The field is the control: it has the focus and the role. */
export const fileLabel = { component: 'label', role: undefined, tabIndex: -1 } as const;
