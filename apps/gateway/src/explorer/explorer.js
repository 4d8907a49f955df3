// Runs in the browser, in the explorer's page.
const part = (id) => document.getElementById(id);
const queries = JSON.parse(part('queries').textContent);

async function send(query, variables) {
  const token = part('token').value.trim();
  const response = await fetch(location.pathname, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify({ query, variables }),
  });
  return response.json();
}

function show(result) {
  part('result').textContent = typeof result === 'string' ? result : JSON.stringify(result, null, 2);
}

async function run() {
  show('...');
  try {
    show(await send(part('query').value, JSON.parse(part('variables').value || '{}')));
  } catch (error) {
    show(String(error));
  }
}

function choose({ query, variables }) {
  part('query').value = query;
  part('variables').value = variables ? JSON.stringify(variables, null, 2) : '';
}

async function logIn(event) {
  event.preventDefault();
  const input = { email: part('email').value, password: part('password').value };
  const result = await send('mutation ($input: LogInInput!) { logIn(input: $input) { accessToken } }', {
    input,
  });
  part('password').value = '';
  part('token').value = result.data?.logIn?.accessToken ?? '';
  show(result.errors ? result : 'Signed in.');
}

const introspection = `{ __schema {
  queryType { fields { ...Field } } mutationType { fields { ...Field } } } }
  fragment Field on __Field { name description args { name } }`;

async function listFields() {
  const { data } = await send(introspection, {});
  if (!data) return;
  const linesOf = ({ fields }) =>
    fields.map(({ name, description, args }) => {
      const names = args.map((each) => each.name).join(', ');
      return `${name}${names ? `(${names})` : ''}\n    ${description ?? ''}`;
    });
  const { queryType, mutationType } = data.__schema;
  part('fields').textContent = [
    'Queries',
    ...linesOf(queryType),
    '',
    'Mutations',
    ...linesOf(mutationType),
  ].join('\n');
}

for (const [index, { title }] of queries.entries()) {
  const option = document.createElement('option');
  option.value = String(index);
  option.textContent = title;
  part('ready').append(option);
}
part('ready').addEventListener('change', ({ target }) => choose(queries[Number(target.value)]));
part('run').addEventListener('click', () => void run());
part('login').addEventListener('submit', (event) => void logIn(event));
part('schema').addEventListener('toggle', () => void listFields(), { once: true });
document.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void run();
});
choose(queries[0]);
