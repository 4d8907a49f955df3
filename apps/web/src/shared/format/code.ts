/** Whether a text is a whole one-time code, such as a pasted ' 123456 '. */
export const isWholeCode = (text: string): boolean => /^\s*\d{6}\s*$/.test(text);
