type TrialBalance = {
  accounts: { kind: string; side: 'debit' | 'credit'; balance: number }[];
  difference: number;
};

/** @throws Error that names the difference */
export function requireEqual(what: string, actual: number, expected: number): void {
  if (actual !== expected) throw new Error(`${what}: expected KES ${expected}, found KES ${actual}`);
}

/** @throws Error that names the difference */
export function requireSame(what: string, actual: readonly string[], expected: readonly string[]): void {
  if (actual.join('\n') !== expected.join('\n'))
    throw new Error(`${what}: expected ${expected.join(', ')}; found ${actual.join(', ')}`);
}

/**
 * Prints the stored balances of each kind of account, debit next to credit.
 * @throws Error if debits and credits differ, in the server's totals or in the sums of the list
 */
export function printTrialBalance(books: TrialBalance, say: (line: string) => void): void {
  say(`${'Trial balance'.padEnd(28)}${'debit'.padStart(18)}${'credit'.padStart(18)}`);
  for (const { kind, side, balance } of books.accounts) {
    const amount = inShillings(balance).padStart(18);
    say(kind.padEnd(28) + (side === 'debit' ? amount : ' '.repeat(18) + amount));
  }
  const debit = sumOf(books, 'debit');
  const credit = sumOf(books, 'credit');
  say(`${'Total'.padEnd(28)}${inShillings(debit).padStart(18)}${inShillings(credit).padStart(18)}`);
  if (books.difference !== 0 || debit !== credit) {
    throw new Error(`the books do not balance: the difference is ${inShillings(debit - credit)}`);
  }
  say('The books balance.');
}

function sumOf({ accounts }: TrialBalance, side: 'debit' | 'credit'): number {
  return accounts.filter((one) => one.side === side).reduce((sum, { balance }) => sum + balance, 0);
}

function inShillings(cents: number): string {
  return (cents / 100).toLocaleString('en-KE', { minimumFractionDigits: 2 });
}
