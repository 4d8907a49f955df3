import { fireEvent, screen } from '@testing-library/react';

/** Puts a text into the field of that label at once, and leaves the field. */
export function fill(label: string, text: string) {
  const field = screen.getByLabelText(label);
  fireEvent.change(field, { target: { value: text } });
  fireEvent.blur(field);
}
