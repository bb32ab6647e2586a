import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { count } from './money.ts';
import { administratorRoles } from './roles.ts';
import { timestamp } from './text.ts';

/** What waits for an administrator, each a list of its own in the admin area. */
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
  /** The oldest one in a few words. */
  first: z.string(),
  /** The oldest one has waited longer than such a thing may. */
  isLate: z.boolean(),
});
export type Work = z.infer<typeof work>;

export const readWorkList = endpoint({
  method: 'GET',
  path: '/api/admin/v1/work-list',
  audience: 'admin',
  roles: administratorRoles.everybody,
  tag: 'Administration',
  summary: 'What waits for the administrator who asks, the nearest deadline first',
  answer: z.object({
    /** Only kinds of which something waits, and which the role of the administrator may deal with. */
    work: z.array(work),
    /** Of all kinds. */
    total: count,
  }),
  refusals: [],
  rate: { perMinute: 240 },
});
