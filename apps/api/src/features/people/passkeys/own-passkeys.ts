import { PASSKEYS_AT_MOST, type NewPasskey, type Passkey, type PasskeyCreation } from '@zawadi/contract';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { securityEvent } from '../../../http/security-events.ts';
import { notify } from '../../services/messages/index.ts';
import { requireCodeOf, requirePassword, type Holder } from '../credentials/index.ts';
import { passkeyPlace } from './challenges.ts';
import { checkNewPasskey, passkeyCreationFor, passkeyLabel } from './create-passkey.ts';
import {
  deletePasskey,
  insertPasskey,
  isPasskeyRequired,
  readPasskeys,
  updateLabel,
  type AddedPasskey,
  type PasskeyOwner,
  type PasskeyRecord,
} from './store.ts';

type PasskeyDeps = Pick<Deps, 'db' | 'keys' | 'clock' | 'config'>;
type Proof = { password: string; otp?: string | undefined };

/**
 * Lists the passkeys of an account.
 * @returns the passkeys, and the origin where they work
 */
export async function listPasskeys(
  deps: Pick<Deps, 'db' | 'config'>,
  owner: PasskeyOwner,
): Promise<{ passkeys: Passkey[]; origin: string }> {
  const passkeys = (await readPasskeys(deps.db, owner)).map(describe);
  return { passkeys, origin: originOf(deps) };
}

/**
 * Checks password and second factor; returns the options with which a browser makes a passkey.
 * @throws Refusal `passkeys_full`, `passkeys_unavailable`, `password_wrong`, `password_reset_needed`, `otp_required`,
 * `verification_code_invalid`, `too_many_requests`, `overloaded`
 */
export async function startPasskey(
  deps: PasskeyDeps,
  holder: Holder,
  { sessionId, ...proof }: Proof & { sessionId: string },
): Promise<{ options: PasskeyCreation }> {
  passkeyPlace(deps);
  const owner = ownerOf(holder);
  const known = await readPasskeys(deps.db, owner);
  if (known.length >= PASSKEYS_AT_MOST) throw new Refusal('passkeys_full');
  await requireProof(deps, holder, proof);
  const use = { purpose: 'registration', ...owner, sessionId } as const;
  return { options: await passkeyCreationFor(deps, { account: holder.account, use, known }) };
}

/**
 * Adds the passkey that the browser made with the options from `startPasskey`, and notifies the owner.
 * @throws Refusal `passkey_invalid`, `passkey_known`, `passkeys_full`, `passkeys_unavailable`
 */
export async function addPasskey(
  deps: PasskeyDeps,
  holder: Holder,
  made: { sessionId: string; passkey: NewPasskey; label: string | undefined; userAgent: string },
): Promise<Passkey> {
  const { sessionId, passkey, userAgent } = made;
  const owner = ownerOf(holder);
  const use = { purpose: 'registration', ...owner, sessionId } as const;
  const verified = await checkNewPasskey(deps, passkey, use);
  const label = made.label ?? passkeyLabel(userAgent);
  const added: AddedPasskey = { ...owner, ...verified, id: newId(), label };
  await inTransaction(deps.db, async (tx) => {
    await tell(tx, deps, holder, { template: 'passkey-added', label });
    const outcome = await insertPasskey(tx, added, PASSKEYS_AT_MOST);
    if (outcome !== 'added') throw new Refusal(outcome === 'full' ? 'passkeys_full' : 'passkey_known');
  });
  securityEvent('passkey.added', { audience: holder.audience, account: holder.id });
  return describe({ ...added, createdAt: deps.clock.now(), lastUsedAt: null });
}

/** @throws Refusal `not_found` */
export async function renamePasskey(
  deps: Pick<Deps, 'db'>,
  owner: PasskeyOwner,
  change: { id: string; label: string },
): Promise<void> {
  if (!(await updateLabel(deps.db, owner, change))) throw new Refusal('not_found');
}

/**
 * Removes a passkey and notifies the owner.
 * @throws Refusal `not_found`, `passkey_last_required`, `password_wrong`, `password_reset_needed`, `otp_required`,
 * `verification_code_invalid`, `too_many_requests`, `overloaded`
 */
export async function removePasskey(
  deps: PasskeyDeps,
  holder: Holder,
  { id, ...proof }: Proof & { id: string },
): Promise<void> {
  const owner = ownerOf(holder);
  const known = await readPasskeys(deps.db, owner);
  const removed = known.find((passkey) => passkey.id === id);
  if (!removed) throw new Refusal('not_found');
  const isLastRequired =
    holder.audience === 'admin' && known.length === 1 && (await isPasskeyRequired(deps.db));
  if (isLastRequired) throw new Refusal('passkey_last_required');
  await requireProof(deps, holder, proof);
  await inTransaction(deps.db, async (tx) => {
    await tell(tx, deps, holder, { template: 'passkey-removed', label: removed.label });
    if (!(await deletePasskey(tx, owner, id))) throw new Refusal('not_found');
  });
  securityEvent('passkey.removed', { audience: holder.audience, account: holder.id });
}

async function requireProof(deps: PasskeyDeps, holder: Holder, { password, otp }: Proof): Promise<void> {
  await requirePassword(deps, holder, password);
  await requireCodeOf(deps, holder, otp);
}

async function tell(
  tx: Parameters<typeof notify>[0],
  deps: Pick<Deps, 'keys'>,
  { id, email, language, record }: Holder,
  { template, label }: { template: 'passkey-added' | 'passkey-removed'; label: string },
): Promise<void> {
  await notify(tx, deps, { template, data: { label }, email, push: { userId: id }, language });
  await record?.(tx, template);
}

function ownerOf({ audience, id }: Holder): PasskeyOwner {
  return { audience, subjectId: id };
}

function originOf(deps: Pick<Deps, 'config'>): string {
  try {
    return passkeyPlace(deps).origin;
  } catch {
    // Without an origin the list still shows existing passkeys.
    return '';
  }
}

function describe(
  record: Pick<PasskeyRecord, 'id' | 'label' | 'isBackedUp' | 'createdAt' | 'lastUsedAt'>,
): Passkey {
  const { id, label, isBackedUp, createdAt, lastUsedAt } = record;
  return {
    id,
    label,
    isSynced: isBackedUp,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
