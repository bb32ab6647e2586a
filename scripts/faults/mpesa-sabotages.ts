import type { Sabotage } from './sabotage.ts';

const ORDERS = 'apps/api/src/features/mpesa/orders';
/** A harmless fault, for rules that break without one. */
const HARMLESS = 'the token of M-PESA is stolen';
const MONEY = 'apps/api/src/features/money';

const TOTALS_DIFFER = /^totals: M-PESA's books say/u;

/** Broken rules about payments and pay-outs at M-PESA. */
export const MPESA_SABOTAGES: readonly Sabotage[] = [
  {
    name: 'intent',
    breaks: 'the pay-out is sent to M-PESA a second before the withdrawal is committed',
    faults: 'the api is killed,the database is killed,the database is halted,pay-outs hang',
    brings: TOTALS_DIFFER,
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
    brings: TOTALS_DIFFER,
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
    brings: TOTALS_DIFFER,
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
    brings: TOTALS_DIFFER,
    edits: [
      {
        file: `${ORDERS}/apply-result.ts`,
        find: '} else if (isKnown(order, result)) outcomes',
        put: "} else if (order.state === 'FAILED' || isKnown(order, result)) outcomes",
      },
      {
        file: `${MONEY}/purchases/book-payments.ts`,
        find: "purchase.status !== 'COMPLETED';",
        put: "purchase.status === 'PENDING';",
      },
      {
        file: `${MONEY}/purchases/book-payments.ts`,
        find: '  const { receipt, causeId } = payment;\n  // A purchase',
        put: "  const { receipt, causeId } = payment;\n  if (purchase.status === 'CANCELED') return 'repeated';\n  // A purchase",
      },
    ],
  },
  {
    name: 'pull',
    breaks: 'payments whose callback was lost are not pulled from M-PESA',
    faults: 'a payment by hand is lost',
    brings: TOTALS_DIFFER,
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
    brings: TOTALS_DIFFER,
    edits: [
      {
        file: `${MONEY}/withdrawals/withdrawal-orders.ts`,
        find: '    originatorConversationId: id,',
        put: '    originatorConversationId: crypto.randomUUID(),',
      },
    ],
  },
  {
    name: 'refused-while-open',
    breaks: 'a refused repetition gives back the money of a pay-out that may have been paid',
    faults: 'repetitions of executed pay-outs are refused',
    brings: TOTALS_DIFFER,
    edits: [
      {
        file: `${ORDERS}/send-order.ts`,
        find: '  if (!rest || rest.sends > rest.failedIds.length) return;',
        put: '  if (!rest) return;',
      },
    ],
  },
  {
    name: 'failure-keeps',
    breaks: 'a failed pay-out does not give the money back',
    faults: 'pay-outs fail',
    brings: /^withdrawal PENDING \S+ is not final/u,
    edits: [
      {
        file: `${MONEY}/withdrawals/withdrawal-orders.ts`,
        find: '    await release(tx, deps, await lockWithdrawal(tx, key), failure);',
        put: '    await lockWithdrawal(tx, key);',
      },
    ],
  },
  {
    name: 'fee-paid-out',
    breaks: 'a withdrawal pays out our fee too',
    faults: HARMLESS,
    brings: TOTALS_DIFFER,
    edits: [
      {
        file: `${MONEY}/withdrawals/reserve-withdrawal.ts`,
        find: '    amountCents: amountCents - feeCents,',
        put: '    amountCents,',
      },
    ],
  },
  {
    name: 'fee-kept',
    breaks: 'a full refund keeps our fee',
    faults: HARMLESS,
    brings: TOTALS_DIFFER,
    edits: [
      {
        file: `${MONEY}/refunds/refund-voucher.ts`,
        find: 'refundId, receipt: reversible, amountCents });',
        put: 'refundId, receipt: reversible, amountCents: voucherCents });',
      },
    ],
  },
  {
    name: 'invented-payment',
    breaks: 'a reported payment at the pay bill counts before M-PESA confirms it',
    faults: 'a payment by hand is invented',
    brings: /^KES \d+ are booked for \S+, which M-PESA does not have/u,
    edits: [
      {
        file: `${MONEY}/callbacks/apply-message.ts`,
        find: 'return reportPayBillPayment(tx, { messageId: message.id, receipt, billReference, amountShillings, isHint });',
        put: 'return applyPayBillPayment(tx, deps, { messageId: message.id, receipt, billReference, amountShillings });',
      },
    ],
  },
  {
    name: 'other-pay-bill',
    breaks: 'a reported payment at another pay bill counts as one to us',
    faults: 'a payment at another pay bill is reported',
    brings: /^the payment \S+ at another pay bill counts as one to us/u,
    edits: [
      {
        file: `${MONEY}/callbacks/apply-message.ts`,
        find: 'payment?.shortCode === deps.mpesaShortCode && RECEIPT',
        put: 'payment !== undefined && RECEIPT',
      },
    ],
  },
  {
    name: 'receipt-twice',
    breaks: 'a receipt that is booked already proves another payment',
    faults: HARMLESS,
    brings: /^for \S+ M-PESA has received KES \d+, we have \d+/u,
    edits: [
      {
        file: `${MONEY}/callbacks/pull-payments.ts`,
        find: "isOlder || (await findName(deps.db, 'receipt', receipt))) continue;",
        put: 'isOlder) continue;',
      },
      {
        file: `${MONEY}/purchases/apply-pay-bill-payment.ts`,
        find: "  if (await findName(tx, 'receipt', payment.receipt)) return 'repeated';",
        put: '',
      },
      {
        file: `${MONEY}/purchases/apply-pay-bill-payment.ts`,
        find: "  if (!(await takeName(tx, 'receipt', payment.receipt, target))) return 'repeated';",
        put: "  await takeName(tx, 'receipt', payment.receipt, target);",
      },
    ],
  },
  {
    name: 'settlement-fee',
    breaks: 'a settlement pays our fee to the shop',
    faults: HARMLESS,
    brings: TOTALS_DIFFER,
    edits: [
      {
        file: 'apps/api/src/features/merchants/settlements/settlement-orders.ts',
        find: '    amountCents: amountCents - feeCents,',
        put: '    amountCents,',
      },
    ],
  },
];
