import { configure, getConfig } from '@testing-library/react';

const { getElementError } = getConfig();
const isRepeated = () => Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;

/** An attempt of `findBy` or `waitFor` fails without printing the page; the time limit prints it once. */
function elementError(message: string | null, container: Element) {
  const error = isRepeated()
    ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
    : getElementError(message, container);
  // Vitest shows the first line outside of packages, which is to be the test's.
  Error.captureStackTrace(error, elementError);
  return error;
}

configure({ getElementError: elementError });
