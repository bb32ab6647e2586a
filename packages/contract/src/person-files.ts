import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { adminReason } from './approvals.ts';
import { administratorRoles } from './roles.ts';
import { day, uuid } from './text.ts';

/** The receiver of a person's file. The person's own copy masks the contacts of others. */
export const fileReceiver = z.enum(['person', 'tax_authority', 'police', 'court']);
export type FileReceiver = z.infer<typeof fileReceiver>;

// A file shows a person's whole identity and every transaction, so only one role downloads it.
const onPerson = {
  audience: 'admin',
  roles: administratorRoles.administrator,
  needsStepUp: true,
  tag: 'Users',
  params: z.object({ userId: uuid }),
  body: z.object({ receiver: fileReceiver, from: day, to: day, reason: adminReason }),
  example: {
    params: { userId: sample.id },
    body: { receiver: 'police', from: '2026-01-01', to: '2026-11-20', reason: sample.reason },
  },
  answer: z.unknown(),
  isExport: true,
  refusals: ['not_found', 'period_reversed'],
  rate: { perMinute: 20 },
} as const;

export const personFilePdf = endpoint({
  ...onPerson,
  method: 'POST',
  path: '/api/admin/v1/person-files/:userId/pdf',
  summary:
    'Download identity and transactions of a consumer as PDF, for the person or an authority: person-{id}-{day}.pdf; the audit log keeps receiver and reason',
});

export const personFileCsv = endpoint({
  ...onPerson,
  method: 'POST',
  path: '/api/admin/v1/person-files/:userId/csv',
  summary:
    'Download the transactions of a consumer as CSV, for the person or an authority: person-{id}-{day}.csv, streamed; the audit log keeps receiver and reason',
});
