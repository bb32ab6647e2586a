import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import type { World } from '../world.ts';
import { sendBounce } from './bounce.ts';

const largestMailBytes = 10_000_000;

/**
 * Accepts mail for any address and stores one copy per recipient.
 *
 * @returns the port in use, and a function that stops the server
 */
export async function startSmtp(
  world: World,
  port: number,
): Promise<{ port: number; close: () => Promise<void> }> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: largestMailBytes,
    rejectOversized: true,
    onRcptTo: ({ address }, _session, done) => {
      const isRefused = world.behaviour.inForce().mail.refuse.includes(address.toLowerCase());
      done(isRefused ? unknownMailbox() : null);
    },
    onData: (stream, session, done) => void receive(world, stream, session, done),
    onAuth: (_auth, _session, done) => done(null, { user: 'any' }),
  });
  // Ignores errors of clients that disconnect half-way. `once` below still reports a port that is in use.
  server.on('error', () => undefined);
  const listening = server.listen(port, '127.0.0.1');
  await once(listening, 'listening');
  return {
    port: (listening.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function unknownMailbox(): Error {
  return Object.assign(new Error('5.1.1 The mailbox does not exist'), { responseCode: 550 });
}

async function receive(
  world: World,
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
  done: (error?: Error) => void,
): Promise<void> {
  try {
    await keep(world, stream, session);
    done();
  } catch (error) {
    done(error instanceof Error ? error : new Error(String(error)));
  }
}

async function keep(world: World, stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
  const mail = await PostalMime.parse(await buffer(stream), { attachmentEncoding: 'base64' });
  const html = withPictures(mail);
  world.database.transaction(() => {
    const { mailFrom, rcptTo } = session.envelope;
    const sender = mailFrom === false ? '' : mailFrom.address;
    const { bounce, delay } = world.behaviour.inForce().mail;
    for (const { address } of rcptTo) {
      const to = address.toLowerCase();
      const subject = mail.subject ?? '';
      if (bounce.includes(to)) {
        world.events.record('Mail returned', `${to} · ${subject}`);
        sendBounce(world, 'bounce', { sender, recipient: to });
        continue;
      }
      if (delay.includes(to)) sendBounce(world, 'delay', { sender, recipient: to });
      world.inboxes.addMail({ to, subject, text: mail.text ?? '', html });
      world.events.record('Mail delivered', `${to} · ${subject}`);
    }
  });
}

/** Embeds the attached pictures into the HTML of the mail, as a mail program does. */
function withPictures({ html = '', attachments }: Email): string {
  return attachments.reduce((page, { contentId, mimeType, content }) => {
    const isPicture = contentId !== undefined && mimeType.startsWith('image/') && typeof content === 'string';
    const name = contentId?.replace(/^<|>$/gu, '');
    return isPicture ? page.replaceAll(`cid:${name}`, `data:${mimeType};base64,${content}`) : page;
  }, html);
}
