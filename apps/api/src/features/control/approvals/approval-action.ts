import type { ApprovalKind, StaffRole } from '@zawadi/contract';
import type { z } from 'zod';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Auditor } from '../audit/index.ts';

/** What was asked for, and who lets it happen: the checker, or the maker where nobody has to approve. */
export type AdminAction<Input> = {
  /** Effects take their ids from it. */
  id: string;
  input: Input;
  reason: string;
  /** Who asked for it. */
  makerId: string;
  auditor: Auditor;
};

/** What is to be done once the action is committed, such as telling a provider; a sweep does it too, should we die. */
export type AfterCommit = () => Promise<unknown>;

/** What would move, and how: it reads as `KES 1,000 <way>`. */
export type Foreseen = { amountCents: bigint; way: string };

/** Something that may need a second administrator. */
export type ApprovalAction<Input> = {
  kind: ApprovalKind;
  /** Reads the input back from where it was kept. */
  schema: z.ZodType<Input>;
  /** Who decides about it; all who move money unless it says otherwise. */
  roles?: readonly StaffRole[];
  /**
   * What the same person or shop was given without a second administrator within a day, for whoever would split a sum
   * into small ones. To be read under a lock that lasts until the end of the transaction.
   */
  givenAloneCents?: (tx: Transaction, input: Input) => Promise<bigint>;
  /**
   * What carrying it out would do at this moment, read under the locks that carrying it out takes. Another amount or way
   * than the one that was asked for is refused: `approval_outdated`. Left out where the input says it all.
   * @throws Refusal as `carryOut` does
   */
  foresee?: (tx: Transaction, input: Input) => Promise<Foreseen>;
  /**
   * Does it, in one transaction with the approval, with a `recordAudit` of its own at the end. Checks again whatever
   * may have changed since it was asked for, and says no by throwing a Refusal: the request then stays open.
   */
  carryOut: (tx: Transaction, action: AdminAction<Input>) => Promise<AfterCommit | undefined>;
};

/** An action whose input only it knows. */
export type Approvable = Pick<ApprovalAction<unknown>, 'kind' | 'roles' | 'foresee' | 'carryOut'>;

/** Makes an action one of the list that approvals carry out. */
export function approvable<Input>(action: ApprovalAction<Input>): Approvable {
  const { kind, schema, roles, foresee, carryOut } = action;
  return {
    kind,
    ...(roles && { roles }),
    ...(foresee && { foresee: (tx, input) => foresee(tx, schema.parse(input)) }),
    carryOut: (tx, action) => carryOut(tx, { ...action, input: schema.parse(action.input) }),
  };
}
