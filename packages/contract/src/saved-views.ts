import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { administratorRoles } from './roles.ts';
import { requiredLine, singleLine, uuid } from './text.ts';

const ofViews = {
  audience: 'admin',
  roles: administratorRoles.everybody,
  tag: 'Saved views',
  rate: { perMinute: 120 },
} as const;

/** Periods that end on the day on which the view is opened. */
export const relativePeriod = z.enum([
  'today',
  'yesterday',
  'last-7-days',
  'last-30-days',
  'this-month',
  'last-month',
  'last-year',
]);
export type RelativePeriod = z.infer<typeof relativePeriod>;

/** A path in the admin area. */
const listPath = z
  .string()
  .max(200)
  .regex(/^\/admin(?:\/[\w.%:-]+)+$/u, { error: 'This is no list of the admin area' });

const MOST_FILTERS = 20;

/** Filters as in the list's address. A list drops filters that it does not know. */
const viewFilters = z
  .record(
    z.string().regex(/^[a-zA-Z]{1,40}$/u),
    z.union([singleLine(200), z.boolean(), z.number().int().min(0).max(1_000_000_000)]),
  )
  .refine((filters) => Object.keys(filters).length <= MOST_FILTERS, {
    error: `Please use at most ${MOST_FILTERS} filters`,
  });

const viewBody = z.object({
  list: listPath,
  name: requiredLine(60, 'Please enter a name'),
  filters: viewFilters,
  /** Replaces the days `from` and `to` of the filters. */
  period: relativePeriod.optional(),
  /** Whether other administrators see the view. */
  isShared: z.boolean(),
});
export type NewSavedView = z.infer<typeof viewBody>;

const savedView = z.object({
  viewId: uuid,
  list: z.string(),
  name: z.string(),
  filters: z.record(z.string(), z.union([z.string(), z.boolean(), z.number()])),
  period: relativePeriod.optional(),
  isShared: z.boolean(),
  /** Whether the view belongs to the calling administrator, who alone may change or delete it. */
  isOwn: z.boolean(),
  ownerName: z.string(),
});
export type SavedView = z.infer<typeof savedView>;

export const listSavedViews = endpoint({
  ...ofViews,
  method: 'GET',
  path: '/api/admin/v1/saved-views',
  summary: 'List own and shared views of one list, own ones first',
  query: z.object({ list: listPath }),
  example: { query: { list: '/admin/transactions' } },
  answer: z.object({ views: z.array(savedView) }),
  refusals: [],
});

export const readSavedView = endpoint({
  ...ofViews,
  method: 'GET',
  path: '/api/admin/v1/saved-views/:viewId',
  summary: 'Read an own or shared view',
  params: z.object({ viewId: uuid }),
  example: { params: { viewId: sample.id } },
  answer: savedView,
  refusals: ['not_found'],
});

export const saveView = endpoint({
  ...ofViews,
  method: 'PUT',
  path: '/api/admin/v1/saved-views/:viewId',
  summary: 'Save a view under a new id, change an own view, or restore a deleted one',
  params: z.object({ viewId: uuid }),
  body: viewBody,
  example: {
    params: { viewId: sample.id },
    body: { list: '/admin/transactions', name: 'Failed this week', filters: {}, isShared: false },
  },
  answer: savedView,
  message: 'View saved',
  refusals: ['not_found', 'view_name_used', 'views_full'],
});

export const deleteSavedView = endpoint({
  ...ofViews,
  method: 'DELETE',
  path: '/api/admin/v1/saved-views/:viewId',
  summary: 'Delete an own view',
  params: z.object({ viewId: uuid }),
  example: { params: { viewId: sample.id } },
  answer: z.object({}),
  message: 'View deleted',
  refusals: ['not_found'],
});
