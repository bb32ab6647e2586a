import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { count } from './money.ts';
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

const work = z.object({
  kind: workKind,
  count: count.min(1),
  oldestAt: timestamp,
  /** The oldest item, described in a few words. */
  first: z.string(),
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
