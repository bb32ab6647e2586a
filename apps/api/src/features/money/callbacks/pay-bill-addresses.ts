import { decrypt, encrypt, hashWith, tokenHash, type Key, type Keys } from '../../../platform/crypto/keys.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import { newCallbackToken, openCallback } from '../../mpesa/client/index.ts';
import {
  activateNextAddress,
  insertAddress,
  isOpen,
  listAddresses,
  lockAddresses,
  type PayBillAddress,
} from './pay-bill-addresses-store.ts';

export const NO_TARGET = '00000000-0000-0000-0000-000000000000';

type Tokens = { confirmationToken: string; validationToken: string };

/**
 * Reads the pay-bill address (callback URL) to register at M-PESA: the next, or else the current. Creates the first
 * address on demand.
 */
export async function readNewestAddress(tx: Transaction, keys: Keys): Promise<{ id: string } & Tokens> {
  await lockAddresses(tx);
  const { CURRENT, NEXT } = await readInUse(tx);
  const newest = NEXT ?? CURRENT;
  if (newest) return { id: newest.id, ...tokensOf(keys, newest) };
  const { key, tokens } = (await findDerived(tx, keys)) ?? { key: keys[0], tokens: newTokens() };
  return { id: await addAddress(tx, keys, { key, tokens, state: 'CURRENT' }), ...tokens };
}

/**
 * Creates the next pay-bill address if the current one was sealed under an older key. Both are accepted.
 * @returns label of the new address; undefined if no new address is needed, or one is already waiting for M-PESA
 */
export async function prepareNextAddress(tx: Transaction, keys: Keys): Promise<string | undefined> {
  await lockAddresses(tx);
  const { CURRENT, NEXT } = await readInUse(tx);
  if (!CURRENT || NEXT || CURRENT.keyId === keys[0].id) return undefined;
  await addAddress(tx, keys, { key: keys[0], tokens: newTokens(), state: 'NEXT' });
  const made = (await readInUse(tx)).NEXT;
  return made && labelOf(made);
}

/**
 * Makes the next pay-bill address the current one, once M-PESA reports to it. For a week a report to the former
 * address moves no money, but makes us query M-PESA.
 * @param options.isForced switches even if no report has arrived at the next address
 * @returns label of the next address, and whether it is now in use; undefined if there is no next address
 */
export async function confirmNextAddress(
  tx: Transaction,
  { isForced }: { isForced: boolean },
): Promise<{ label: string; isInUse: boolean } | undefined> {
  await lockAddresses(tx);
  const { NEXT } = await readInUse(tx);
  if (!NEXT) return undefined;
  const isInUse = isForced || NEXT.lastUsedAt !== null;
  if (isInUse) await activateNextAddress(tx);
  return { label: labelOf(NEXT), isInUse };
}

/** Lists the accepted pay-bill addresses with their secret tokens, for the operator who registers them at M-PESA. */
export async function describeAddresses(
  tx: Transaction,
  keys: Keys,
): Promise<(Tokens & { label: string; state: 'CURRENT' | 'NEXT'; lastUsedAt: Date | null })[]> {
  const { CURRENT, NEXT } = await readInUse(tx);
  return [CURRENT, NEXT]
    .filter((one) => one !== undefined)
    .map((one) => ({ ...one, ...tokensOf(keys, one), label: labelOf(one) }));
}

/** Labels an address by its creation day and the token's last symbols, which do not reveal the token. */
function labelOf({ madeAt, ending }: Pick<PayBillAddress, 'madeAt' | 'ending'>): string {
  return `${nairobiDay(madeAt)} …${ending}`;
}

async function readInUse(tx: Transaction): Promise<Partial<Record<'CURRENT' | 'NEXT', PayBillAddress>>> {
  const addresses = await listAddresses(tx);
  return Object.fromEntries(addresses.map((one) => [one.state, one]));
}

async function addAddress(
  tx: Transaction,
  keys: Keys,
  { key, tokens, state }: { key: Key; tokens: Tokens; state: 'CURRENT' | 'NEXT' },
): Promise<string> {
  const { confirmationToken, validationToken } = tokens;
  const noTarget = { homeId: NO_TARGET, targetId: NO_TARGET };
  await openCallback(tx, confirmationToken, { purpose: 'c2b', ...noTarget });
  await openCallback(tx, validationToken, { purpose: 'c2b_validation', ...noTarget });
  const id = newId();
  await insertAddress(tx, {
    id,
    keyId: key.id,
    ending: confirmationToken.slice(-4),
    confirmationHash: tokenHash(confirmationToken),
    validationHash: tokenHash(validationToken),
    confirmationSealed: encrypt(keys, confirmationToken),
    validationSealed: encrypt(keys, validationToken),
    state,
  });
  return id;
}

function tokensOf(keys: Keys, { confirmationSealed, validationSealed }: PayBillAddress): Tokens {
  return {
    confirmationToken: decrypt(keys, confirmationSealed),
    validationToken: decrypt(keys, validationSealed),
  };
}

function newTokens(): Tokens {
  return { confirmationToken: newCallbackToken(), validationToken: newCallbackToken() };
}

/** Finds the address of an installation from before addresses were stored: M-PESA already uses it. */
async function findDerived(tx: Transaction, keys: Keys): Promise<{ key: Key; tokens: Tokens } | undefined> {
  for (const key of keys.toReversed()) {
    const confirmationToken = hashWith(key, 'c2b-confirmation').toString('hex');
    const validationToken = hashWith(key, 'c2b-validation').toString('hex');
    if (await isOpen(tx, tokenHash(confirmationToken))) {
      return { key, tokens: { confirmationToken, validationToken } };
    }
  }
  return undefined;
}
