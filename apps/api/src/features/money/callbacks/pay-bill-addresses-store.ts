import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';

export type PayBillAddress = {
  id: string;
  state: 'CURRENT' | 'NEXT';
  madeAt: Date;
  /** Id of the key that sealed the tokens. */
  keyId: string;
  ending: string;
  confirmationSealed: Buffer;
  validationSealed: Buffer;
  lastUsedAt: Date | null;
};

/** Locks the pay-bill addresses, so that only one process at a time creates or changes them. */
export async function lockAddresses(tx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('pay-bill-addresses'), 0)`.execute(tx);
}

/** Lists the accepted pay-bill addresses: the current address, and its successor if there is one. */
export async function listAddresses(db: Db): Promise<PayBillAddress[]> {
  const { rows } = await sql<PayBillAddress>`
    select a.id, a.state, a.made_at as "madeAt", a.key_id as "keyId", a.ending,
      a.confirmation_sealed as "confirmationSealed", a.validation_sealed as "validationSealed",
      (select max(t.last_used_at) from callback_tokens t
        where t.token_hash in (a.confirmation_hash, a.validation_hash)) as "lastUsedAt"
    from pay_bill_addresses a where a.state <> 'RETIRED'`.execute(db);
  return rows;
}

export async function isOpen(tx: Transaction, tokenHash: Buffer): Promise<boolean> {
  const { rows } = await sql`select from callback_tokens where token_hash = ${tokenHash}`.execute(tx);
  return rows.length === 1;
}

export async function insertAddress(
  tx: Transaction,
  address: Omit<PayBillAddress, 'madeAt' | 'lastUsedAt'> & {
    confirmationHash: Buffer;
    validationHash: Buffer;
  },
): Promise<void> {
  await sql`
    insert into pay_bill_addresses (
      id, key_id, ending, confirmation_hash, validation_hash, confirmation_sealed, validation_sealed, state, current_since
    ) values (
      ${address.id}, ${address.keyId}, ${address.ending}, ${address.confirmationHash}, ${address.validationHash},
      ${address.confirmationSealed}, ${address.validationSealed}, ${address.state},
      case when ${address.state} = 'CURRENT' then moment() end
    )`.execute(tx);
}

/**
 * Retires the current pay-bill address and activates the next. Only the database role of the schema's owner may do
 * this.
 */
export async function activateNextAddress(tx: Transaction): Promise<void> {
  await sql`
    with retired as (
      update pay_bill_addresses set state = 'RETIRED' where state = 'CURRENT'
      returning confirmation_hash, validation_hash
    )
    update callback_tokens set retired_at = moment()
    from retired where token_hash in (retired.confirmation_hash, retired.validation_hash)`.execute(tx);
  await sql`update pay_bill_addresses set state = 'CURRENT', current_since = moment() where state = 'NEXT'`.execute(
    tx,
  );
}

/**
 * State of the registration of our addresses at M-PESA. `missing`: the worker has never started. `unanswered`: M-PESA
 * has not answered yet.
 */
export type Registration = 'missing' | 'unanswered' | 'refused' | 'registered';

export async function readRegistration(db: Db): Promise<Registration> {
  const { rows } = await sql<{ registration: Registration }>`
    select case
      when count(*) = 0 then 'missing'
      when bool_or(registration_answered_at is null) then 'unanswered'
      when exists (select from alerts where kind = 'addresses_refused' and resolved_at is null) then 'refused'
      else 'registered'
    end as registration
    from pay_bill_addresses where state <> 'RETIRED'`.execute(db);
  return rows[0]?.registration ?? 'missing';
}

export async function recordRegistrationAnswer(db: Db, id: string): Promise<void> {
  await sql`update pay_bill_addresses set registration_answered_at = moment() where id = ${id}`.execute(db);
}
