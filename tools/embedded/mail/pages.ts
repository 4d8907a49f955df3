import { escapeHtml } from '@kumbuka/text';
import { BASE_STYLE, pageOf, refreshAfter } from '../local-pages.ts';
import type { Message } from './message-store.ts';

export const STYLE = `${BASE_STYLE}
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

/** Page of the newest messages, one line each. */
export function listPage(messages: Message[], to?: string): string {
  const lead = to === undefined ? '' : `<p class="lead">To ${escapeHtml(to)} · <a href="/">show all</a></p>`;
  const rows = messages.map(row).join('');
  const list =
    rows === ''
      ? '<p class="card empty">No mail yet. It appears here when it is sent.</p>'
      : `<ul class="list">${rows}</ul>`;
  const clear = '<form method="post" action="/delete"><button>Delete all</button></form>';
  return pageOf('Mail', `<header><h1>Mail</h1>${clear}</header><main>${lead}${list}</main>`, refreshAfter(5));
}

function row(message: Message): string {
  return `<li><a href="/messages/${message.id}"><strong>${escapeHtml(titleOf(message))}</strong>${time(message)}<span>${escapeHtml(message.to.join(', '))}</span></a></li>`;
}

/** Page of one message: envelope, text, and its HTML in a frame that cannot run scripts or load anything. */
export function messagePage(message: Message): string {
  const title = escapeHtml(titleOf(message));
  const text =
    message.text === '' ? '' : `<h2>Text</h2><pre class="card">${linked(escapeHtml(message.text))}</pre>`;
  const html =
    message.html === ''
      ? ''
      : `<h2>HTML</h2><iframe sandbox="" title="HTML part" src="/messages/${message.id}/html"></iframe>`;
  return pageOf(
    titleOf(message),
    `<header><h1>${title}</h1><a href="/">All mail</a></header><main><dl class="card">
<dt>From</dt><dd>${escapeHtml(message.from)}</dd><dt>To</dt><dd>${escapeHtml(message.to.join(', '))}</dd>
<dt>Received</dt><dd>${time(message)}</dd></dl>${text}${html}<p><a href="/messages/${message.id}/raw">Source</a></p></main>`,
  );
}

/** Plain page with one sentence. */
export function wordPage(words: string): string {
  return pageOf(words, `<header><h1>${escapeHtml(words)}</h1><a href="/">All mail</a></header>`);
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
