const kenyanMobile = /^(?:\+?254|0)[17]\d{8}$/;

/** The number without the blanks, dashes and brackets that people write in it. */
export const bareNumber = (typed: string): string => typed.replaceAll(/[\s()-]/g, '');

/** 07.., 01.., +254.. and 254.. with nine digits after the prefix. */
export const isKenyanMobile = (typed: string): boolean => kenyanMobile.test(bareNumber(typed));
