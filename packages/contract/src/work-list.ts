import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { balanceShillings, count } from './money.ts';
import { administratorRoles } from './roles.ts';
import { timestamp } from './text.ts';

/** Kinds of work for an administrator. Each has a list of its own in the admin area. */
export const workKind = z.enum([
  'alerts',
  'unknown-payments',
  'approvals',
  'reviews',
  'differences',
  'settlements',
  'fraud-alerts',
  'applications',
  'letters',
]);
export type WorkKind = z.infer<typeof workKind>;

/** Address of each kind's list in the admin area, filtered to the waiting items. */
export const WORK_LISTS: Record<WorkKind, string> = {
  alerts: '/admin',
  'unknown-payments': '/admin/transactions?isUnconfirmed=true',
  approvals: '/admin/transactions/approvals?status=Open',
  reviews: '/admin/transactions/reviews',
  differences: '/admin/reconciliation',
  settlements: '/admin/settlements?needsAttention=true',
  'fraud-alerts': '/admin/fraud-alerts?assigned=unassigned',
  applications: '/admin/merchants?status=PENDING',
  letters: '/admin/support',
};

const work = z.object({
  kind: workKind,
  count: count.min(1),
  oldestAt: timestamp,
  /** The oldest item, described in a few words. */
  first: z.string(),
  /** KES of all items together, without cents; absent if no money waits. */
  amount: balanceShillings.optional(),
  /** The administrator's next step, in one sentence. */
  nextStep: z.string(),
  /** Address in the admin area: of the only item, or of the list with exactly these items. */
  path: z.string(),
  /** Whether the oldest item has waited longer than its deadline. */
  isLate: z.boolean(),
});
export type Work = z.infer<typeof work>;

export const readWorkList = endpoint({
  method: 'GET',
  path: '/api/admin/v1/work-list',
  audience: 'admin',
  roles: administratorRoles.everybody,
  tag: 'Administration',
  summary: 'List work for the calling administrator, nearest deadline first',
  answer: z.object({
    /** Only kinds of work that have items and that the administrator's role may do. */
    work: z.array(work),
    /** Number of items of all kinds. */
    total: count,
  }),
  refusals: [],
  rate: { perMinute: 240 },
});
