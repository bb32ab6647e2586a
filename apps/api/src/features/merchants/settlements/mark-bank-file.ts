import type { BankFile } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Auditor } from '../../services/audit/index.ts';
import { groupMarks, readBankFile } from './bank-file.ts';
import { listBankFileMarks, listOpenInBankFile } from './bank-file-store.ts';
import { confirmOutcome } from './confirm-outcome.ts';
import { proposeOutcome, type Said } from './propose-outcome.ts';

type OfFile = { number: string; auditor: Auditor };

/**
 * Marks all open batches of a bank file alike. A batch that is marked already keeps its mark.
 * @throws Refusal not_found, settlement_not_markable, decision_open
 */
export async function markBankFile(
  deps: Pick<Deps, 'db' | 'clock'>,
  { number, said, auditor }: OfFile & { said: Said },
): Promise<BankFile> {
  const of = { number, administratorId: auditor.administratorId };
  await readBankFile(deps.db, of);
  await forEach(await listOpenInBankFile(deps.db, number), 'settlement_not_markable', (key) =>
    proposeOutcome(deps, { ...key, said, auditor }),
  );
  return readBankFile(deps.db, of);
}

/**
 * Confirms or rejects what another administrator says about batches of a bank file, if it is still exactly what the
 * page showed. Each batch takes effect as if it were decided alone.
 * @throws Refusal not_found, decision_missing, second_person_needed, requester_ineligible
 */
export async function confirmBankFile(
  deps: Pick<Deps, 'db' | 'keys'>,
  { number, markId, isConfirmed, auditor }: OfFile & { markId: string; isConfirmed: boolean },
): Promise<BankFile> {
  const of = { number, administratorId: auditor.administratorId };
  await readBankFile(deps.db, of);
  const shown = groupMarks(await listBankFileMarks(deps.db, [number])).find((one) => one.markId === markId);
  await forEach(shown?.alike ?? [], 'decision_missing', ({ merchantId, settlementId, id: decisionId }) =>
    confirmOutcome(deps, { merchantId, settlementId, decisionId, isConfirmed, auditor }),
  );
  return readBankFile(deps.db, of);
}

/**
 * Does the same with each batch in a transaction of its own, so that a long file holds no locks. Skips a batch that
 * another administrator decided in the meantime.
 * @throws Refusal the first one, if every batch is refused; `ifNone` if there is no batch
 */
async function forEach<Of>(
  batches: readonly Of[],
  ifNone: 'settlement_not_markable' | 'decision_missing',
  act: (of: Of) => Promise<void>,
): Promise<void> {
  let refused: Refusal | undefined;
  let done = 0;
  for (const of of batches) {
    try {
      await act(of);
      done += 1;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused ??= error;
    }
  }
  if (done === 0) throw refused ?? new Refusal(ifNone);
}
