import type {
  HandlerAnswer,
  listReconciliationItems as endpoint,
  OpenDifferences,
  ReconciliationItem,
  ReconciliationItemFilters,
} from '@zawadi/contract';
import { pageOf, parseCursor } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import { maskContacts } from '../../../platform/mask-contacts.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { findTariffs } from './expected-charges.ts';
import { correctionsFor } from './posting-for.ts';
import { findPaymentsOf } from './payment-store.ts';
import { findItem, listItems, sumOpen, type ItemRow, type OpenSums } from './items-list-store.ts';
import { suggestFor } from './suggest.ts';

type Query = ReconciliationItemFilters & { cursor?: string | undefined; limit: number };

/** Reads one page of items, newest first. */
export async function readItems(db: Db, query: Query): Promise<HandlerAnswer<typeof endpoint>> {
  const { cursor, limit, ...filters } = query;
  const rows = await listItems(db, filters, { after: parseCursor(cursor), limit: limit + 1 });
  const { shown, nextCursor } = pageOf(
    rows.map((row) => ({ ...row, place: { instant: row.instant, id: row.id } })),
    limit,
  );
  const totals = cursor === undefined ? describeOpen(await sumOpen(db, filters)) : undefined;
  return { items: await withPayments(db, shown), nextCursor, totals };
}

function describeOpen({ openItems, openMoreCents, openLessCents }: OpenSums): OpenDifferences {
  return { openItems, openMoreCents: Number(openMoreCents), openLessCents: Number(openLessCents) };
}

/** @throws Refusal not_found */
export async function readItem(db: Db, itemId: string): Promise<ReconciliationItem> {
  const row = await findItem(db, itemId);
  if (!row) throw new Refusal('not_found');
  const [item = describeItem(row)] = await withPayments(db, [row]);
  return item;
}

/** Adds what only screens need: the customers' payments that the items name, suggestions, and M-PESA's tariff. */
async function withPayments(db: Db, rows: readonly ItemRow[]): Promise<ReconciliationItem[]> {
  const ids = rows.map(({ id }) => id);
  const [payments, suggestions, tariffs] = await Promise.all([
    findPaymentsOf(db, ids),
    suggestFor(db, rows),
    tariffsOf(db, rows),
  ]);
  return rows.map((row) => {
    const payment = payments.get(row.id);
    const tariff = tariffs.get(row.id);
    return {
      ...describeItem(row),
      payment: payment && { ...payment, isTakenBack: row.isTakenBack },
      suggestions: suggestions.get(row.id) ?? [],
      tariffCents: tariff === undefined ? undefined : Number(tariff),
    };
  });
}

async function tariffsOf(db: Db, rows: readonly ItemRow[]): Promise<Map<string, bigint>> {
  const charges = rows.filter(({ kind, status }) => kind === 'charge' && status === 'open');
  const found = new Map<string, bigint>();
  for (const [account, some] of Map.groupBy(charges, (charge) => charge.account)) {
    const tariffs = await findTariffs(db, account, some);
    for (const { id, receipt } of some) {
      const tariff = tariffs.get(receipt);
      if (tariff !== undefined) found.set(id, tariff);
    }
  }
  return found;
}

const CORRECTIONS = {
  charge: 'Booked as a charge of M-PESA',
  suspense: 'Booked to suspense',
  capital: 'Booked as float of the operator',
  moved: 'Booked as moved between our accounts',
  loss: 'Booked as a loss',
} as const;

export function describeItem(row: ItemRow): ReconciliationItem {
  return {
    itemId: row.id,
    runId: row.runId,
    account: row.account,
    kind: row.kind,
    state: row.state,
    status: row.status,
    receipt: isKeyed(row) ? row.accountNumber : row.receipt,
    at: row.at.toISOString(),
    details: maskContacts(row.details),
    accountNumber: isKeyed(row) ? '' : maskContacts(row.accountNumber),
    theirsCents: Number(row.theirsCents),
    oursCents: Number(row.oursCents),
    differenceCents: Number(row.theirsCents - row.oursCents),
    line: row.line ?? undefined,
    shownBefore:
      row.shownBeforeRunId !== null && row.shownBeforeAt !== null
        ? { runId: row.shownBeforeRunId, madeAt: row.shownBeforeAt.toISOString() }
        : undefined,
    queriedAt: row.queriedAt?.toISOString(),
    resolution: resolutionOf(row),
    closedBy: row.closedBy ?? undefined,
    closedAt: row.closedAt?.toISOString(),
    reason: row.reason ?? undefined,
    approvalId: row.approvalId ?? undefined,
    suggestions: [],
    corrections: row.status === 'open' ? correctionsFor(row, row.theirsCents - row.oursCents) : [],
  };
}

/** A line of the bank has a key in place of a receipt, and its reference as account number. */
function isKeyed({ account, state }: ItemRow): boolean {
  return account === 'bank' && state !== 'missing_there';
}

function resolutionOf({ closedAs, correction }: ItemRow): string | undefined {
  if (closedAs === 'found') return 'Agrees since';
  if (closedAs === 'explained') return 'Explained';
  return correction === null ? undefined : CORRECTIONS[correction];
}
