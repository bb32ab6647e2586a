import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { msisdn, phoneParams } from '../control/msisdn.ts';
import type { World } from '../world.ts';
import { dial, diallerState, DiallerRefusal, hangUp, reply } from './dialler.ts';
import { endSession, scheduleEvent } from './end-session.ts';
import { networkCodeOf } from './networks.ts';
import { sendRequest } from './send-request.ts';
import { allServices, findService, serviceSchema, storeService } from './services.ts';
import { findSession } from './sessions.ts';

const longestText = 2_000;

const rawRequest = z.object({
  phoneNumber: msisdn,
  serviceCode: serviceSchema.shape.serviceCode.optional(),
  text: z.string().max(longestText),
  sessionId: z
    .string()
    .regex(/^ATUid_[0-9a-f]{32}$/)
    .optional(),
  networkCode: z
    .string()
    .regex(/^\d{5}$/)
    .optional(),
});

const keyPress = z.union([
  z.object({ dial: z.string().regex(/^[\d*#]{1,80}$/) }),
  // The gateway joins inputs with *, and # ends an input.
  z.object({ reply: z.string().regex(/^[^*#\r\n]{1,200}$/) }),
  z.object({ cancel: z.literal(true) }),
]);

const eventTimeoutMs = 10_000;

/** USSD gateway: registration of codes, single requests for programs, and the keys of a phone. */
export function addUssdRoutes(plainApp: FastifyInstance, world: World): void {
  const app = plainApp.withTypeProvider<ZodTypeProvider>();

  app.get('/control/ussd-services', () => ({ services: allServices(world) }));
  app.post('/control/ussd-services', { schema: { body: serviceSchema } }, (request) => {
    storeService(world, request.body);
    return { services: allServices(world) };
  });

  app.post('/control/ussd', { schema: { body: rawRequest } }, async (request, answer) => {
    const { phoneNumber, serviceCode, text, sessionId, networkCode } = request.body;
    const service = serviceCode === undefined ? allServices(world).at(0) : findService(world, serviceCode);
    if (service === undefined) return answer.code(409).send({ error: 'No such USSD code is registered.' });
    const order = {
      service,
      sessionId,
      msisdn: phoneNumber,
      networkCode: networkCode ?? networkCodeOf(phoneNumber),
      text,
    };
    return sendRequest(world, order, text);
  });

  const bySession = { schema: { params: z.object({ sessionId: z.string() }) } };
  app.post('/control/ussd/:sessionId/end', bySession, async (request, answer) => {
    const { sessionId } = request.params;
    if (findSession(world, sessionId) === undefined) {
      return answer.code(404).send({ error: 'No such session.' });
    }
    endSession(world, sessionId, 'Incomplete', 'Left by the person.', { sendsEvent: false });
    const callbackId = scheduleEvent(world, sessionId, 1);
    if (callbackId !== undefined) await world.callbacks.waitForDelivery(sessionId, eventTimeoutMs);
    return answer.send({ sessionId, status: findSession(world, sessionId)?.status });
  });

  const byPhone = { schema: { params: phoneParams } };
  app.get('/control/phones/:msisdn/ussd', byPhone, (request) => diallerState(world, request.params.msisdn));
  app.post(
    '/control/phones/:msisdn/ussd',
    { schema: { params: phoneParams, body: keyPress } },
    async (request, answer) => {
      const { params, body } = request;
      try {
        if ('dial' in body) await dial(world, params.msisdn, body.dial);
        else if ('reply' in body) await reply(world, params.msisdn, body.reply);
        else hangUp(world, params.msisdn);
      } catch (error) {
        if (error instanceof DiallerRefusal) return answer.code(409).send({ error: error.message });
        throw error;
      }
      return answer.send(diallerState(world, params.msisdn));
    },
  );
}
