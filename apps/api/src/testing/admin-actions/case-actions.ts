import { randomUUID } from 'node:crypto';
import * as contract from '@zawadi/contract';
import { newConsumer } from '../consumers.ts';
import { newPayee } from '../settlement-calls.ts';
import type { AdminAction, Office } from './admin-action.ts';

async function letter({ system }: Office): Promise<{ id: string }> {
  const body = { subject: 'A gift', message: 'It did not come.' };
  const { answer } = await system.call(contract.writeAsConsumer, { body }, await newConsumer(system));
  return { id: answer.supportRequestId };
}

/** Actions on notes and letters. */
export const caseActions: AdminAction[] = [
  [
    contract.writeNote,
    async ({ system }) => {
      const { user } = await newConsumer(system);
      const params = { subjectKind: 'user', subjectId: user.id };
      return () => ({ params, body: { noteId: randomUUID(), text: 'Called at 10:00.' } });
    },
  ],
  [
    contract.assignSupportRequest,
    async (office) => {
      const params = await letter(office);
      return () => ({ params, body: { isMine: true } });
    },
  ],
  [
    contract.handOverSupportRequest,
    async (office) => {
      const params = await letter(office);
      return () => ({ params, body: { to: 'finance', noteId: randomUUID(), note: 'Please refund.' } });
    },
  ],
  [
    contract.markSupportAnswered,
    async ({ system }) => {
      const { bearer } = await newPayee(system);
      const body = { subject: 'A voucher does not scan', message: 'Since this morning.' };
      const { answer } = await system.call(contract.writeToSupport, { body }, { bearer });
      return () => ({ params: { id: answer.supportRequestId }, body: {} });
    },
  ],
];
