/** Fields of rows that are always there. */
export const text = { type: String, required: true };
export const number = { type: Number, required: true };
export const flag = { type: Boolean, required: true };
export const date = { type: Date, required: true };

/** Fields that are null until there is something to say. */
export const maybeText = { type: String, default: null };
export const maybeDate = { type: Date, default: null };
