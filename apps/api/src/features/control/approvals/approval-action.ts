import type { ApprovalKind, StaffRole } from '@zawadi/contract';
import type { z } from 'zod';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Auditor } from '../audit/index.ts';

/** What was asked for, and who authorises it: the checker, or the maker where no approval is needed. */
export type AdminAction<Input> = {
  /** Effects take their ids from it. */
  id: string;
  input: Input;
  reason: string;
  /** Who asked for it. */
  makerId: string;
  auditor: Auditor;
};

/** What is to be done once the action is committed, such as a provider call; after a crash a sweep does it. */
export type AfterCommit = () => Promise<unknown>;

/** What would move, and how: it reads as `KES 1,000 <way>`. */
export type Preview = { amountCents: bigint; way: string };

/** Something that may need a second administrator. */
export type ApprovalAction<Input> = {
  kind: ApprovalKind;
  /** Reads the input back from where it was kept. */
  schema: z.ZodType<Input>;
  /** Who decides about it; all who move money unless it says otherwise. */
  roles?: readonly StaffRole[];
  /**
   * What the same user or merchant was given by one administrator alone within a day, so that splitting a sum
   * evades no approval. To be read under a lock that lasts until the end of the transaction.
   */
  givenAloneCents?: (tx: Transaction, input: Input) => Promise<bigint>;
  /**
   * What `execute` would do now, read under the locks that it takes. Another amount or way than the one that was asked
   * for is refused: `approval_outdated`. Left out where the input determines both.
   * @throws Refusal as `execute` does
   */
  preview?: (tx: Transaction, input: Input) => Promise<Preview>;
  /**
   * Executes the action, in one transaction with the approval, with a `recordAudit` of its own at the end. Checks again whatever
   * may have changed since it was asked for, and says no by throwing a Refusal: the request then stays open.
   */
  execute: (tx: Transaction, action: AdminAction<Input>) => Promise<AfterCommit | undefined>;
  /** What stands still while the request waits, such as a voucher; in the transactions that open and close the request. */
  whileOpen?: {
    begin: (
      tx: Transaction,
      request: { id: string; input: Input; reason: string; administratorId: string },
    ) => Promise<void>;
    end: (tx: Transaction, request: { id: string; input: Input }) => Promise<void>;
  };
};

/** An action whose input only it knows. */
export type Approvable = Pick<ApprovalAction<unknown>, 'kind' | 'roles' | 'preview' | 'execute'> & {
  /** Lets go on what stood still while the request was open. */
  release: (tx: Transaction, request: { id: string; input: unknown }) => Promise<void>;
};

/** Makes an action one of the list that approvals execute. */
export function approvable<Input>(action: ApprovalAction<Input>): Approvable {
  const { kind, schema, roles, preview, execute, whileOpen } = action;
  return {
    kind,
    ...(roles && { roles }),
    ...(preview && { preview: (tx, input) => preview(tx, schema.parse(input)) }),
    execute: (tx, action) => execute(tx, { ...action, input: schema.parse(action.input) }),
    release: async (tx, { id, input }) => whileOpen?.end(tx, { id, input: schema.parse(input) }),
  };
}
