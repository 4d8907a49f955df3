import { isWholeCode } from '../../../shared/format/code.ts';
import type { FormErrors } from '../../../shared/hooks/use-form.ts';
import { disable, partOf } from './elements.ts';

type Field = HTMLInputElement;

/** Classes of label and outline of a field, by whether it is filled. */
type Looks = Record<'empty' | 'filled', { label: string; outline: string }>;

const control = (field: Element) => field.closest('.MuiFormControl-root')!;
const labelOf = (field: Element) => control(field).querySelector('label')!;
const outlineOf = (field: Element) => control(field).querySelector('legend')!;

function looksOf(page: ParentNode): Looks {
  const lookOf = (name: string) => {
    const sample = page.querySelector(`[data-look="${name}"]`)!;
    return {
      label: sample.querySelector('label')!.className,
      outline: sample.querySelector('legend')!.className,
    };
  };
  return { empty: lookOf('empty'), filled: lookOf('filled') };
}

/** Whether the browser shows a text in a field, which it may not reveal to scripts. */
const isFilled = (field: Field) => {
  if (field.value !== '') return true;
  try {
    return field.matches(':autofill');
  } catch {
    return false;
  }
};

function paint(field: Field, looks: Looks) {
  const isFocused = field === document.activeElement;
  const { label, outline } = looks[isFilled(field) || isFocused ? 'filled' : 'empty'];
  labelOf(field).className = label;
  outlineOf(field).className = outline;
  const isWrong = field.getAttribute('aria-invalid') === 'true';
  for (const part of control(field).querySelectorAll('label, .MuiInputBase-root, .MuiFormHelperText-root')) {
    part.classList.toggle('Mui-focused', isFocused);
    part.classList.toggle('Mui-error', isWrong);
  }
}

const hints = new WeakMap<Element, string>();

function showError(field: Field, message: string | undefined) {
  const help = control(field).querySelector('.MuiFormHelperText-root')!;
  const hint = hints.get(help) ?? help.textContent ?? '';
  hints.set(help, hint);
  help.textContent = message ?? hint;
  field.setAttribute('aria-invalid', String(message !== undefined));
}

/** Shows passwords on a press of their button, and hides them when the form is submitted, before the browser keeps their text. */
function revealPasswords(form: HTMLFormElement, signal: AbortSignal) {
  const eyes = [...form.querySelectorAll<HTMLButtonElement>('button[aria-pressed]')];
  const show = (eye: HTMLButtonElement, isShown: boolean) => {
    eye.setAttribute('aria-pressed', String(isShown));
    control(eye).querySelector('input')!.type = isShown ? 'text' : 'password';
  };
  for (const eye of eyes)
    eye.addEventListener('click', () => show(eye, eye.ariaPressed !== 'true'), { signal });
  form.addEventListener('submit', () => eyes.forEach((eye) => show(eye, false)), { capture: true, signal });
}

interface FormOptions<V extends Record<string, string>> {
  validate: (values: V) => FormErrors<V>;
  onSubmit: (values: V) => Promise<void>;
  signal: AbortSignal;
}

/** Form of a built page. */
export interface PageForm {
  /** Shows an error of the whole form and focuses it; with `null` hides it. */
  fail: (message: string | null) => void;
  /** Disables the buttons while something else of the form is under way. */
  hold: (isHeld: boolean) => void;
  field: (name: string) => HTMLInputElement;
  /** Writes a text into a field as if the learner had typed it. */
  write: (name: string, text: string) => void;
  clear: () => void;
  isBusy: () => boolean;
}

/** Runs a form of a built page as `useForm` runs one of the client: errors show after a field was left or the form was sent. */
export function runForm<V extends Record<string, string>>(
  form: HTMLFormElement,
  { validate, onSubmit, signal }: FormOptions<V>,
): PageForm {
  const looks = looksOf(document);
  const fields = [...form.querySelectorAll<Field>('input')];
  const named = fields.filter(({ name }) => name !== '');
  const submitButton = form.querySelector<HTMLButtonElement>('button[type="submit"]')!;
  const idleText = submitButton.textContent ?? '';
  const alert = partOf(form, 'alert');
  const touched = new Set<string>();
  let isBusy = false;

  const values = () => Object.fromEntries(named.map(({ name, value }) => [name, value])) as V;
  const show = () => {
    const errors = validate(values());
    for (const field of named) showError(field, touched.has(field.name) ? errors[field.name] : undefined);
    for (const field of fields) paint(field, looks);
    return errors;
  };
  const fail = (message: string | null) => {
    alert.hidden = message === null;
    alert.querySelector('.MuiAlert-message')!.textContent = message;
    if (message !== null) alert.focus();
  };
  const field = (name: string) => named.find((each) => each.name === name)!;

  const submit = async () => {
    if (isBusy) return;
    for (const { name } of named) touched.add(name);
    const errors = show();
    const [wrong] = Object.keys(errors);
    if (wrong !== undefined) return field(wrong).focus();
    isBusy = true;
    fail(null);
    disable(submitButton, true);
    submitButton.textContent = submitButton.dataset['busyText'] ?? idleText;
    const hadFocus = document.activeElement;
    await onSubmit(values()).finally(() => {
      isBusy = false;
      disable(submitButton, false);
      submitButton.textContent = idleText;
      // The browser takes the focus from a disabled button.
      if (document.activeElement === document.body && hadFocus === submitButton) submitButton.focus();
    });
  };

  // Some password managers send no `input`.
  for (const type of ['input', 'change']) form.addEventListener(type, show, { signal });
  form.addEventListener('focusin', show, { signal });
  // Browsers fill in fields without an event of their own; the style of the field starts this animation.
  form.addEventListener('animationstart', show, { signal });
  form.addEventListener(
    'focusout',
    ({ target }) => {
      // Another tab or window takes the focus away without the learner having left the field.
      if (target instanceof HTMLInputElement && document.hasFocus()) touched.add(target.name);
      queueMicrotask(show);
    },
    { signal },
  );
  form.addEventListener(
    'submit',
    (event) => {
      event.preventDefault();
      void submit();
    },
    { signal },
  );
  revealPasswords(form, signal);
  show();
  return {
    fail,
    field,
    isBusy: () => isBusy,
    hold: (isHeld) => disable(submitButton, isHeld),
    write: (name, text) => {
      field(name).value = text;
      show();
    },
    clear: () => {
      touched.clear();
      for (const each of named) each.value = '';
      fail(null);
      show();
    },
  };
}

/** Submits a form once for each complete code. */
export function submitAtSixthDigit(form: HTMLFormElement, code: HTMLInputElement, signal: AbortSignal) {
  let submitted = '';
  const check = () => {
    if (code.value === submitted || !isWholeCode(code.value)) return;
    submitted = code.value;
    form.requestSubmit();
  };
  for (const type of ['input', 'change']) code.addEventListener(type, check, { signal });
}
