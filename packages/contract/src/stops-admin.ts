import { z } from 'zod';
import { actionOutcome, adminReason } from './approvals.ts';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { administratorRoles } from './roles.ts';
import { suggestedSentences } from './stops-sentences.ts';
import { stopInForce, stopName } from './stops.ts';
import { shortText, timestamp, uuid } from './text.ts';

const ofStops = { audience: 'admin', tag: 'Administration' } as const;

/** A stop in the list, newest first. */
export const stop = stopInForce.extend({
  stopId: uuid,
  reason: z.string(),
  startedBy: z.string(),
  /** When buying, claiming and so on began again; absent while the stop is in force. */
  endedAt: timestamp.optional(),
  /** The request to start again that waits for a second administrator. */
  waitingApprovalId: uuid.optional(),
});
export type Stop = z.infer<typeof stop>;

const stops = z.object({ stops: z.array(stop) });

export const listStops = endpoint({
  ...ofStops,
  method: 'GET',
  path: '/api/admin/v1/stops',
  roles: administratorRoles.everybody,
  summary: 'List the stops in force and the latest stops that ended',
  answer: stops,
  refusals: [],
});

const sentenceText = shortText.refine((value) => value.length > 0, { error: 'Please write the sentence' });

export const startStop = endpoint({
  ...ofStops,
  method: 'POST',
  path: '/api/admin/v1/stops',
  needsStepUp: true,
  roles: administratorRoles.money,
  summary:
    'Stop buying, claiming, redeeming, withdrawing or settling, within a second; one administrator decides',
  body: z.object({
    name: stopName,
    sentence: z.object({ en: sentenceText, sw: sentenceText }),
    reason: adminReason,
  }),
  example: { body: { name: 'withdrawing', sentence: suggestedSentences.withdrawing, reason: sample.reason } },
  answer: stops,
  message: 'Stopped',
  refusals: ['already_stopped'],
  rate: { perMinute: 30 },
});

export const startAgain = endpoint({
  ...ofStops,
  method: 'POST',
  path: '/api/admin/v1/stops/:stopId/start-again',
  needsStepUp: true,
  roles: administratorRoles.money,
  summary: 'Ask to end a stop; a second administrator decides',
  params: z.object({ stopId: uuid }),
  body: z.object({ reason: adminReason }),
  example: { params: { stopId: sample.id }, body: { reason: sample.reason } },
  answer: stops.extend({ action: actionOutcome }),
  refusals: ['not_found', 'stop_ended', 'approval_open'],
  rate: { perMinute: 30 },
});
