import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startMail, type EmbeddedMail, type Message } from './index.ts';

let mail: EmbeddedMail;
beforeEach(async () => {
  mail = await startMail();
});
afterEach(() => mail.stop());

async function messages(query = ''): Promise<Message[]> {
  const response = await fetch(`http://127.0.0.1:${mail.pagePort}/api/messages${query}`);
  return ((await response.json()) as { items: Message[] }).items;
}

async function deliver(message: {
  to: string;
  subject?: string;
  text?: string;
  html?: string;
}): Promise<void> {
  const transport = createTransport(mail.smtpUrl);
  await transport.sendMail({ from: 'Kumbuka <no-reply@kumbuka.example>', ...message });
  transport.close();
}

/** Sends each line over a raw socket and collects the code of each response. */
async function converse(port: number, lines: string[]): Promise<string[]> {
  const socket = connect(port, '127.0.0.1');
  socket.setEncoding('utf8');
  const codes = [await responseOf(socket)];
  for (const line of lines) {
    socket.write(`${line}\r\n`);
    codes.push(await responseOf(socket));
  }
  socket.destroy();
  return codes;
}

function responseOf(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    const listen = (chunk: string): void => {
      received += chunk;
      if (!/^\d{3} .*\r\n$/m.test(received)) return;
      socket.off('data', listen);
      resolve(received.slice(0, 3));
    };
    socket.on('data', listen);
  });
}

describe('mail catcher', () => {
  it('the mail catcher keeps both parts of a message that nodemailer sent', async () => {
    await deliver({
      to: 'amina@example.com',
      subject: 'Your code ✓',
      text: 'Code 123456',
      html: '<p>Code <b>123456</b></p>',
    });
    const [message] = await messages();
    expect(message).toMatchObject({
      from: 'no-reply@kumbuka.example',
      to: ['amina@example.com'],
      subject: 'Your code ✓',
    });
    expect(message?.text).toContain('Code 123456');
    expect(message?.html).toContain('<b>123456</b>');
  });

  it('the mail catcher supports SMTP command by command and unstuffs leading dots', async () => {
    const codes = await converse(mail.smtpPort, [
      'EHLO test',
      'MAIL FROM:<a@example.com>',
      'RCPT TO:<b@example.com>',
      'DATA',
      'Subject: dots\r\n\r\n..one dot\r\n.',
      'QUIT',
    ]);
    expect(codes).toEqual(['220', '250', '250', '250', '354', '250', '221']);
    expect((await messages())[0]?.text).toContain('.one dot');
  });

  it('the mail catcher rejects a message above the size limit and stores nothing of it', async () => {
    await expect(deliver({ to: 'a@example.com', text: 'x'.repeat(11 * 1024 * 1024) })).rejects.toThrow(
      /size|large/i,
    );
    expect(await messages()).toEqual([]);
  });

  it('the mail catcher lists the newest first and filters by recipient in any case', async () => {
    await deliver({ to: 'one@example.com', subject: 'first' });
    await deliver({ to: 'two@example.com', subject: 'second' });
    expect((await messages()).map((message) => message.subject)).toEqual(['second', 'first']);
    expect((await messages('?to=ONE%40example.com')).map((message) => message.subject)).toEqual(['first']);
    expect(await messages('?to=one%25')).toEqual([]);
  });

  it('the mail catcher deletes all messages on DELETE', async () => {
    await deliver({ to: 'one@example.com' });
    const response = await fetch(`http://127.0.0.1:${mail.pagePort}/api/messages`, { method: 'DELETE' });
    expect(response.status).toBe(204);
    expect(await messages()).toEqual([]);
  });

  it('the mail catcher keeps only the newest messages', async () => {
    await mail.stop();
    mail = await startMail({ keep: 2 });
    for (const subject of ['a', 'b', 'c']) await deliver({ to: 'x@example.com', subject });
    expect((await messages()).map((message) => message.subject)).toEqual(['c', 'b']);
  });

  it('the mail catcher keeps its mail across a restart on the same directory', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'mail-'));
    await mail.stop();
    mail = await startMail({ dataDir });
    await deliver({ to: 'x@example.com', subject: 'kept' });
    await mail.stop();
    mail = await startMail({ dataDir });
    expect((await messages()).map((message) => message.subject)).toEqual(['kept']);
    rmSync(dataDir, { recursive: true });
  });

  it('the mail catcher rejects to start with NODE_ENV=production', async () => {
    const before = process.env['NODE_ENV'];
    process.env['NODE_ENV'] = 'production';
    await expect(startMail()).rejects.toMatchObject({ code: 'EMBEDDED_REFUSED' });
    process.env['NODE_ENV'] = before;
  });
});

describe('mail pages', () => {
  const page = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${mail.pagePort}${path}`, init);

  it('show hostile text as text', async () => {
    await deliver({
      to: 'x@example.com',
      subject: '<script>alert(1)</script>',
      text: 'see https://example.com/a?b=1&c="><img src=x>',
    });
    const list = await (await page('/')).text();
    expect(list).toContain('&lt;script&gt;alert(1)');
    const view = await (await page('/messages/1')).text();
    expect(view).not.toContain('<img');
    expect(view).toContain('href="https://example.com/a?b=1&amp;c="');
  });

  it('show the HTML part in a frame that cannot run scripts or load anything', async () => {
    await deliver({ to: 'x@example.com', html: '<script>parent.stolen = 1</script><p>Hello</p>' });
    expect(await (await page('/messages/1')).text()).toContain('<iframe sandbox=""');
    const part = await page('/messages/1/html');
    expect(part.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
    expect((await page('/')).headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
  });

  it('return 404 for an absent message', async () => {
    expect((await page('/messages/99')).status).toBe(404);
    expect((await page('/api/messages/99')).status).toBe(404);
    expect((await page('/nothing')).status).toBe(404);
  });

  it('reject forms from other sites and requests for other host names', async () => {
    await deliver({ to: 'x@example.com' });
    const form = await page('/delete', { method: 'POST', headers: { origin: 'https://evil.example' } });
    expect(form.status).toBe(403);
    expect(await hostStatus('evil.example')).toBe(403);
    expect(await messages()).toHaveLength(1);
  });

  it('let the browser send the Origin of their own form, because a form without it is rejected', async () => {
    expect((await page('/')).headers.get('referrer-policy')).toBe('same-origin');
    expect((await page('/delete', { method: 'POST', headers: { origin: 'null' } })).status).toBe(403);
  });

  it('the button of the mail pages deletes all messages', async () => {
    await deliver({ to: 'x@example.com' });
    const response = await page('/delete', {
      method: 'POST',
      headers: { origin: `http://127.0.0.1:${mail.pagePort}` },
      redirect: 'manual',
    });
    expect(response.status).toBe(303);
    expect(await messages()).toEqual([]);
  });
});

/** Sends a request with another Host header over a raw socket, because `fetch` sets the header itself. */
function hostStatus(host: string): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect(mail.pagePort, '127.0.0.1');
    socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    socket.once('data', (chunk) => resolve(Number(chunk.toString().slice(9, 12))));
  });
}
