import type { ApprovalKind } from '@zawadi/contract';
import type { z } from 'zod';
import type { Transaction } from '../../platform/db/database.ts';
import type { Auditor } from '../audit/index.ts';

/** What was asked for, and who lets it happen: the checker, or the maker where nobody has to approve. */
export type Deed<Input> = {
  /** The same when it is carried out again after a commit whose answer was lost; effects take their ids from it. */
  id: string;
  input: Input;
  /** What was decided on. Should it have become more meanwhile, it is another deed: `amount_grown`. */
  amountCents: bigint;
  reason: string;
  auditor: Auditor;
};

/** What is to be done once the deed is committed, such as telling a provider; a sweep does it too, should we die. */
export type AfterCommit = () => Promise<unknown>;

/** Something that may need a second administrator. */
export type ApprovalAction<Input> = {
  kind: ApprovalKind;
  /** Reads the input back from where it was kept. */
  schema: z.ZodType<Input>;
  /**
   * What the same person or shop was given without a second administrator within a day, for whoever would split a sum
   * into small ones. To be read under a lock that lasts until the end of the transaction.
   */
  givenAloneCents?: (tx: Transaction, input: Input) => Promise<bigint>;
  /**
   * Does it, in one transaction with the approval, with a `recordAudit` of its own at the end. Checks again whatever
   * may have changed since it was asked for, and says no by throwing a Refusal: the request then stays open.
   */
  carryOut: (tx: Transaction, deed: Deed<Input>) => Promise<AfterCommit | undefined>;
};

/** An action whose input only it knows. */
export type Approvable = {
  kind: ApprovalKind;
  carryOut: (tx: Transaction, deed: Deed<unknown>) => Promise<AfterCommit | undefined>;
};

/** Makes an action one of the list that approvals carry out. */
export function approvable<Input>({ kind, schema, carryOut }: ApprovalAction<Input>): Approvable {
  return { kind, carryOut: (tx, deed) => carryOut(tx, { ...deed, input: schema.parse(deed.input) }) };
}
