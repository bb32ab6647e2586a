import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * A table is named after the feature that owns it. The owner is the feature whose row lists the table in a README of
 * `apps/api/src/features/*`.
 */
const ROOT = resolve(import.meta.dirname, '..');

/** Folders of layers below the features, which own tables too. No README lists these tables. */
const BELOW_FEATURES = ['ledger', 'platform'];

/** Tables whose name differs from their feature's, each with the reason. */
const OTHER_NAMES: Record<string, string> = {
  app_keys: 'They are the keys of the application; “key” alone is the database’s word.',
  backups: 'Backups are made by a command; the checks only read when the latest was made.',
  callback_tokens: 'The client has no rows; these are the tokens in the addresses of callbacks.',
  circuit_breakers: 'The client is a program without rows; its tables are called after what they hold.',
  claims: 'A claim is a word of the glossary: value moving from a voucher to a wallet.',
  contact_changes: 'A contact change is a word of the glossary; a contact is no credential.',
  daily_sales: 'Sums of sales, from which reports are made.',
  daily_totals: 'Sums of transfers, from which reports are made.',
  event_streams: 'An event stream is a word of the glossary: a program listens to it, a webhook is called.',
  feature_switch_changes: 'They are the history of feature_switches.',
  feature_switches: 'A switch is on or off from now on; a setting has a value and a first day.',
  float_checks: 'The float is compared without a statement, with which a reconciliation begins.',
  known_devices: 'A known device is a word of the glossary and outlives its sessions.',
  limited_attempts: 'Attempts are counted before there is a session, codes and resets among them.',
  not_me_links: 'They answer a contact change; a contact is no credential.',
  one_time_codes: '“Credentials” stands for several kinds; this is one of them.',
  open_prompts: 'A row is a phone that shows a prompt, whatever the purchase.',
  pay_bill_addresses: 'They are where M-PESA reports payments at the pay bill; callbacks come in there.',
  pay_bill_payments: 'A payment at the pay bill may belong to no purchase.',
  proven_phones: 'A row is a number with the account that proved it, and outlives the number of the user.',
  provider_messages: 'Entries of M-PESA’s lists that no callback reported are stored here too.',
  provider_tokens: 'The client has no rows; these are M-PESA’s access tokens.',
  push_subscriptions: 'Web Push calls them so; a subscription is where messages go.',
  recovery_codes: 'They are a person’s, and outlive the sessions that they open.',
  redemption_totals: 'Sums of redemptions, from which reports are made.',
  refresh_tokens: 'The specification calls them so.',
  reset_links: '“Credentials” stands for several kinds; this is one of them.',
  second_factors: 'They are a person’s, and outlive the sessions that they open.',
  single_person_decisions: 'They are decisions that one person made without an approval.',
  slowed_guessers: 'They wait because they redeemed nothing: they guessed codes.',
  slowed_merchants: 'They wait because their guessers redeemed nothing.',
  spent_passkey_challenges: 'A challenge comes before the passkey that answers it.',
  unverified_contact_messages: 'It counts only the messages to contacts that are not verified.',
  wrong_codes: 'With a wrong code nothing is redeemed.',
};

type Table = { name: string; folder: string };

/** @returns one line for each table with a wrong name, owner or exception */
export function findTableNameMismatches(): string[] {
  return tableProblems({ tables: readTables(), owners: readOwners(), otherNames: OTHER_NAMES });
}

type Named = {
  tables: readonly Table[];
  owners: ReadonlyMap<string, readonly string[]>;
  otherNames: Readonly<Record<string, string>>;
};

export function tableProblems({ tables, owners, otherNames }: Named): string[] {
  const known = new Set(tables.map(({ name }) => name));
  const isLike = (table: string) => (owners.get(table) ?? []).some((owner) => isCalledAfter(table, owner));
  return [
    ...tables.flatMap(({ name, folder }) => {
      const [owner, ...others] = owners.get(name) ?? [];
      if (owner === undefined) {
        return BELOW_FEATURES.includes(folder) ? [] : [`table ${name}: in no row of a README of features`];
      }
      if (others.length > 0) return [`table ${name}: owned by ${[owner, ...others].join(' and ')}`];
      return isLike(name) || name in otherNames
        ? []
        : [`table ${name}: not called after ${owner}, which owns it`];
    }),
    ...[...owners.keys()]
      .filter((name) => !known.has(name))
      .map((name) => `table ${name}: in a README of features only`),
    ...Object.keys(otherNames)
      .filter((name) => !known.has(name) || isLike(name))
      .map((name) => `table ${name}: needs no exception`),
  ];
}

/** Returns whether the table's name begins with the feature's name, in singular or plural. */
function isCalledAfter(table: string, feature: string): boolean {
  const stem = feature.replaceAll('-', '_').replace(/s$/u, '');
  return [stem, `${stem}s`].some((name) => table === name || table.startsWith(`${name}_`));
}

function readTables(): Table[] {
  return globSync('apps/api/database/*/tables.sql', { cwd: ROOT }).flatMap((file) => {
    const folder = file.split('/').at(-2) ?? '';
    const made = readFileSync(join(ROOT, file), 'utf8').matchAll(
      /^create (?:unlogged )?table (?:ledger\.)?(\w+)/gmu,
    );
    return [...made].map(([, name = '']) => ({ name, folder }));
  });
}

/** Maps each table to the features that list it in their group's README. */
function readOwners(): Map<string, string[]> {
  const owners = new Map<string, string[]>();
  for (const file of globSync('apps/api/src/features/*/README.md', { cwd: ROOT })) {
    for (const line of readFileSync(join(ROOT, file), 'utf8').split('\n')) {
      const [feature, , tables = ''] = line
        .split('|')
        .slice(1)
        .map((cell) => cell.trim());
      if (feature?.startsWith('`') !== true || /^(?:none|writes)/u.test(tables)) continue;
      for (const [, table = ''] of tables.matchAll(/`(\w+)`/gu)) {
        owners.set(table, [...(owners.get(table) ?? []), feature.replaceAll('`', '')]);
      }
    }
  }
  return owners;
}
