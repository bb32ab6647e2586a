import { createHash } from 'node:crypto';
import { sandboxCredentials } from '../credentials.ts';
import { openingShillings } from '../mpesa/limits.ts';
import type { Database } from './database.ts';

/** One M-PESA account. Every party other than our organisation has exactly one, of kind `phone`. */
export type Account = {
  party: string;
  kind: 'phone' | 'collection' | 'utility' | 'working' | 'charges' | 'outside';
};

export type Phone = { msisdn: string; name: string; balance: number; hasPrompt: boolean };
export type Accounts = ReturnType<typeof createAccounts>;

const outside: Account = { party: 'outside', kind: 'outside' };
const ours = ['collection', 'utility', 'working', 'charges'] as const;

const firstNames = 'AISHA BRIAN CAROL DENNIS ESTHER FAITH GEORGE HALIMA ISAAC JOYCE KEVIN LILIAN'.split(' ');

const middleNames = 'ACHIENG CHEBET KAMAU KIPROTICH MUTHONI NAFULA OTIENO WAFULA WAMBUI WANJIRU'.split(' ');

const lastNames = 'BARASA KARIUKI KIMANI MAINA MUTUA NJOROGE ODHIAMBO OMONDI ROTICH WEKESA'.split(' ');

export function ourAccount(kind: (typeof ours)[number]): Account {
  return { party: sandboxCredentials.shortCode, kind };
}

/**
 * Keeps balances in whole shillings. Money only moves between accounts, opening balances included. Only `outside` may
 * be negative.
 */
export function createAccounts(database: Database, clock: () => Date) {
  openOurAccounts();

  function openOurAccounts(): void {
    database.transaction(() => {
      if (find(ourAccount('utility')) !== undefined) return;
      create(outside);
      for (const kind of ours) create(ourAccount(kind));
      move(outside, ourAccount('utility'), openingShillings.utility);
      move(outside, ourAccount('working'), openingShillings.working);
    });
  }

  function find(account: Account): number | undefined {
    const row = database.one<{ balance: number }>(
      'SELECT balance FROM accounts WHERE party = ? AND kind = ?',
      account.party,
      account.kind,
    );
    return row?.balance;
  }

  function create({ party, kind }: Account): void {
    database.run('INSERT INTO accounts (party, kind) VALUES (?, ?)', party, kind);
  }

  function move(from: Account, to: Account, amount: number): void {
    if (amount === 0) return;
    const add = 'UPDATE accounts SET balance = balance + ? WHERE party = ? AND kind = ?';
    database.transaction(() => {
      database.run(add, -amount, from.party, from.kind);
      database.run(add, amount, to.party, to.kind);
    });
  }

  /**
   * Returns the account of a phone or another business. Opens the account on first use, with its opening balance.
   */
  function outsider(party: string): Account {
    const account: Account = { party, kind: 'phone' };
    database.transaction(() => {
      const usedAt = clock().getTime();
      if (find(account) === undefined) {
        const insert = 'INSERT INTO phones (msisdn, name, used_at) VALUES (?, ?, ?)';
        database.run(insert, party, registeredName(party), usedAt);
        create(account);
        move(outside, account, openingShillings.phone);
      }
    });
    return account;
  }

  return {
    outsider,
    move,
    balance: (account: Account) => find(account) ?? 0,
    setPhone: (msisdn: string, change: { balance?: number | undefined; name?: string | undefined }) =>
      database.transaction(() => {
        const account = outsider(msisdn);
        if (change.balance !== undefined) move(outside, account, change.balance - (find(account) ?? 0));
        if (change.name !== undefined) {
          database.run('UPDATE phones SET name = ? WHERE msisdn = ?', change.name, msisdn);
        }
      }),
    /** Moves a phone to the top of the list of phones. */
    touch: (msisdn: string) =>
      database.run('UPDATE phones SET used_at = ? WHERE msisdn = ?', clock().getTime(), msisdn),
    /** Registered name of a phone number; empty for an unused number. */
    nameOf: (party: string) =>
      database.one<{ name: string }>('SELECT name FROM phones WHERE msisdn = ?', party)?.name ?? '',
    /** Lists phones only: an account of another business has a short code instead of a phone number. */
    phones: () =>
      database
        .all<Omit<Phone, 'hasPrompt'> & { hasPrompt: number }>(
          `SELECT msisdn, name, balance,
             EXISTS (SELECT 1 FROM prompts WHERE prompts.msisdn = phones.msisdn AND result_code IS NULL) AS hasPrompt
           FROM phones JOIN accounts ON party = msisdn AND kind = 'phone'
           WHERE length(msisdn) = 12 ORDER BY used_at DESC, msisdn`,
        )
        .map((phone): Phone => ({ ...phone, hasPrompt: phone.hasPrompt === 1 })),
    books: () => ({ phones: total('phone'), ...ourTotals() }),
  };

  function total(kind: Account['kind']): number {
    const sql = 'SELECT coalesce(sum(balance), 0) AS total FROM accounts WHERE kind = ?';
    return database.one<{ total: number }>(sql, kind)?.total ?? 0;
  }

  function ourTotals() {
    const [collection, utility, working, charges] = ours.map((kind) => total(kind));
    return { collection, utility, working, charges };
  }
}

/** Invents the registered name of a phone number. The same number always gets the same name. */
function registeredName(party: string): string {
  const hash = createHash('sha256').update(party).digest();
  return [firstNames, middleNames, lastNames]
    .map((names, index) => names[(hash[index] ?? 0) % names.length])
    .join(' ');
}
