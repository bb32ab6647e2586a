import type { ApprovalKind, ApprovalRule, AdministratorRole } from '@zawadi/contract';
import type { z } from 'zod';
import type { Deps } from '../../../config/deps.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Auditor } from '../audit/index.ts';
import { readRule } from './second-person-rule.ts';

/** The action to execute, and who authorises it: the approver, or the requester where no approval is needed. */
export type AdminAction<Input> = {
  /** Base of the ids of all effects. */
  id: string;
  input: Input;
  reason: string;
  /** The requester. */
  makerId: string;
  auditor: Auditor;
};

/** Work after the commit, such as a provider call. After a crash a sweep does it. */
export type AfterCommit = () => Promise<unknown>;

/** The amount that would move, and the way; shown as `KES 1,000 <way>`. */
export type Preview = {
  amountCents: bigint;
  way: string;
  /** The part of the amount that is our fee and is returned. */
  feeCents?: bigint;
  /** Changes of balances, by owner. */
  balances?: readonly { of: string; beforeCents: bigint; afterCents: bigint }[];
  /** Changed fields, where something other than money changes. */
  change?: { before: Record<string, unknown>; after: Record<string, unknown> };
};

/** A preview of a request for its dialog, and the rule whether it needs two administrators. */
export type Question<Input> = {
  /** Parses the stored input. */
  schema: z.ZodType<Input>;
  /**
   * Overrides the rule by amount unless it returns undefined; for example, for money that the same administrator
   * booked.
   */
  needsTwo?: (tx: Transaction, input: Input, administratorId: string) => Promise<boolean | undefined>;
  /** Returns the person or merchant who gains, such as `user <id>`. Amounts granted to them alone add up. */
  beneficiary?: (tx: Transaction, input: Input) => Promise<string | undefined>;
  /**
   * Previews `execute`, under the locks that it takes. If amount or way differ from those requested, the approval is
   * refused: `approval_outdated`. Absent where the input determines both.
   * @throws Refusal as `execute` does
   */
  preview?: (tx: Transaction, input: Input) => Promise<Preview>;
};

/** An action that may need a second administrator. */
export type ApprovalAction<Input> = Question<Input> & {
  kind: ApprovalKind;
  /** Roles that may decide about it; by default all roles that move money. */
  roles?: readonly AdministratorRole[];
  /**
   * Executes the action, in one transaction with the approval, and calls `recordAudit` at the end. Checks again
   * whatever may have changed since the request. If it throws a Refusal, the request stays open.
   */
  execute: (tx: Transaction, action: AdminAction<Input>) => Promise<AfterCommit | undefined>;
  /** Runs when an administrator rejects the request, in the same transaction. */
  whenRejected?: (
    tx: Transaction,
    request: { input: Input; reason: string; auditor: Auditor },
  ) => Promise<void>;
  /**
   * Freezes the subject, such as a voucher, while the request is open; in the transactions that open and close the
   * request.
   */
  whileOpen?: {
    begin: (
      tx: Transaction,
      request: { id: string; input: Input; reason: string; administratorId: string },
    ) => Promise<void>;
    end: (tx: Transaction, request: { id: string; input: Input }) => Promise<void>;
  };
};

/** An action whose input type is erased, for a list of actions. */
export type Approvable = Pick<ApprovalAction<unknown>, 'kind' | 'roles' | 'preview' | 'execute'> & {
  /** Unfreezes what `whileOpen` froze. */
  release: (tx: Transaction, request: { id: string; input: unknown }) => Promise<void>;
  reject: (tx: Transaction, request: { input: unknown; reason: string; auditor: Auditor }) => Promise<void>;
  /** Previews the action and the rule, as if one administrator requested it now. */
  ask: (
    tx: Transaction,
    deps: Pick<Deps, 'config'>,
    asked: { question: unknown; administratorId: string },
  ) => Promise<{ preview?: Preview | undefined; rule: ApprovalRule }>;
};

/**
 * Makes an action one of the list that approvals execute.
 * @param question preview for its dialog, where the dialog's input differs from the stored one
 */
export function approvable<Input, Asked = Input>(
  action: ApprovalAction<Input>,
  question?: Question<Asked>,
): Approvable {
  const { kind, schema, roles, preview, execute, whenRejected, whileOpen } = action;
  return {
    kind,
    ...(roles && { roles }),
    ...(preview && { preview: (tx, input) => preview(tx, schema.parse(input)) }),
    execute: (tx, action) => execute(tx, { ...action, input: schema.parse(action.input) }),
    reject: async (tx, request) => whenRejected?.(tx, { ...request, input: schema.parse(request.input) }),
    release: async (tx, { id, input }) => whileOpen?.end(tx, { id, input: schema.parse(input) }),
    ask: (tx, deps, asked) =>
      question ? answer(tx, deps, question, asked) : answer(tx, deps, action, asked),
  };
}

async function answer<Asked>(
  tx: Transaction,
  deps: Pick<Deps, 'config'>,
  question: Question<Asked>,
  { question: asked, administratorId }: { question: unknown; administratorId: string },
): Promise<{ preview?: Preview | undefined; rule: ApprovalRule }> {
  const input = question.schema.parse(asked);
  const preview = await question.preview?.(tx, input);
  const amountCents = preview?.amountCents ?? 0n;
  const rule = await readRule(tx, deps, {
    administratorId,
    amountCents,
    needsTwo: await question.needsTwo?.(tx, input, administratorId),
    beneficiary: await question.beneficiary?.(tx, input),
  });
  return { preview, rule };
}
