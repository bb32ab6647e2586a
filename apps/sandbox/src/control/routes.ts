import type { FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { behaviourChangeSchema } from '../behaviour/behaviour.ts';
import { sandboxCertificatePem } from '../certificate/certificate.ts';
import { reportAddressesSchema, storeReportAddresses } from '../messaging/report-addresses.ts';
import { payByHand } from '../mpesa/c2b.ts';
import { endPrompt, openPrompts, WRONG_PIN } from '../mpesa/prompts.ts';
import { promptText } from '../mpesa/refuse-prompt.ts';
import { stkResultWords } from '../mpesa/result-words.ts';
import { clearSessions } from '../ussd/sessions.ts';
import type { World } from '../world.ts';
import { phoneParams } from './msisdn.ts';

const largestBalance = 1_000_000_000;

const phoneChange = z
  .object({ balance: z.int().min(0).max(largestBalance), name: z.string().trim().min(1).max(60) })
  .partial();

const promptAnswer = z.union([
  z.object({ pin: z.string().regex(/^\d{4}$/) }),
  z.object({ cancel: z.literal(true) }),
  /** Any ResultCode of M-PESA, for outcomes that neither a PIN nor a button can trigger. */
  z.object({ resultCode: z.string().min(1).max(20) }),
]);

/** The customer's input under *Pay Bill*. The business number is always ours. */
const billPayment = z.object({
  amount: z.int().min(1).max(largestBalance),
  reference: z.string().trim().min(1).max(20),
  pin: z.string().regex(/^\d{4}$/),
});

/** Content policy for a mail, which is untrusted HTML: no scripts, and only pictures embedded in the mail. */
const mailPolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "frame-ancestors 'self'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ');

/** Control endpoints for tests and for the phone page. */
export function addControlRoutes(plainApp: FastifyInstance, world: World): void {
  const app = plainApp.withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  const { accounts, behaviour, events, inboxes } = world;

  app.get('/control/phones', () => ({ phones: accounts.phones() }));

  app.get('/control/phones/:msisdn', { schema: { params: phoneParams } }, (request) =>
    phoneState(world, request.params.msisdn),
  );

  app.post('/control/phones/:msisdn', { schema: { params: phoneParams, body: phoneChange } }, (request) => {
    accounts.setPhone(request.params.msisdn, request.body);
    return phoneState(world, request.params.msisdn);
  });

  app.post(
    '/control/phones/:msisdn/prompts/:checkoutRequestId',
    { schema: { params: phoneParams.extend({ checkoutRequestId: z.string() }), body: promptAnswer } },
    async (request, reply) => {
      const { checkoutRequestId } = request.params;
      const isOpen = openPrompts(world, request.params.msisdn).some(
        (prompt) => prompt.checkout_request_id === checkoutRequestId,
      );
      const resultCode = isOpen ? endPrompt(world, checkoutRequestId, request.body) : undefined;
      if (resultCode === undefined) return reply.code(404).send({ error: 'No such prompt is open.' });
      return { resultCode, resultDesc: stkResultWords(resultCode) };
    },
  );

  app.post(
    '/control/phones/:msisdn/pay-bill',
    { schema: { params: phoneParams, body: billPayment } },
    (request, reply) => {
      const { pin, ...order } = request.body;
      if (pin === WRONG_PIN) return reply.code(409).send({ error: 'Wrong M-PESA PIN.' });
      const isPaid = payByHand(world, { payer: request.params.msisdn, ...order });
      return isPaid
        ? reply.send({})
        : reply.code(409).send({ error: 'The balance or a limit does not allow it.' });
    },
  );

  app.get(
    '/control/mail',
    { schema: { querystring: z.object({ to: z.string().optional() }) } },
    (request) => ({
      messages: inboxes.mail(request.query.to).map((mail) => ({ ...mail, at: iso(mail.at) })),
    }),
  );

  app.get('/control/events', () => ({
    events: events.latest().map((event) => ({ ...event, at: iso(event.at) })),
  }));

  const byId = { schema: { params: z.object({ id: z.coerce.number().int().positive() }) } };
  app.post('/control/callbacks/:id/send-again', byId, async (request, reply) => {
    const isKnown = await world.callbacks.sendAgain(request.params.id);
    return isKnown ? reply.send({}) : reply.code(404).send({ error: 'No such callback.' });
  });

  app.get('/control/books', () => accounts.books());
  app.get('/control/certificate', (_, reply) =>
    reply.type('application/x-pem-file').send(sandboxCertificatePem),
  );

  app.post('/control/report-addresses', { schema: { body: reportAddressesSchema } }, (request) => {
    storeReportAddresses(world, request.body);
    return {};
  });
  app.get('/control/behaviour', () => behaviour.inForce());
  app.post('/control/behaviour', { schema: { body: behaviourChangeSchema } }, (request) =>
    behaviour.change(request.body),
  );
  app.post('/control/reset', () => {
    inboxes.clear();
    events.clear();
    clearSessions(world);
    return behaviour.reset();
  });
}

/** Shows one mail as a mail program would. Links open in a new tab. */
export function addMailPage(app: FastifyInstance, world: World): void {
  app.get('/control/mail/:id/html', (request, reply) => {
    const { id } = request.params as { id: string };
    const mail = /^\d{1,12}$/.test(id) ? world.inboxes.mailById(Number(id)) : undefined;
    if (mail === undefined) return reply.code(404).send({ error: 'No such mail.' });
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', mailPolicy)
      .send(`<base target="_blank">${mail.html}`);
  });
}

function phoneState(world: World, msisdn: string) {
  const account = world.accounts.outsider(msisdn);
  return {
    msisdn,
    name: world.accounts.nameOf(msisdn),
    balance: world.accounts.balance(account),
    prompts: openPrompts(world, msisdn).map((prompt) => ({
      checkoutRequestId: prompt.checkout_request_id,
      amount: prompt.amount,
      accountReference: prompt.account_reference,
      shortCode: prompt.short_code,
      text: promptText(prompt.amount, prompt.account_reference),
      expiresAt: iso(prompt.expires_at),
    })),
    messages: world.inboxes.messages(msisdn).map((message) => ({ ...message, at: iso(message.at) })),
  };
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
