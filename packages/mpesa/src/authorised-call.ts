import type { z } from 'zod';
import type { TokenSource } from './access-token.ts';
import type { Rejected, Unknown } from './call-outcome.ts';
import { isBadToken, readOutcome } from './read-outcome.ts';
import type { Transport } from './transport.ts';

export type AuthorisedCall = <Reply>(request: {
  path: string;
  body: unknown;
  replySchema: z.ZodType<Reply>;
  isAccepted: (reply: Reply) => boolean;
}) => Promise<{ outcome: 'accepted'; reply: Reply } | Rejected | Unknown>;

/**
 * Posts with the shared token. If Daraja refuses the token, renews it once and resends the same body, with the same
 * ids. This is safe: if Daraja refuses a token, it has executed nothing.
 */
export function createAuthorisedCall(transport: Transport, tokens: TokenSource): AuthorisedCall {
  return async (request) => {
    const first = await tokens();
    if (first.outcome !== 'token') return first;
    let answer = await post(first.accessToken);
    if (isBadToken(answer)) {
      const second = await tokens(first.accessToken);
      if (second.outcome !== 'token') return second;
      answer = await post(second.accessToken);
    }
    return readOutcome(answer, request.replySchema, request.isAccepted);

    function post(accessToken: string) {
      return transport({
        method: 'POST',
        path: request.path,
        headers: {
          authorization: `Bearer ${accessToken}`,
          'content-type': 'application/json',
          accept: 'application/json',
        },
        body: request.body,
      });
    }
  };
}
