import { z } from 'zod';
import { timestamp } from './text.ts';

/** Names of the stops. */
export const stopName = z.enum(['buying', 'claiming', 'redeeming', 'withdrawing', 'settling']);
export type StopName = z.infer<typeof stopName>;

/** The sentence that customers and shops read during a stop. */
export const stopSentence = z.object({ en: z.string(), sw: z.string() });
export type StopSentence = z.infer<typeof stopSentence>;

/** A stop in force, as everybody may see it. */
export const stopInForce = z.object({ name: stopName, since: timestamp, sentence: stopSentence });
export type StopInForce = z.infer<typeof stopInForce>;
