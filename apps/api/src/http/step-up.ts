import { needsStepUp, stepUpProof, type Endpoint, type StepUpProof } from '@zawadi/contract';
import type { preHandlerAsyncHookHandler, preValidationHookHandler } from 'fastify';
import { runAsCaller } from '../platform/caller.ts';
import { Refusal } from '../platform/refusal.ts';
import type { Actors } from './actor.ts';
import { callerOf } from './caller-of.ts';

type Prover = Actors['consumer' | 'merchant' | 'admin'];

/** Accepts a recently verified session. Otherwise requires the proof in the request. */
export type StepUp = (actor: Prover, readProof: () => StepUpProof) => Promise<void>;

declare module 'fastify' {
  interface FastifyRequest {
    /** The body before the endpoint's schema removed unknown fields. */
    sentBody: unknown;
  }
}

type Hooks = { preValidation: preValidationHookHandler[]; preHandler: preHandlerAsyncHookHandler[] };

/** Runs the step-up after validation, so that a mistyped amount does not use up a one-time code. */
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
        // The authenticator of the endpoint's audience made this actor.
        const actor = request.actor as Prover;
        await runAsCaller(callerOf(request), () => stepUp(actor, readProof));
      },
    ],
  };
}

/**
 * Reads the proof from the body.
 * @throws Refusal `validation_failed`
 */
function proofIn(sentBody: unknown): StepUpProof {
  const { data, error } = stepUpProof.safeParse(sentBody ?? {});
  if (data) return data;
  const fields = error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  throw new Refusal('validation_failed', { fields }, fields[0]?.message);
}
