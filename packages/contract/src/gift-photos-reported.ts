import { z } from 'zod';
import { adminReason } from './approvals.ts';
import { endpoint } from './endpoint.ts';
import { nothing } from './envelope.ts';
import { sample } from './example-values.ts';
import { administratorRoles } from './roles.ts';
import { uuid } from './text.ts';

/** A POST with an entry in the audit log, because seeing the photo is an act. */
export const showReportedPhoto = endpoint({
  method: 'POST',
  path: '/api/admin/v1/gift-photos/show',
  audience: 'admin',
  roles: administratorRoles.helping,
  tag: 'Support',
  summary: 'Get the reported photo of a case, as image/webp; goes on record',
  body: z.object({ reviewId: uuid }),
  example: { body: { reviewId: sample.id } },
  answer: z.unknown(),
  refusals: ['not_found'],
  rate: { perMinute: 60 },
});

export const decideReportedPhoto = endpoint({
  method: 'POST',
  path: '/api/admin/v1/gift-photos/decide',
  audience: 'admin',
  roles: administratorRoles.helping,
  tag: 'Support',
  summary: 'Delete a reported photo, or show it to its recipient again; closes the case',
  body: z.object({ reviewId: uuid, decision: z.enum(['remove', 'restore']), reason: adminReason }),
  example: { body: { reviewId: sample.id, decision: 'remove', reason: sample.reason } },
  answer: nothing,
  message: 'Saved',
  refusals: ['not_found', 'review_resolved'],
  rate: { perMinute: 60 },
});
