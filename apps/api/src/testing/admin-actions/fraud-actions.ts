import { randomUUID } from 'node:crypto';
import * as contract from '@zawadi/contract';
import { newConsumer } from '../consumers.ts';
import { raiseAlert } from '../fraud-alerts.ts';
import { newTill } from '../tills.ts';
import { reason, type AdminAction, type Office } from './admin-action.ts';

async function raisedAlert({ system }: Office): Promise<{ alertId: string }> {
  const { merchantId } = await newTill(system);
  return { alertId: await raiseAlert(system, { merchantId }) };
}

async function idOf({ system, administrator }: Office): Promise<string | undefined> {
  const { administrators } = (await system.call(contract.listAdministrators, {}, administrator)).answer;
  return administrators.find(({ name }) => name === administrator.name)?.administratorId;
}

async function openedCase({ system, administrator }: Office): Promise<{ caseId: string }> {
  const { user } = await newConsumer(system);
  const body = { caseId: randomUUID(), about: { kind: 'user', userId: user.id }, text: reason } as const;
  const { answer } = await system.call(contract.openFraudCase, { body }, administrator);
  return { caseId: answer.caseId };
}

async function preparedReport(office: Office): Promise<{ caseId: string; reportId: string }> {
  const params = await openedCase(office);
  const body = { reportId: randomUUID(), from: '2026-11-01', to: '2026-11-20', grounds: reason };
  await office.system.call(contract.prepareFraudCaseReport, { params, body }, office.administrator);
  return { ...params, reportId: body.reportId };
}

const onCase = (endpoint: contract.Endpoint, body: object): AdminAction => [
  endpoint,
  async (office) => {
    const params = await openedCase(office);
    return () => ({ params, body });
  },
];

const onReport = (endpoint: contract.Endpoint, body?: object): AdminAction => [
  endpoint,
  async (office) => {
    const params = await preparedReport(office);
    return () => ({ params, ...(body && { body }) });
  },
];

const onAlert = (endpoint: contract.Endpoint, body: object): AdminAction => [
  endpoint,
  async (office) => {
    const params = await raisedAlert(office);
    return () => ({ params, body });
  },
];

/** Requests of administrators about fraud alerts and cases. */
export const fraudActions: AdminAction[] = [
  [
    contract.assignFraudAlert,
    async (office) => {
      const [params, administratorId] = [await raisedAlert(office), await idOf(office)];
      return () => ({ params, body: { administratorId } });
    },
  ],
  onAlert(contract.noteFraudAlert, { noteId: randomUUID(), text: 'The owner was called' }),
  onAlert(contract.closeFraudAlert, { outcome: 'false_alarm', reason }),
  [
    contract.assignFraudAlerts,
    async (office) => {
      const [{ alertId }, administratorId] = [await raisedAlert(office), await idOf(office)];
      return () => ({ body: { alertIds: [alertId], administratorId } });
    },
  ],
  [
    contract.closeFraudAlerts,
    async (office) => {
      const { alertId } = await raisedAlert(office);
      return () => ({ body: { alertIds: [alertId], outcome: 'false_alarm', reason } });
    },
  ],
  [
    contract.reopenFraudAlert,
    async (office) => {
      const params = await raisedAlert(office);
      const body = { outcome: 'false_alarm', reason } as const;
      await office.system.call(contract.closeFraudAlert, { params, body }, office.administrator);
      return () => ({ params, body: { reason } });
    },
  ],
  [
    contract.openFraudCase,
    async ({ system }) => {
      const { user } = await newConsumer(system);
      const about = { kind: 'user', userId: user.id };
      return () => ({ body: { caseId: randomUUID(), about, text: reason } });
    },
  ],
  onCase(contract.assignFraudCase, { administratorId: null }),
  onCase(contract.noteFraudCase, { noteId: randomUUID(), text: 'The owner was called' }),
  onCase(contract.closeFraudCase, { outcome: 'false_alarm', reason }),
  [
    contract.reopenFraudCase,
    async (office) => {
      const params = await openedCase(office);
      const body = { outcome: 'false_alarm', reason } as const;
      await office.system.call(contract.closeFraudCase, { params, body }, office.administrator);
      return () => ({ params, body: { reason } });
    },
  ],
  onCase(contract.prepareFraudCaseReport, {
    reportId: randomUUID(),
    from: '2026-11-01',
    to: '2026-11-20',
    grounds: reason,
  }),
  onReport(contract.fraudCaseReportPdf),
  onReport(contract.fraudCaseReportCsv),
  onReport(contract.fileFraudCaseReport, { filedOn: '2026-11-20', reference: 'STR-2026-1' }),
];
