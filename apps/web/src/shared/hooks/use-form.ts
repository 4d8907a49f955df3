import { useState, type ChangeEvent, type SyntheticEvent } from 'react';

type Values = Record<string, string>;
export type FormErrors<V extends Values> = Partial<Record<keyof V, string>>;

export const isEmpty = (errors: object) => Object.keys(errors).length === 0;

interface FormOptions<V extends Values> {
  initial: V;
  /** Pure; gives a message for each wrong field. */
  validate: (values: V) => FormErrors<V>;
  onSubmit: (values: V) => Promise<void> | void;
  /** Called when a form is submitted with errors in it. */
  onInvalid?: (errors: FormErrors<V>) => void;
  /** The form is one of several on its page: a field that is left unchanged shows no error. */
  isOptional?: boolean;
}

function focusFirstInvalid<V extends Values>(form: HTMLFormElement, errors: FormErrors<V>) {
  const [name] = Object.keys(errors);
  const control = name === undefined ? null : form.elements.namedItem(name);
  if (control instanceof HTMLElement) control.focus();
}

/** Values, touched fields and submitting of a small form. Errors show only after a field was left or the form was sent. */
export function useForm<V extends Values>(options: FormOptions<V>) {
  const { initial, validate, onSubmit, onInvalid, isOptional = false } = options;
  const [values, setValues] = useState(initial);
  const [touched, setTouched] = useState<ReadonlySet<keyof V>>(new Set());
  const [busy, setBusy] = useState(false);
  const errors = validate(values);

  const touch = (names: Iterable<keyof V>) => setTouched((before) => new Set([...before, ...names]));
  const set = <K extends keyof V>(name: K, value: V[K]) =>
    setValues((before) => ({ ...before, [name]: value }));

  const field = (name: keyof V & string, hint = ' ') => {
    const error = touched.has(name) ? errors[name] : undefined;
    return {
      name,
      value: values[name] ?? '',
      error: error !== undefined,
      helperText: error ?? hint,
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        set(name, event.target.value as V[typeof name]),
      // Another tab or window takes the focus away without the learner having left the field.
      onBlur: () => document.hasFocus() && !(isOptional && values[name] === initial[name]) && touch([name]),
    };
  };

  const submit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    touch(Object.keys(values));
    if (!isEmpty(errors)) {
      focusFirstInvalid(event.currentTarget, errors);
      return onInvalid?.(errors);
    }
    setBusy(true);
    try {
      await onSubmit(values);
    } finally {
      setBusy(false);
    }
  };

  const reset = () => {
    setValues(initial);
    setTouched(new Set());
  };

  return { values, set, setAll: setValues, reset, field, submit, busy, errors };
}
