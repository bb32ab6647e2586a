import { createTransport } from 'nodemailer';
import type { Deps } from '../../../config/deps.ts';
import { observeCall } from '../../../platform/metrics/observe-call.ts';
import type { Outcome } from '../../../platform/outbox/outcome.ts';
import { bounceAddress } from '../delivery-reports/index.ts';
import { attachPictures } from './pictures.ts';
import type { RenderedEmail } from './render-email.ts';

export type MailAccount = {
  /** `smtp://` or `smtps://`, with user and password if the server requires them. */
  smtpUrl: string;
  /** `Zawadi <hello@example.com>` */
  from: string;
  /** Returns the envelope sender of one mail, to which bounces return; by default the address of `from`. */
  bounceAddressOf?: ((messageId: string) => string) | undefined;
};

export type EmailSender = {
  /**
   * Sends one mail.
   * @param messageId the same for every retry, so that a mail server can drop a repeated mail
   */
  send: (to: string, email: RenderedEmail, messageId: string) => Promise<Outcome>;
  close: () => void;
};

const CONNECT_WITHIN_MS = 5_000;
const ANSWER_WITHIN_MS = 15_000;
const CONNECTIONS = 3;

// Exactly one email address. Excludes characters that could end a header or begin a second recipient.
const ONE_ADDRESS = /^[^\s"<>(),:;\\@[\]]+@[^\s"<>(),:;\\@[\]]+$/u;

/** Sends email over a few persistent SMTP connections. Retries a mail even if the first attempt may have succeeded. */
export function createEmailSender(account: MailAccount): EmailSender {
  const transport = createTransport({
    ...serverOf(account.smtpUrl),
    pool: true,
    maxConnections: CONNECTIONS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = /@([^>\s]+)/u.exec(account.from)?.[1] ?? 'zawadi';
  const send: EmailSender['send'] = async (to, email, messageId) => {
    const bounceTo = account.bounceAddressOf?.(messageId);
    try {
      await transport.sendMail({
        from: account.from,
        to: { name: '', address: to },
        ...(bounceTo !== undefined && { envelope: { from: bounceTo, to } }),
        ...email,
        attachments: await attachPictures(email.html),
        messageId: `<${messageId}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      return { kind: 'done', providerId: messageId };
    } catch (error) {
      return outcomeOf(error);
    }
  };
  return {
    send: async (to, email, messageId) => {
      if (!ONE_ADDRESS.test(to)) return { kind: 'dead', reason: 'not an address' };
      return observeCall(
        { provider: 'email', operation: 'send' },
        () => send(to, email, messageId),
        ({ kind }) => kind,
      );
    },
    close: () => transport.close(),
  };
}

/** Creates the sender of the configured mail account. Each mail has an envelope sender of its own. */
export function createConfiguredEmailSender({ keys, config }: Pick<Deps, 'keys' | 'config'>): EmailSender {
  const { smtpUrl, from, bouncesTo } = config.mail;
  return createEmailSender({
    smtpUrl,
    from,
    bounceAddressOf: bouncesTo === undefined ? undefined : (id) => bounceAddress(keys, bouncesTo, id),
  });
}

/**
 * Connects to the mail server as a mail does, with TLS and login, and sends nothing.
 * @returns undefined if the server is ready for a mail; otherwise a code: EAUTH for a refused login, ETLS for a
 *   certificate that is not trusted, or the network's, such as ECONNREFUSED
 */
export async function findMailServerFault(smtpUrl: string): Promise<string | undefined> {
  const transport = createTransport(serverOf(smtpUrl));
  try {
    await transport.verify();
    return undefined;
  } catch (error) {
    const { code = 'fault', originalCode, syscall } = smtpErrorOf(error);
    if (code !== 'ESOCKET') return code;
    // A fault of the network names the system call, such as connect. A refused certificate has none.
    return syscall === undefined ? 'ETLS' : (originalCode ?? code);
  } finally {
    transport.close();
  }
}

function serverOf(smtpUrl: string) {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const isEncryptedFromTheStart = protocol === 'smtps:';
  const usualPort = isEncryptedFromTheStart ? 465 : 587;
  return {
    host: hostname,
    port: port === '' ? usualPort : Number(port),
    secure: isEncryptedFromTheStart,
    connectionTimeout: CONNECT_WITHIN_MS,
    greetingTimeout: CONNECT_WITHIN_MS,
    socketTimeout: ANSWER_WITHIN_MS,
    // Never send the password over an unencrypted connection: an attacker may have suppressed the encryption.
    requireTLS: !isEncryptedFromTheStart && username !== '',
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
  };
}

/** Omits the server's error text, because it repeats the recipient's address. */
function outcomeOf(error: unknown): Outcome {
  const { code, command, responseCode } = smtpErrorOf(error);
  const reason = responseCode === undefined ? (code ?? 'fault') : `SMTP ${responseCode}`;
  // Only a refusal of the recipient or the message is final; the operator can correct all other causes.
  const isAboutThisMail = command === 'RCPT TO' || command === 'DATA';
  return isAboutThisMail && responseCode !== undefined && responseCode >= 500
    ? { kind: 'dead', reason }
    : { kind: 'retry', reason };
}

/** Reads the properties that nodemailer adds to its errors. */
type SmtpError = {
  code?: string;
  originalCode?: string;
  command?: string;
  responseCode?: number;
  syscall?: string;
};

function smtpErrorOf(error: unknown): SmtpError {
  return error as Error & SmtpError;
}
