import type { Sabotage } from './sabotage.ts';

/** A harmless fault, for rules that break without one. */
const HARMLESS = 'the token of M-PESA is stolen';
const MONEY = 'apps/api/src/features/money';
const LEDGER = 'apps/api/database/ledger';

/** Lets accounts of customers fall below zero. */
const ALLOW_DEBTS: Sabotage['edits'] = [
  {
    file: `${LEDGER}/post.sql`,
    find: '        if book_cents[at] < 0 then',
    put: '        if book_cents[at] < -100000000 then',
  },
  {
    file: `${LEDGER}/tables.sql`,
    find: '  balance_cents bigint not null check (balance_cents >= 0),',
    put: '  balance_cents bigint not null,',
  },
  {
    file: `${LEDGER}/tables.sql`,
    find: '  debit_balance_after_cents bigint check (debit_balance_after_cents >= 0),',
    put: '  debit_balance_after_cents bigint,',
  },
  {
    file: `${LEDGER}/tables.sql`,
    find: '  credit_balance_after_cents bigint check (credit_balance_after_cents >= 0),',
    put: '  credit_balance_after_cents bigint,',
  },
];

/** Broken rules inside the product: balances, vouchers, messages, idempotency keys, audit log. */
export const PRODUCT_SABOTAGES: readonly Sabotage[] = [
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
    name: 'overdraft',
    breaks: 'two withdrawals at once take more than the wallet has',
    faults: HARMLESS,
    brings: /^ledger: .*wallet:\S+ is at -/u,
    edits: [
      {
        file: `${MONEY}/withdrawals/limits.ts`,
        find: "  if (amountCents > room.balanceCents) throw new Refusal('insufficient_balance');",
        put: '',
      },
      ...ALLOW_DEBTS,
    ],
  },
  {
    name: 'late-capture',
    breaks: 'a shop captures a hold after its end',
    faults: 'a shop captures a hold after its end',
    brings: /^the hold \S+ was captured after its end/u,
    edits: [
      {
        file: `${MONEY}/holds/end-holds.ts`,
        find: "(hold.status === 'OPEN' && hold.isPastEnd)",
        put: 'false',
      },
    ],
  },
  {
    name: 'held-expiry',
    breaks: 'a voucher expires although a shop holds a part of it',
    faults: 'a voucher expires while a shop holds a part of it',
    brings: /^the voucher \S+ expired while a shop held a part of it/u,
    edits: [
      {
        file: `${MONEY}/vouchers/expiry-store.ts`,
        find: `
      and not exists (select from holds h where h.voucher_id = v.id and h.status = 'OPEN')
      and not exists (
        select from stops`,
        put: `
      and not exists (
        select from stops`,
      },
    ],
  },
  {
    name: 'settled-reversal',
    breaks: 'a shop reverses a sale for which it no longer has the money',
    faults: 'a shop reverses a sale after its settlement',
    brings: /^the redemption \S+ was reversed after its settlement/u,
    edits: [
      {
        file: `${MONEY}/redemptions/reverse-redemption.ts`,
        find: "  if (outcome?.outcome === 'refused') {",
        put: "  if (outcome?.outcome === 'refused' && outcome.reason !== 'insufficient') {",
      },
    ],
  },
  {
    name: 'silent-hold',
    breaks: 'the end of a hold is not announced to the shop’s system',
    faults: HARMLESS,
    brings: /^shop: /u,
    edits: [
      {
        file: `${MONEY}/holds/end-holds.ts`,
        find: '  await publishEvent(tx, ...all.flatMap(eventsOf));',
        put: '  await publishEvent(tx, ...all.flatMap(eventsOf).slice(1));',
      },
    ],
  },
  {
    name: 'key-scope',
    breaks: 'an idempotency key of one call counts for every call',
    faults: HARMLESS,
    brings: /^(?:a client gave up|shop): /u,
    edits: [
      {
        file: 'apps/api/src/platform/idempotency/scope.ts',
        find: '  return sha256(`${call} ${idempotencyKey}`);',
        put: '  return sha256(idempotencyKey);',
      },
    ],
  },
  {
    name: 'claim-record',
    breaks: 'the record of a claim has another amount than its transfer',
    faults: HARMLESS,
    brings: /^voucher \S+: face \d+, used/u,
    edits: [
      {
        file: `${MONEY}/vouchers/claim-voucher.ts`,
        find: '      user_id: userId,\n      amount_cents: amountCents,',
        put: '      user_id: userId,\n      amount_cents: amountCents + 100n,',
      },
    ],
  },
  {
    name: 'claim-twice',
    breaks: 'a second claim of a voucher pays its value again',
    faults: HARMLESS,
    brings: /^ledger: .*voucher:\S+ is at -/u,
    edits: [
      {
        file: `${MONEY}/vouchers/claim-voucher.ts`,
        find: '  const amountCents = balances.get(source) ?? 0n;',
        put: '  const amountCents = earlier?.amountCents ?? balances.get(source) ?? 0n;',
      },
      {
        file: `${MONEY}/vouchers/claim-voucher.ts`,
        find: '    if (earlier?.userId === userId) return { answer: answerOf(voucherId, earlier.amountCents, walletCents) };',
        put: '',
      },
      {
        file: `${MONEY}/vouchers/claim-voucher.ts`,
        find: "    const closedAs = earlier ? 'CLAIMED' : voucher.closedAs;",
        put: '    const closedAs = null;',
      },
      {
        file: 'apps/api/src/features/services/postings/postings.ts',
        find: "  return group('claim', voucherId, ",
        put: "  return group('claim', voucherId + Math.random(), ",
      },
      {
        file: 'apps/api/database/vouchers/tables.sql',
        find: 'create table claims (\n  voucher_id uuid primary key,',
        put: 'create table claims (\n  voucher_id uuid not null,',
      },
      ...ALLOW_DEBTS,
    ],
  },
  {
    name: 'lost-lease',
    breaks: 'a worker that lost the lease of a message still records its result',
    faults: 'another worker takes messages while the gateway is slow',
    brings: /^the message \S+ was written by a worker without its lease/u,
    edits: [
      {
        file: 'apps/api/src/platform/outbox/rows.ts',
        find: ' and o.lease_token = next.lease_token',
        put: '',
      },
    ],
  },
  {
    name: 'sms-twice',
    breaks: 'an SMS that a killed worker may have sent is sent again',
    faults: 'the process that sends SMS dies',
    brings: /^an SMS came twice: /u,
    edits: [
      {
        file: 'apps/api/src/features/services/messages/create-notification-handlers.ts',
        find: '        if (wasInterrupted) return',
        put: '        if (wasInterrupted && isTrial(payload)) return',
      },
    ],
  },
  {
    name: 'entry-twice',
    breaks: 'a settlement leaves one of its entries to the next batch as well',
    faults: HARMLESS,
    brings: /^batch \S+ of \d+ has entries of \d+/u,
    edits: [
      {
        file: 'apps/api/src/features/merchants/settlements/insert-batch.ts',
        find: '  await insertEntries(tx, key, entries);',
        put: '  await insertEntries(tx, key, entries.slice(1));',
      },
    ],
  },
  {
    name: 'unaudited-refund',
    breaks: 'a refund by an administrator leaves no entry in the audit log',
    faults: HARMLESS,
    brings: /^audit: no entry about the refund/u,
    edits: [
      {
        file: 'apps/api/src/features/office/voucher-actions/refund-action.ts',
        find: '      if (!refunded) return afterCommit;',
        put: '      if (refunded) return afterCommit;',
      },
    ],
  },
  {
    name: 'audit-gap',
    breaks: 'the audit log skips a number, as after a deleted entry',
    faults: HARMLESS,
    brings: /^audit: the chain breaks at entry/u,
    edits: [
      {
        file: 'apps/api/database/administrators/audit.sql',
        find: '  update audit_head set seq = entry.seq, hash = entry.hash;',
        put: '  update audit_head set seq = entry.seq + 1, hash = entry.hash;',
      },
    ],
  },
];
