import { formatNairobi } from '@zawadi/mpesa/nairobi-time';
import { simSwapRequestSchema, type SimSwapReply } from '@zawadi/mpesa/wire/sim-swap';
import type { World } from '../world.ts';
import { createOriginatorConversationId } from './ids.ts';
import { readRequest } from './read-request.ts';

const REACH_MS = 90 * 86_400_000;

/** Answers with the SIM change time from `swappedSims`. SIMs not listed there were changed long ago. */
export function answerSimSwap(world: World, body: unknown): SimSwapReply {
  const { customerNumber } = readRequest(simSwapRequestSchema, body);
  const swappedAt = world.behaviour.inForce().swappedSims[customerNumber];
  const isKnown =
    swappedAt !== undefined && world.clock().getTime() - new Date(swappedAt).getTime() < REACH_MS;
  return {
    requestRefID: createOriginatorConversationId(world.clock()),
    responseCode: '200',
    responseDesc: 'Success',
    lastSwapDate: isKnown ? formatNairobi(new Date(swappedAt), 'dd-MM-yyyy HH:mm') : '01-01-1900 00:00',
  };
}
