import { needsStepUp, stepUpProof, type Endpoint, type StepUpProof } from '@zawadi/contract';
import type { preHandlerAsyncHookHandler, preValidationHookHandler } from 'fastify';
import { asCaller } from '../platform/caller.ts';
import { Refusal } from '../platform/refusal.ts';
import type { Actors } from './actor.ts';
import { callerOf } from './caller-of.ts';

/** Lets a session pass that has proven itself lately, and others by the proof that their call brings. */
export type StepUp = (actor: Actors['merchant' | 'admin'], readProof: () => StepUpProof) => Promise<void>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Before the schema of the endpoint took out the fields that it does not know. */
    sentBody: unknown;
  }
}

type Hooks = { preValidation: preValidationHookHandler[]; preHandler: preHandlerAsyncHookHandler[] };

/** After validation, so that a code is not used up by a call that has a mistyped amount. */
export function stepUpHooks(endpoint: Endpoint, stepUp: StepUp): Hooks {
  if (!needsStepUp(endpoint)) return { preValidation: [], preHandler: [] };
  return {
    preValidation: [
      (request, _reply, done) => {
        request.sentBody = request.body;
        done();
      },
    ],
    preHandler: [
      async (request) => {
        const readProof = () => proofIn(request.sentBody);
        // The authenticator of the endpoint's audience has made it.
        const actor = request.actor as Actors['merchant' | 'admin'];
        await asCaller(callerOf(request), () => stepUp(actor, readProof));
      },
    ],
  };
}

/** @throws Refusal `validation_failed` */
function proofIn(sentBody: unknown): StepUpProof {
  const { data, error } = stepUpProof.safeParse(sentBody ?? {});
  if (data) return data;
  const fields = error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  throw new Refusal('validation_failed', { fields }, fields[0]?.message);
}
