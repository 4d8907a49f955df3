const keyOf = (userId: string) => `kumbuka.lastCheckout.${userId}`;

/** The checkout that a learner began last in this browser, until its payment is known to have activated the plan. */
export const readCheckoutId = (userId: string): string | null => localStorage.getItem(keyOf(userId));

export const keepCheckoutId = (userId: string, id: string): void => localStorage.setItem(keyOf(userId), id);

export const clearCheckoutId = (userId: string): void => localStorage.removeItem(keyOf(userId));
