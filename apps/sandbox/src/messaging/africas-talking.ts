import { randomBytes } from 'node:crypto';
import formBody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { SmsFate } from '../behaviour/behaviour.ts';
import { sandboxCredentials } from '../credentials.ts';
import { beforeReplyTimeoutMs, type World } from '../world.ts';
import { findReportAddress } from './report-addresses.ts';

const requestSchema = z.object({
  username: z.string(),
  to: z.string().min(1),
  message: z.string().min(1),
  from: z.string().min(1).max(11).optional(),
});

const sharedSender = 'AFRICASTKNG';

/** The seven-bit alphabet of SMS. A single character outside it makes the whole text UCS-2. */
const gsm7 = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);

/** Characters of the extension table count as two. */
const gsm7Extended = new Set('^{}\\[~]|€');

const gsm7Lengths = { single: 160, joined: 153 };

const ucs2Lengths = { single: 70, joined: 67 };

/** Price of one part in Kenya: about KES 0.80. */
const centsPerPart = 80;

/** The sandbox's SMS cost nothing, so the balance never changes. */
const balanceText = 'KES 1785.5000';

/**
 * Africa's Talking `POST /version1/messaging`: takes a form, answers 201 with one status per number. `GET
 * /version1/user` answers with the account's balance.
 */
export async function addSmsRoutes(app: FastifyInstance, world: World): Promise<void> {
  await app.register(formBody);
  app.get('/version1/user', (request, reply) => {
    const { username } = request.query as { username?: string };
    if (!isOurs(request.headers['apikey'], username)) return reply.code(401).send(refusedLogin);
    return reply.send({ UserData: { balance: balanceText } });
  });
  app.post('/version1/messaging', async (request, reply) => {
    const parsed = requestSchema.safeParse(request.body);
    if (parsed.success && !isOurs(request.headers['apikey'], parsed.data.username))
      return reply.code(401).send(refusedLogin);
    if (!parsed.success) return reply.code(400).send(`Missing ${String(parsed.error.issues[0]?.path[0])}`);

    const { to, message, from } = parsed.data;
    const numbers = to.split(',').map((number) => number.trim());
    const recipients = numbers.map((number) => deliver(world, number, from ?? sharedSender, message));
    if (world.behaviour.inForce().smsReports.beforeReply)
      for (const { messageId } of recipients)
        await world.callbacks.waitForDelivery(messageId, beforeReplyTimeoutMs);
    const sent = recipients.filter(({ statusCode }) => statusCode === verdicts.sent.statusCode).length;
    const total = costText(sent * costOf(message));
    return reply.code(201).send({
      SMSMessageData: {
        Message: `Sent to ${sent}/${numbers.length} Total Cost: ${total}`,
        Recipients: recipients,
      },
    });
  });
}

const refusedLogin = 'The supplied authentication is invalid';

function isOurs(apiKey: unknown, username: string | undefined): boolean {
  return apiKey === sandboxCredentials.smsApiKey && username === sandboxCredentials.smsUsername;
}

/** Counts the SMS parts that a text is split into. */
export function partsOf(text: string): number {
  const characters = [...text];
  const isGsm7 = characters.every((character) => gsm7.has(character) || gsm7Extended.has(character));
  const places = isGsm7
    ? characters.reduce((sum, character) => sum + (gsm7Extended.has(character) ? 2 : 1), 0)
    : text.length;
  const { single, joined } = isGsm7 ? gsm7Lengths : ucs2Lengths;
  return places <= single ? 1 : Math.ceil(places / joined);
}

const verdicts = {
  sent: { statusCode: 101, status: 'Success' },
  invalidNumber: { statusCode: 403, status: 'InvalidPhoneNumber' },
} as const;

/** Kenyan mobile numbers, with or without the plus sign. */
const mobileNumber = /^\+?(254[17]\d{8})$/;

function deliver(world: World, number: string, from: string, text: string) {
  const msisdn = mobileNumber.exec(number)?.[1];
  if (msisdn === undefined) return { ...verdicts.invalidNumber, number, cost: '0', messageId: 'None' };
  const messageId = `ATXid_${randomBytes(16).toString('hex')}`;
  const { phones, ...all } = world.behaviour.inForce().smsReports;
  const fate = { ...all, ...phones[msisdn] };
  world.database.transaction(() => {
    world.accounts.outsider(msisdn);
    if (fate.outcome === 'fail') world.events.record('SMS not delivered', `${msisdn} · ${text}`);
    else {
      world.inboxes.addMessage(msisdn, from, text);
      world.events.record('SMS delivered', `${msisdn} · ${text}`);
    }
    if (fate.outcome !== 'silent') report(world, msisdn, messageId, fate);
  });
  return { ...verdicts.sent, number, cost: costText(costOf(text)), messageId };
}

/** Reports an SMS to the address that was entered under *Delivery reports*, as a form. */
function report(
  world: World,
  msisdn: string,
  messageId: string,
  { outcome, reason, delayMs, copies }: SmsFate,
): void {
  const url = findReportAddress(world, 'sms');
  if (url === undefined) return;
  const isFailed = outcome === 'fail';
  const form = new URLSearchParams({
    id: messageId,
    status: isFailed ? 'Failed' : 'Success',
    phoneNumber: `+${msisdn}`,
    networkCode: '63902',
    ...(isFailed && { failureReason: reason || 'DeliveryFailure' }),
    retryCount: '0',
  });
  world.callbacks.schedule({
    subject: messageId,
    url,
    body: form.toString(),
    contentType: 'application/x-www-form-urlencoded',
    delivery: { copies, delayMs, drop: false },
  });
}

/** Formats cents of a shilling as `KES 0.8000`. */
function costText(cents: number): string {
  return `KES ${(cents / 100).toFixed(4)}`;
}

/** @returns the price of one SMS in cents of a shilling */
function costOf(text: string): number {
  return partsOf(text) * centsPerPart;
}
