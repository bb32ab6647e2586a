import { createTokenSource } from './access-token.ts';
import { createAuthorisedCall } from './authorised-call.ts';
import { accountBalance } from './calls/account-balance.ts';
import { b2b } from './calls/b2b.ts';
import type { B2bInput } from './calls/b2b.ts';
import { b2c } from './calls/b2c.ts';
import type { B2cInput } from './calls/b2c.ts';
import { queryPull, registerPull } from './calls/pull-transactions.ts';
import { registerC2bUrls } from './calls/register-c2b-urls.ts';
import type { RegisterC2bUrlsInput } from './calls/register-c2b-urls.ts';
import { reversal } from './calls/reversal.ts';
import type { ReversalInput } from './calls/reversal.ts';
import { simSwap } from './calls/sim-swap.ts';
import { stkPush } from './calls/stk-push.ts';
import type { StkPushInput } from './calls/stk-push.ts';
import { stkQuery } from './calls/stk-query.ts';
import { transactionStatus } from './calls/transaction-status.ts';
import type { TransactionStatusInput } from './calls/transaction-status.ts';
import { checkAccess } from './check-access.ts';
import { callbackUrl } from './client-context.ts';
import type { ClientContext, MpesaClientOptions, Side } from './client-context.ts';
import { createTransport } from './transport.ts';

export type MpesaClient = ReturnType<typeof createMpesaClient>;

const defaultTimeoutMs = 10_000;

/**
 * Makes a client of Daraja, Safaricom's M-PESA API. Every function returns `accepted`, `rejected` or `unknown`, and
 * does not throw if the provider or the network fails.
 * @throws RangeError when `callbackBaseUrl` contains a word that Daraja forbids in callback URLs
 */
export function createMpesaClient(options: MpesaClientOptions) {
  callbackUrl(options, '');
  const clock = options.clock ?? (() => new Date());
  const transport = createTransport({
    baseUrl: options.baseUrl,
    timeoutMs: options.timeoutMs ?? defaultTimeoutMs,
    fetch: options.fetch ?? fetch,
  });
  const tokens = createTokenSource({
    transport,
    consumerKey: options.consumerKey,
    consumerSecret: options.consumerSecret,
    clock,
    store: options.tokenStore,
  });
  const context: ClientContext = { options, clock, call: createAuthorisedCall(transport, tokens) };

  return {
    checkAccess: (input: { renewsToken: boolean }) => checkAccess({ transport, tokens, clock }, input),
    stkPush: (input: StkPushInput) => stkPush(context, input),
    stkQuery: (input: { checkoutRequestId: string }) => stkQuery(context, input),
    b2c: (input: B2cInput) => b2c(context, input),
    b2b: (input: B2bInput) => b2b(context, input),
    transactionStatus: (input: TransactionStatusInput) => transactionStatus(context, input),
    accountBalance: (input: { side: Side; callbackToken: string }) => accountBalance(context, input),
    reversal: (input: ReversalInput) => reversal(context, input),
    registerC2bUrls: (input: RegisterC2bUrlsInput) => registerC2bUrls(context, input),
    simSwap: (input: { msisdn: string }) => simSwap(context, input),
    pullTransactions: {
      register: (input: { nominatedMsisdn: string; callbackToken: string }) => registerPull(context, input),
      query: (input: { from: Date; to: Date; offset: number }) => queryPull(context, input),
    },
  };
}
