import type { GroupOutcome, PostedTransfer, TransferGroup, TransferRequest } from '../transfer.ts';

/** A transfer as the ledger stores it. */
export type StoredTransfer = PostedTransfer & {
  homeId: string;
  debit: string;
  credit: string;
  kind: string;
  reference?: string | undefined;
};

type ReferenceKind = { side: 'debit' | 'credit'; mode: 'strict' | 'lazy'; isChecked: boolean };

const KINDS: Record<string, ReferenceKind> = {
  purse: { side: 'credit', mode: 'strict', isChecked: true },
  locker: { side: 'credit', mode: 'strict', isChecked: true },
  float: { side: 'debit', mode: 'strict', isChecked: true },
  shop: { side: 'credit', mode: 'lazy', isChecked: true },
  vault: { side: 'debit', mode: 'lazy', isChecked: false },
  bridge: { side: 'credit', mode: 'lazy', isChecked: false },
  'income:tips': { side: 'credit', mode: 'lazy', isChecked: false },
};

/**
 * Posts a group to the reference ledger of tests, which is simple and slow: every balance is the sum of all
 * transfers. Appends the group's transfers to `history`.
 */
export function referencePost(history: StoredTransfer[], { transfers }: TransferGroup): GroupOutcome {
  const conflict = (transferId: string) =>
    ({ outcome: 'refused', reason: 'id_conflict', transferId }) as const;
  const ids = transfers.map((one) => one.id);
  const repeated = transfers.find((one, n) => ids.indexOf(one.id) < n);
  if (repeated) return conflict(repeated.id);

  const stored = transfers.map((one) =>
    history.find((old) => old.id === one.id && old.homeId === one.homeId),
  );
  const isOld = stored.some((old) => old !== undefined);
  const wrong = transfers.find((one, n) => {
    const old = stored[n];
    return old && (stored.includes(undefined) || !isSame(one, old));
  });
  if (wrong) return conflict(wrong.id);
  if (isOld) return { outcome: 'exists', transfers: stored.flatMap((old) => (old ? [answerOf(old)] : [])) };

  const draft = [...history];
  for (const request of transfers) {
    const amountCents = amountOf(draft, request);
    const { id, homeId, debit, credit, kind, reference } = request;
    const next: StoredTransfer = { id, homeId, debit, credit, kind, reference, amountCents };
    draft.push(next);
    const short = [request.debit, request.credit].find(
      (account) =>
        amountCents === 0n || (kindOf(account).isChecked && sum(draft, request.homeId, account) < 0n),
    );
    if (short !== undefined) {
      const availableCents = sum(history, request.homeId, short);
      return { outcome: 'refused', reason: 'insufficient', account: short, availableCents };
    }
    if (kindOf(request.debit).mode === 'strict') {
      next.debitBalanceAfterCents = sum(draft, request.homeId, request.debit);
    }
    if (kindOf(request.credit).mode === 'strict') {
      next.creditBalanceAfterCents = sum(draft, request.homeId, request.credit);
    }
  }
  const added = draft.slice(history.length);
  history.push(...added);
  return { outcome: 'posted', transfers: added.map(answerOf) };
}

/** Returns the key of a transfer. Its id is unique only within its home. */
export function transferKey({ homeId, id }: { homeId: string; id: string }): string {
  return `${homeId} ${id}`;
}

/** Returns the balance of an account in its own sign. For a strict account, sums only transfers of its home. */
export function sum(history: StoredTransfer[], homeId: string, account: string): bigint {
  const { side, mode } = kindOf(account);
  return history
    .filter((one) => mode === 'lazy' || one.homeId === homeId)
    .reduce((total, { debit, credit, amountCents }) => {
      if (debit === account) return side === 'debit' ? total + amountCents : total - amountCents;
      if (credit === account) return side === 'credit' ? total + amountCents : total - amountCents;
      return total;
    }, 0n);
}

export function kindOf(account: string): ReferenceKind {
  const kind = KINDS[account.replace(/:[\da-f-]{36}$/u, '')];
  if (!kind) throw new Error(`the reference ledger does not know ${account}`);
  return kind;
}

function amountOf(draft: StoredTransfer[], { amount, homeId, debit }: TransferRequest): bigint {
  if (typeof amount === 'bigint') return amount;
  return amount === 'all' ? sum(draft, homeId, debit) : (draft.at(-1)?.amountCents ?? 0n);
}

function isSame(wanted: TransferRequest, old: StoredTransfer): boolean {
  const isSameAmount = typeof wanted.amount === 'string' || wanted.amount === old.amountCents;
  return wanted.debit === old.debit && wanted.credit === old.credit && isSameAmount;
}

function answerOf({ id, amountCents, debitBalanceAfterCents, creditBalanceAfterCents }: StoredTransfer) {
  return { id, amountCents, debitBalanceAfterCents, creditBalanceAfterCents };
}
