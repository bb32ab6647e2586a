import type { ApprovalKind, ApprovalRule, AdministratorRole } from '@zawadi/contract';
import type { z } from 'zod';
import type { Deps } from '../../../config/deps.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Auditor } from '../audit/index.ts';
import { readRule } from './second-person-rule.ts';

/** The action to execute, and its authoriser: the approver, or the requester if no approval is needed. */
export type AdminAction<Input> = {
  /** The ids of all effects are derived from this id, so that a repetition has no second effect. */
  id: string;
  input: Input;
  reason: string;
  /** The administrator who requested the action. */
  makerId: string;
  auditor: Auditor;
};

/** Work after the commit, such as an API call to M-PESA. After a crash, a job does this work. */
export type AfterCommit = () => Promise<unknown>;

/** The amount that would move, and the payment method (`way`); shown as `KES 1,000 <way>`. */
export type Preview = {
  amountCents: bigint;
  way: string;
  /** The part of the amount that is our returned fee. */
  feeCents?: bigint;
  /** Changes of balances. `of` names the owner of the balance. */
  balances?: readonly { of: string; beforeCents: bigint; afterCents: bigint }[];
  /** Fields before and after, if the action changes something other than money. */
  change?: { before: Record<string, unknown>; after: Record<string, unknown> };
};

/** How a dialog previews a request, and whether the request needs two administrators. */
export type Question<Input> = {
  /** Parses the stored input. */
  schema: z.ZodType<Input>;
  /** Roles that may request the action but not decide. Their requests always need an approval. */
  askedBy?: readonly AdministratorRole[];
  /**
   * Overrides the rule by amount, unless it returns undefined. Example: money that the same administrator booked needs
   * two administrators.
   */
  needsTwo?: (tx: Transaction, input: Input, administratorId: string) => Promise<boolean | undefined>;
  /**
   * Returns the person or merchant who gains, such as `user <id>`. Amounts that single administrators grant to one
   * beneficiary are summed.
   */
  beneficiary?: (tx: Transaction, input: Input) => Promise<string | undefined>;
  /**
   * Previews `execute`, under the same locks. If amount or payment method differ from the request, the approval is
   * refused with `approval_outdated`. Absent if the input alone determines amount and method.
   * @throws Refusal as `execute` does
   */
  preview?: (tx: Transaction, input: Input) => Promise<Preview>;
};

/** An action that may need a second administrator. */
export type ApprovalAction<Input> = Question<Input> & {
  kind: ApprovalKind;
  /** Roles that may approve or reject the action; by default all roles that move money. */
  roles?: readonly AdministratorRole[];
  /**
   * Executes the action, in one transaction with the approval, and calls `recordAudit` at the end. Repeats all checks
   * whose result may have changed since the request. If it throws a Refusal, the request stays open.
   */
  execute: (tx: Transaction, action: AdminAction<Input>) => Promise<AfterCommit | undefined>;
  /** Runs when an administrator rejects the request, in the same transaction. */
  whenRejected?: (
    tx: Transaction,
    request: { input: Input; reason: string; auditor: Auditor },
  ) => Promise<void>;
  /**
   * Freezes the subject, such as a voucher, while the request is open. `begin` runs in the transaction that opens the
   * request, `end` in the transaction that closes it.
   */
  whileOpen?: {
    begin: (
      tx: Transaction,
      request: { id: string; input: Input; reason: string; administratorId: string },
    ) => Promise<void>;
    end: (tx: Transaction, request: { id: string; input: Input }) => Promise<void>;
  };
};

/** An action without its input type, so that actions of different types fit into one list. */
export type Approvable = Pick<
  ApprovalAction<unknown>,
  'kind' | 'roles' | 'askedBy' | 'preview' | 'execute'
> & {
  /** Unfreezes the subject that `whileOpen` froze. */
  release: (tx: Transaction, request: { id: string; input: unknown }) => Promise<void>;
  reject: (tx: Transaction, request: { input: unknown; reason: string; auditor: Auditor }) => Promise<void>;
  /** Previews the action, and whether it needs two administrators if this administrator requests it now. */
  ask: (
    tx: Transaction,
    deps: Pick<Deps, 'config'>,
    asked: { question: unknown; administratorId: string },
  ) => Promise<{ preview?: Preview | undefined; rule: ApprovalRule }>;
};

/**
 * Converts an action for the list of actions that approvals execute.
 * @param question preview for the action's dialog, if the dialog's input differs from the stored input
 */
export function approvable<Input, Asked = Input>(
  action: ApprovalAction<Input>,
  question?: Question<Asked>,
): Approvable {
  const { kind, schema, roles, askedBy, preview, execute, whenRejected, whileOpen } = action;
  return {
    kind,
    ...(roles && { roles }),
    ...(askedBy && { askedBy }),
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
    askedBy: question.askedBy,
  });
  return { preview, rule };
}
