import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { administratorRoles } from './roles.ts';
import { uuid } from './text.ts';
import { transactionType } from './transactions.ts';

/** The record whose contacts are shown. */
const contactRecord = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('user'), id: uuid }),
  z.object({ kind: z.literal('voucher'), id: uuid }),
  z.object({ kind: z.literal('transaction'), type: transactionType, id: uuid }),
  z.object({ kind: z.literal('reconciliation-item'), id: uuid }),
  z.object({ kind: z.literal('review'), id: uuid }),
  z.object({ kind: z.literal('support-request'), id: uuid }),
  z.object({ kind: z.literal('note'), id: uuid }),
  /** One entry of the history of an alert or a case, or one report of a case. */
  z.object({ kind: z.literal('fraud-alert'), id: uuid, entryId: uuid }),
  z.object({ kind: z.literal('fraud-case'), id: uuid, entryId: uuid }),
]);
export type ContactRecord = z.infer<typeof contactRecord>;

export const showContacts = endpoint({
  // A POST, because it writes an audit entry.
  method: 'POST',
  path: '/api/admin/v1/contacts/show',
  audience: 'admin',
  roles: administratorRoles.everybody,
  tag: 'Users',
  summary:
    'Show phone numbers and email addresses in full, which every other call masks; the audit log records who saw which',
  body: contactRecord,
  example: { body: { kind: 'user', id: sample.id } },
  answer: z.object({
    /** Labels as on the screen of the record, such as `Phone` or `Buyer email`. */
    contacts: z.array(z.object({ label: z.string(), value: z.string() })),
  }),
  refusals: ['not_found'],
  rate: { perMinute: 60 },
});
