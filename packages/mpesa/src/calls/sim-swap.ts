import { unknown, type CallOutcome } from '../call-outcome.ts';
import type { ClientContext } from '../client-context.ts';
import { paths } from '../wire/paths.ts';
import { simSwapReplySchema } from '../wire/sim-swap.ts';
import type { SimSwapRequest } from '../wire/sim-swap.ts';

/** The year with which Daraja means "more than three months ago". */
const LONG_AGO = '1900';

/**
 * Reads when the SIM card of a number was last replaced (v3/Swap, a commercial product of Safaricom).
 * @param input.msisdn 254XXXXXXXXX, a Safaricom number
 * @returns `lastSwapAt` is undefined if the SIM card was replaced more than three months ago, or never
 */
export async function simSwap(
  context: ClientContext,
  input: { msisdn: string },
): Promise<CallOutcome<{ lastSwapAt: Date | undefined }>> {
  const body: SimSwapRequest = { customerNumber: input.msisdn };
  const answer = await context.call({
    path: paths.simSwap,
    body,
    replySchema: simSwapReplySchema,
    isAccepted: (reply) => reply.responseCode === '200',
  });
  if (answer.outcome !== 'accepted') return answer;
  const text = answer.reply.lastSwapDate ?? '';
  const [, day, month, year = '', time] = /^(\d{2})-(\d{2})-(\d{4}) (\d{2}:\d{2})/u.exec(text.trim()) ?? [];
  if (year === LONG_AGO) return { outcome: 'accepted', lastSwapAt: undefined };
  const lastSwapAt = new Date(`${year}-${month}-${day}T${time}:00+03:00`);
  if (Number.isNaN(lastSwapAt.getTime())) return unknown('unreadable_answer', `lastSwapDate ${text}`);
  return { outcome: 'accepted', lastSwapAt };
}
