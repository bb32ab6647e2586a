import { randomUUID } from 'node:crypto';
import * as contract from '@zawadi/contract';
import { newTill } from '../tills.ts';
import { reason, type AdminAction, type Office } from './admin-action.ts';

async function raisedAlert({ system }: Office): Promise<{ alertId: string }> {
  const { merchantId } = await newTill(system);
  const alertId = randomUUID();
  await system.owner.query(
    `insert into fraud_alerts (id, merchant_id, rule, severity, subject, details)
     values ($1, $2, 'shop_velocity', 'Medium', 'a test', '{"redemptions": 500, "amount": 5000}')`,
    [alertId, merchantId],
  );
  return { alertId };
}

const onAlert = (endpoint: contract.Endpoint, body: object): AdminAction => [
  endpoint,
  async (office) => {
    const params = await raisedAlert(office);
    return () => ({ params, body });
  },
];

/** Requests of administrators about fraud alerts. */
export const fraudActions: AdminAction[] = [
  [
    contract.assignFraudAlert,
    async (office) => {
      const params = await raisedAlert(office);
      const { administrators } = (
        await office.system.call(contract.listAdministrators, {}, office.administrator)
      ).answer;
      const administratorId = administrators.find(
        ({ name }) => name === office.administrator.name,
      )?.administratorId;
      return () => ({ params, body: { administratorId } });
    },
  ],
  onAlert(contract.noteFraudAlert, { noteId: randomUUID(), text: 'The owner was called' }),
  onAlert(contract.closeFraudAlert, { outcome: 'false_alarm', reason }),
  [
    contract.reopenFraudAlert,
    async (office) => {
      const params = await raisedAlert(office);
      const body = { outcome: 'false_alarm', reason } as const;
      await office.system.call(contract.closeFraudAlert, { params, body }, office.administrator);
      return () => ({ params, body: { reason } });
    },
  ],
];
