import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { afterEach, expect, test } from 'vitest';
import { everyRow } from '../../../testing/every-row.ts';
import type { RenderedEmail } from './render-email.ts';
import { createEmailSender } from './send-email.ts';

const EMAIL: RenderedEmail = { subject: 'Habari', text: 'Karibu.\n', html: '<p>Karibu.</p>' };
const closers: (() => void)[] = [];

afterEach(() => {
  for (const close of closers.splice(0)) close();
});

test('delivers a mail with sender, recipient, subject, plain text and HTML', async () => {
  const server = await startServer();
  expect(await send(server, 'amina@zawadi.test')).toEqual({ kind: 'done', providerId: 'row-1' });
  const [mail] = server.mails;
  expect(mail?.recipients).toEqual(['<amina@zawadi.test>']);
  expect(mail?.headers).toContain('From: Zawadi <hello@zawadi.test>');
  expect(mail?.headers).toContain('To: amina@zawadi.test');
  expect(mail?.headers).toContain('Subject: Habari');
  expect(mail?.headers).toContain('Message-ID: <row-1@zawadi.test>');
  expect(mail?.body).toContain('text/plain');
  expect(mail?.body).toContain('text/html');
});

test('attaches each picture of a mail once', async () => {
  const server = await startServer();
  const html = '<img src="cid:mark@zawadi"><img src="cid:eid-band@zawadi"><td background="cid:mark@zawadi">';
  await send(server, 'amina@zawadi.test', { ...EMAIL, html });
  const { body = '' } = server.mails[0] ?? {};
  expect(body.match(/Content-Id: <[a-z-]+@zawadi>/giu)).toHaveLength(2);
  expect(body).toContain('Content-Disposition: inline; filename=mark.png');
  const [, encoded = ''] =
    /name=mark\.png[^]*?\n\n(?<encoded>[\w+/=\n]+)\n--/u.exec(body.replaceAll('\r', '')) ?? [];
  expect(Buffer.from(encoded, 'base64').subarray(1, 4).toString()).toBe('PNG');
  expect(body).toContain('multipart/related');
});

test('sends no mail if the recipient is not exactly one email address', async () => {
  await everyRow(
    [
      'a@b.test\r\nBcc: all@example.test',
      'a@b.test, all@example.test',
      'a@b.test>, <all@example.test',
      'All <all@example.test>',
      'friends:all@example.test;',
      'nobody',
    ],
    JSON.stringify,
    async (to) => {
      const server = await startServer();
      expect(await send(server, to)).toEqual({ kind: 'dead', reason: 'not an address' });
      expect(server.mails).toEqual([]);
    },
  );
});

test('A29 a mail’s subject cannot add a header or a second recipient', async () => {
  const server = await startServer();
  const subject = 'Gift\r\nBcc: all@example.test\r\n\r\n<script>';
  expect(await send(server, 'amina@zawadi.test', { ...EMAIL, subject })).toEqual({
    kind: 'done',
    providerId: 'row-1',
  });
  const [mail] = server.mails;
  expect(mail?.recipients).toEqual(['<amina@zawadi.test>']);
  expect(mail?.headers.filter((header) => /^bcc:/iu.test(header))).toEqual([]);
});

test('gives up on a permanently refused email address, and retries after a temporary refusal', async () => {
  const server = await startServer({ 'RCPT TO': '550 5.1.1 <amina@zawadi.test> unknown' });
  expect(await send(server)).toEqual({ kind: 'dead', reason: 'SMTP 550' });
  server.replies['RCPT TO'] = '451 4.7.1 greylisted';
  expect(await send(server)).toEqual({ kind: 'retry', reason: 'SMTP 451' });
  server.replies['RCPT TO'] = undefined;
  expect(await send(server)).toEqual({ kind: 'done', providerId: 'row-1' });
});

test('retries a mail when the server refuses the sender and not the recipient', async () => {
  const server = await startServer({ 'MAIL FROM': '553 5.7.1 sender not allowed' });
  expect(await send(server)).toEqual({ kind: 'retry', reason: 'SMTP 553' });
});

test('F34 retries a mail when the server is down or closes the connection', async () => {
  const server = await startServer({ DATA: 'hang up' });
  expect(await send(server)).toMatchObject({ kind: 'retry' });
  for (const close of closers.splice(0)) close();
  expect(await send(server)).toMatchObject({ kind: 'retry' });
});

type Replies = Partial<Record<'MAIL FROM' | 'RCPT TO' | 'DATA', string>>;
type Mail = { recipients: string[]; headers: string[]; body: string };
type Server = { url: string; replies: Replies; mails: Mail[] };

/** Starts a minimal SMTP server whose replies a test can set. */
async function startServer(replies: Replies = {}): Promise<Server> {
  const mails: Mail[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    serve(socket, replies, mails);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, replies, mails };
}

function serve(socket: Socket, replies: Replies, mails: Mail[]): void {
  let recipients: string[] = [];
  let content: string[] | undefined;
  const reply = (line: string) => (line === 'hang up' ? socket.destroy() : socket.write(`${line}\r\n`));
  reply('220 test');
  createInterface(socket).on('line', (line) => {
    if (content && line !== '.') content.push(line);
    else if (content) {
      mails.push(mailOf(recipients, content));
      [recipients, content] = [[], undefined];
      reply('250 kept');
    } else if (line.startsWith('MAIL FROM')) reply(replies['MAIL FROM'] ?? '250 fine');
    else if (line.startsWith('RCPT TO')) {
      recipients.push(line.slice('RCPT TO:'.length));
      reply(replies['RCPT TO'] ?? '250 fine');
    } else if (line === 'DATA') {
      if (replies.DATA === undefined) content = [];
      reply(replies.DATA ?? '354 go on');
    } else reply(line === 'QUIT' ? '221 bye' : '250 fine');
  });
}

function mailOf(recipients: string[], content: string[]): Mail {
  const end = content.indexOf('');
  return { recipients, headers: content.slice(0, end), body: content.slice(end).join('\n') };
}

async function send(server: Server, to = 'amina@zawadi.test', email = EMAIL) {
  const sender = createEmailSender({ smtpUrl: server.url, from: 'Zawadi <hello@zawadi.test>' });
  try {
    return await sender.send(to, email, 'row-1');
  } finally {
    sender.close();
  }
}
