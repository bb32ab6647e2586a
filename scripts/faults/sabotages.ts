/** A rule broken on purpose, and the faults that reveal it. */
export type Sabotage = {
  name: string;
  breaks: string;
  /** Faults to inject: words from their names, separated by commas. */
  faults: string;
  /** The finding that this sabotage must bring; any other failure is not its detection. */
  brings: RegExp;
  edits: { file: string; find: string; put: string }[];
};

const ORDERS = 'apps/api/src/features/mpesa/orders';
const MONEY = 'apps/api/src/features/money';

export const SABOTAGES: readonly Sabotage[] = [
  {
    name: 'idempotency',
    breaks: 'a retried redemption is a new one',
    faults: 'connections to the database are cut',
    brings: /was answered differently/u,
    edits: [
      {
        file: `${MONEY}/redemptions/redeem-request.ts`,
        find: ', input.idempotencyKey)',
        put: ', input.idempotencyKey + Math.random())',
      },
    ],
  },
  {
    name: 'intent',
    breaks: 'the pay-out is sent to M-PESA a second before the withdrawal is committed',
    faults: 'the api is killed,the database is killed,the database is halted,pay-outs hang',
    brings: /^totals: M-PESA's books say/u,
    edits: [
      {
        file: `${MONEY}/withdrawals/start-withdrawal.ts`,
        find: '  const isNew = await inTransaction(',
        put: `  await deps.mpesa.b2c({ originatorConversationId: own.id, msisdn: own.msisdn, remarks: 'Withdrawal',
    amountShillings: Number((own.amountCents - own.feeCents) / 100n), callbackToken: own.id.replaceAll('-', '').padEnd(48, '0') });
  await new Promise((resolve) => { setTimeout(resolve, 1_000); });
  const isNew = await inTransaction(`,
      },
    ],
  },
  {
    name: 'unknown',
    breaks: 'an order without an answer counts as failed',
    faults: 'pay-outs are executed',
    brings: /^totals: M-PESA's books say/u,
    edits: [
      {
        file: `${ORDERS}/send-order.ts`,
        find: '    await recordUnknown(deps.db, order);',
        put: `    await inTransaction(deps.db, (tx) => applyResult(tx, deps, order,
      { outcome: 'failed', resultCode: 'unknown', reason: 'provider_error', isOurFault: false }));`,
      },
    ],
  },
  {
    name: 'release',
    breaks: 'a queue time-out refunds a withdrawal before its result is known',
    faults: 'pay-outs time out in the queue and are paid',
    brings: /^totals: M-PESA's books say/u,
    edits: [
      {
        file: `${ORDERS}/read-message.ts`,
        find: "  if (message.about === 'timeout') return 'ask_after_queue_timeout';",
        put: `  if (message.about === 'timeout' && order) return { order, span: message.span,
    result: { outcome: 'failed', resultCode: 'timeout', reason: 'provider_error', isOurFault: false } };`,
      },
    ],
  },
  {
    name: 'late-success',
    breaks: 'a success after a failure is dropped',
    faults: 'a failure is reported',
    brings: /^totals: M-PESA's books say/u,
    edits: [
      {
        file: `${ORDERS}/apply-result.ts`,
        find: '} else if (isKnown(order, result)) outcomes',
        put: "} else if (order.state === 'FAILED' || isKnown(order, result)) outcomes",
      },
      {
        file: `${MONEY}/purchases/complete-purchase.ts`,
        find: "purchase.status !== 'COMPLETED';",
        put: "purchase.status === 'PENDING';",
      },
      {
        file: `${MONEY}/purchases/complete-purchase.ts`,
        find: '  const { receipt, causeId } = payment;\n  if (receipt',
        put: "  const { receipt, causeId } = payment;\n  if (purchase.status === 'CANCELED') return 'repeated';\n  if (receipt",
      },
    ],
  },
  {
    name: 'pull',
    breaks: 'payments whose callback was lost are not pulled from M-PESA',
    faults: 'a payment by hand is lost',
    brings: /^totals: M-PESA's books say/u,
    edits: [
      {
        file: 'apps/api/src/features/money/callbacks/pull-payments.ts',
        find: '  if (!canPull(deps)) return;',
        put: '  if (deps.config.port > 0) return;',
      },
    ],
  },
  {
    name: 'new-id',
    breaks: 'a pay-out without an answer is retried under another id',
    faults: 'pay-outs are executed',
    brings: /^totals: M-PESA's books say/u,
    edits: [
      {
        file: `${MONEY}/withdrawals/withdrawal-orders.ts`,
        find: '    originatorConversationId: id,',
        put: '    originatorConversationId: crypto.randomUUID(),',
      },
    ],
  },
];
