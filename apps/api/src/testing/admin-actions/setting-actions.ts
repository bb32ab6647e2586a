import { randomInt } from 'node:crypto';
import * as contract from '@zawadi/contract';
import { nairobiDay } from '../../platform/nairobi-time.ts';
import { issueSampleInvoice } from '../sample-invoice.ts';
import { stop } from '../stop-calls.ts';
import { newTill } from '../tills.ts';
import { reason, type AdminAction, type Office } from './admin-action.ts';

const TOMORROW = nairobiDay(new Date(Date.now() + 24 * 3_600_000));
const TEMPLATE = { channel: 'email', template: 'verify-email', language: 'en' } as const;
const WORDING = { subject: 'Karibu', heading: 'Karibu', text: 'Bonyeza kitufe.', note: '' };

/** Builds a change of the daily limit. */
async function chargesWith({ system, administrator }: Office, more: object) {
  const { current, versions, latestVersionId } = (
    await system.call(contract.readFeesAndLimits, {}, administrator)
  ).answer;
  const { fees, limits } = current.feesAndLimits;
  const feesAndLimits = { fees, limits: { ...limits, daily: limits.daily + 1_000 * (versions.length + 1) } };
  return { feesAndLimits, reason, basedOn: latestVersionId, ...more };
}

/** Builds a change of the VAT rate. */
async function invoicingWith({ system, administrator }: Office, more: object) {
  const { versions, latestVersionId } = (await system.call(contract.readInvoicing, {}, administrator)).answer;
  const seller = { name: 'Zawadi Gifts Ltd', kraPin: 'P051234567X', address: 'Moi Avenue 1, Nairobi' };
  const invoicing = { seller, vatBasisPoints: 1_600 + versions.length, firstMonth: '2026-01' };
  return { invoicing, reason, basedOn: latestVersionId, ...more };
}

/** Ends every stop, as the command on the server does. */
async function endStops({ system }: Office): Promise<void> {
  await system.owner.query('select end_stop(id, null) from stops where ended_at is null');
}

/** Requests of administrators about settings of the whole system. */
export const settingActions: AdminAction[] = [
  [contract.changeDailyMail, async () => () => ({ body: { isOn: true, hour: 7, language: 'en' } })],
  [
    contract.changeFeesAndLimits,
    async (office) => {
      const body = await chargesWith(office, {});
      return () => ({ body });
    },
  ],
  [
    contract.withdrawFeesAndLimits,
    async (office) => {
      const { system, administrator } = office;
      const body = await chargesWith(office, { effectiveFrom: TOMORROW });
      const { answer } = await system.call(contract.changeFeesAndLimits, { body }, administrator);
      const { latestVersionId: versionId } = answer;
      return () => ({ params: { versionId }, body: { reason } });
    },
  ],
  [contract.changeFeatureSwitch, async () => () => ({ body: { name: 'redeemByCode', isOn: true, reason } })],
  [
    contract.startStop,
    async (office) => {
      await endStops(office);
      return () => ({ body: { name: 'claiming', sentence: contract.suggestedSentences.claiming, reason } });
    },
  ],
  [
    contract.startAgain,
    async (office) => {
      await endStops(office);
      const stopId = await stop(office.system, office.administrator, 'claiming');
      return () => ({ params: { stopId }, body: { reason } });
    },
  ],
  [
    contract.changeFraudRules,
    async ({ system, administrator }) => {
      const { answer } = await system.call(contract.readFraudRules, {}, administrator);
      const rules = { ...answer.rules, outsideOpeningHours: { isOn: false, graceMinutes: 5 } };
      return () => ({ body: { rules, reason, basedOn: answer.latestVersionId } });
    },
  ],
  [
    contract.changeOwnLimits,
    async ({ system }) => {
      const { merchantId: subjectId } = await newTill(system);
      const body = { limits: { redemption: 1_000 }, reason, basedOn: null };
      return () => ({ params: { subjectKind: 'merchant', subjectId }, body });
    },
  ],
  [
    contract.changeBookkeepingMap,
    async ({ system, administrator }) => {
      const { map, latestVersionId } = (await system.call(contract.readBookkeepingMap, {}, administrator))
        .answer;
      const body = { map: { ...map, xeroTaxRate: 'No VAT' }, reason, basedOn: latestVersionId };
      return () => ({ body });
    },
  ],
  [
    contract.changeInvoicing,
    async (office) => {
      const body = await invoicingWith(office, {});
      return () => ({ body });
    },
  ],
  [
    contract.withdrawInvoicing,
    async (office) => {
      const { system, administrator } = office;
      const body = await invoicingWith(office, { effectiveFrom: TOMORROW });
      const { answer } = await system.call(contract.changeInvoicing, { body }, administrator);
      return () => ({ params: { versionId: answer.latestVersionId ?? '' }, body: { reason } });
    },
  ],
  [
    contract.issueInvoices,
    async (office) => {
      const { system, administrator } = office;
      await system.call(contract.changeInvoicing, { body: await invoicingWith(office, {}) }, administrator);
      return () => ({ body: {} });
    },
  ],
  [
    contract.enterEtimsNumber,
    async ({ system }) => {
      const { merchantId } = await newTill(system);
      const number = await issueSampleInvoice(system, merchantId);
      const etimsNumber = `KRAMW012202207054377/${randomInt(1_000_000)}`;
      return () => ({ params: { number }, body: { etimsNumber } });
    },
  ],
  [
    contract.changeTemplate,
    async () => () => ({ params: TEMPLATE, body: { wording: WORDING, reason, basedOn: null } }),
  ],
  [contract.testTemplate, async () => () => ({ params: TEMPLATE, body: { wording: WORDING } })],
];
