import type { ApprovalKind, ApprovalRule, AdministratorRole } from '@zawadi/contract';
import type { z } from 'zod';
import type { Deps } from '../../../config/deps.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Auditor } from '../audit/index.ts';
import { readRule } from './second-person-rule.ts';

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
export type Preview = {
  amountCents: bigint;
  way: string;
  /** The part of the amount that is our fee and goes back. */
  feeCents?: bigint;
  /** What changes whose balance, and to what. */
  balances?: readonly { of: string; beforeCents: bigint; afterCents: bigint }[];
  /** What is changed other than money, by its fields. */
  change?: { before: Record<string, unknown>; after: Record<string, unknown> };
};

/** What a dialog asks about before the request is made, and what decides whether it needs two people. */
export type Question<Input> = {
  /** Reads the input back from where it was kept. */
  schema: z.ZodType<Input>;
  /** Overrides the rule by amount where it answers, such as for money that the same administrator booked. */
  needsTwo?: (tx: Transaction, input: Input, administratorId: string) => Promise<boolean | undefined>;
  /** Who gains by it, such as `user <id>`: what administrators give them alone counts together. */
  beneficiary?: (tx: Transaction, input: Input) => Promise<string | undefined>;
  /**
   * What `execute` would do now, read under the locks that it takes. Another amount or way than the one that was asked
   * for is refused: `approval_outdated`. Left out where the input determines both.
   * @throws Refusal as `execute` does
   */
  preview?: (tx: Transaction, input: Input) => Promise<Preview>;
};

/** Something that may need a second administrator. */
export type ApprovalAction<Input> = Question<Input> & {
  kind: ApprovalKind;
  /** Who decides about it; all who move money unless it says otherwise. */
  roles?: readonly AdministratorRole[];
  /**
   * Executes the action, in one transaction with the approval, with a `recordAudit` of its own at the end. Checks again whatever
   * may have changed since it was asked for, and says no by throwing a Refusal: the request then stays open.
   */
  execute: (tx: Transaction, action: AdminAction<Input>) => Promise<AfterCommit | undefined>;
  /** What becomes of it when an administrator rejects it, in the same transaction. */
  whenRejected?: (
    tx: Transaction,
    request: { input: Input; reason: string; auditor: Auditor },
  ) => Promise<void>;
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
  reject: (tx: Transaction, request: { input: unknown; reason: string; auditor: Auditor }) => Promise<void>;
  /** What would happen if one administrator asked for it now, and whether that one decides alone. */
  ask: (
    tx: Transaction,
    deps: Pick<Deps, 'config'>,
    asked: { question: unknown; administratorId: string },
  ) => Promise<{ preview?: Preview | undefined; rule: ApprovalRule }>;
};

/**
 * Makes an action one of the list that approvals execute.
 * @param question what its dialog asks, where that is something else than what the request keeps
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
