import type { ApprovalKind } from '@zawadi/contract';
import type { Auditor } from '../audit/index.ts';

/** What one administrator asks for and another one has to approve. */
export type ApprovalRequest = {
  /** Made before the transaction begins, so that it is one request when the transaction is run again. */
  id: string;
  kind: ApprovalKind;
  subjectKind: string;
  subjectId: string;
  /** What will happen, in one sentence that the checker reads. */
  summary: string;
  amountCents: bigint;
  /** How it would move, where that could change until it is approved. */
  way?: string | undefined;
  reason: string;
  /** What the action's schema reads back; JSON, and never a secret. */
  input: unknown;
  auditor: Auditor;
};
