import type { TokenSource } from './access-token.ts';
import { unknown, type CallOutcome } from './call-outcome.ts';
import type { Transport } from './transport.ts';
import { paths } from './wire/paths.ts';

export type Access = {
  /** The time by Daraja's clock, in whole seconds, and the time by ours in the middle of that request. */
  date: Date | undefined;
  askedAt: Date;
};

/**
 * Checks whether Daraja can be reached and gives us a token. Moves no money.
 * @param input.renewsToken requests a new token even if a valid one is stored, which shows whether Daraja still accepts
 *   the consumer key and secret. The former token becomes invalid; processes that use it request the new one
 */
export async function checkAccess(
  { transport, tokens, clock }: { transport: Transport; tokens: TokenSource; clock: () => Date },
  { renewsToken }: { renewsToken: boolean },
): Promise<CallOutcome<Access>> {
  const beganAtMs = clock().getTime();
  // Without credentials Daraja answers 400, and no token becomes invalid.
  const probe = await transport({
    method: 'GET',
    path: paths.token,
    headers: { accept: 'application/json' },
  });
  if (probe.kind === 'silent') return unknown(probe.cause, probe.detail);
  if (probe.status >= 500) return unknown('server_error', `HTTP ${probe.status}`);
  const askedAt = new Date((beganAtMs + clock().getTime()) / 2);
  const stored = await tokens();
  const token = renewsToken && stored.outcome === 'token' ? await tokens(stored.accessToken) : stored;
  return token.outcome === 'token' ? { outcome: 'accepted', date: probe.date, askedAt } : token;
}
