import type { Message } from './message-store.ts';

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text made safe for an element or a quoted attribute. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

export const STYLE = `
:root { color-scheme: dark; --page: #121620; --paper: #1e2433; --raised: #262d3f; --sunken: #171c29;
  --text: #fff; --secondary: #aab4c8; --link: #9db0ff; --primary: #4255ff; --divider: rgb(255 255 255 / 9%); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
header, main { max-width: 880px; margin: 0 auto; padding: 24px 16px; }
header { display: flex; align-items: center; gap: 16px; padding-bottom: 0; }
h1 { flex: 1; margin: 0; font-size: 24px; line-height: 1.25; overflow-wrap: anywhere; }
a { color: var(--link); }
a:focus-visible, button:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
button { padding: 8px 16px; border: 1px solid #6b7690; border-radius: 8px; background: none; color: var(--text); font: inherit; cursor: pointer; }
button:hover { background: var(--raised); }
.lead, dt, time, .empty { color: var(--secondary); }
.card, .list li a { background: var(--paper); border-radius: 12px; }
.list { display: grid; gap: 8px; margin: 0; padding: 0; list-style: none; }
.list a { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 2px 16px; padding: 14px 16px; color: inherit; text-decoration: none; }
.list a:hover { background: var(--raised); }
.list strong, .list span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.list span { grid-column: 1 / -1; color: var(--secondary); }
dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 4px 16px; margin: 0; padding: 16px; }
dd { margin: 0; overflow-wrap: anywhere; }
h2 { margin: 24px 0 8px; font-size: 16px; color: var(--secondary); font-weight: 600; }
pre { margin: 0; padding: 16px; white-space: pre-wrap; overflow-wrap: anywhere; font: 15px/1.6 ui-monospace, monospace; }
iframe { display: block; width: 100%; height: 520px; border: 0; border-radius: 12px; background: #fff; }
.empty { padding: 48px 16px; text-align: center; }`;

/** The newest messages, one line each. */
export function listPage(messages: Message[], to?: string): string {
  const lead = to === undefined ? '' : `<p class="lead">To ${escapeHtml(to)} · <a href="/">show all</a></p>`;
  const rows = messages.map(row).join('');
  const list =
    rows === ''
      ? '<p class="card empty">No mail yet. It appears here as it is sent.</p>'
      : `<ul class="list">${rows}</ul>`;
  const clear = '<form method="post" action="/delete"><button>Delete all</button></form>';
  return page('Mail', `<header><h1>Mail</h1>${clear}</header><main>${lead}${list}</main>`, true);
}

function row(message: Message): string {
  return `<li><a href="/messages/${message.id}"><strong>${escapeHtml(titleOf(message))}</strong>${time(message)}<span>${escapeHtml(message.to.join(', '))}</span></a></li>`;
}

/** One message: its envelope, its text, and its HTML in a frame that may run and load nothing. */
export function messagePage(message: Message): string {
  const title = escapeHtml(titleOf(message));
  const text =
    message.text === '' ? '' : `<h2>Text</h2><pre class="card">${linked(escapeHtml(message.text))}</pre>`;
  const html =
    message.html === ''
      ? ''
      : `<h2>HTML</h2><iframe sandbox="" title="HTML part" src="/messages/${message.id}/html"></iframe>`;
  return page(
    titleOf(message),
    `<header><h1>${title}</h1><a href="/">All mail</a></header><main><dl class="card">
<dt>From</dt><dd>${escapeHtml(message.from)}</dd><dt>To</dt><dd>${escapeHtml(message.to.join(', '))}</dd>
<dt>Received</dt><dd>${time(message)}</dd></dl>${text}${html}<p><a href="/messages/${message.id}/raw">Source</a></p></main>`,
  );
}

/** A plain page that says one thing. */
export function wordPage(words: string): string {
  return page(words, `<header><h1>${escapeHtml(words)}</h1><a href="/">All mail</a></header>`);
}

function titleOf(message: Message): string {
  return message.subject === '' ? '(no subject)' : message.subject;
}

function time(message: Message): string {
  const words = message.receivedAt.slice(0, 19).replace('T', ' ');
  return `<time datetime="${escapeHtml(message.receivedAt)}">${escapeHtml(words)} UTC</time>`;
}

function linked(escapedText: string): string {
  return escapedText.replace(
    /\bhttps?:\/\/(?:(?!&(?:lt|gt|quot|#39);)[^\s])+/g,
    (url) => `<a href="${url}" target="_blank" rel="noopener noreferrer">${url}</a>`,
  );
}

function page(title: string, body: string, refreshes = false): string {
  const refresh = refreshes ? '<meta http-equiv="refresh" content="5">' : '';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${refresh}<title>${escapeHtml(title)}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/style.css"></head><body>${body}</body></html>`;
}
