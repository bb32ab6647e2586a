import { randomUUID } from 'node:crypto';
import * as contract from '@zawadi/contract';
import { newPerson } from '@zawadi/story/people';
import { newConsumer } from '../consumers.ts';
import { earn, newPayee } from '../settlement-calls.ts';
import { newTill } from '../tills.ts';
import { addShop, newAdministratorAccount, reason, type Line, type Office } from './admin-action.ts';

const LIMIT = 10_000;

const updateOf = (what: string, changes: object): Line => ({
  what,
  endpoint: contract.updateMerchant,
  prepare: async ({ system }) => {
    const { merchantId } = await newTill(system);
    return () => ({ body: { merchantId, reason, ...changes } });
  },
});

/** Changes of a shop, by field. */
export const MERCHANT_LINES: readonly Line[] = [
  {
    what: 'change the address of a shop’s contact',
    takesTwo: true,
    endpoint: contract.updateMerchant,
    prepare: async ({ system }) => {
      const { merchantId } = await newTill(system);
      const { email: contactEmail } = newPerson('Musa', 'Otieno');
      return () => ({ body: { merchantId, contactEmail, reason } });
    },
  },
  updateOf('change the name of a shop’s contact', { contactName: 'Musa Otieno' }),
  {
    what: 'activate a shop that one has added',
    takesTwo: true,
    endpoint: contract.updateMerchant,
    prepare: async (office, by) => {
      const { merchantId } = await addShop(office, by);
      return () => ({ body: { merchantId, status: 'ACTIVE', reason } });
    },
  },
  {
    what: 'activate a shop that another one has added',
    endpoint: contract.updateMerchant,
    prepare: async (office) => {
      const { merchantId } = await addShop(office, office.other);
      return () => ({ body: { merchantId, status: 'ACTIVE', reason } });
    },
  },
  updateOf('close a shop that is owed nothing', { status: 'INACTIVE' }),
  {
    what: 'close a shop that is owed KES 12,000',
    takesTwo: true,
    endpoint: contract.updateMerchant,
    prepare: async ({ system }) => {
      const shop = await newPayee(system);
      await earn(system, shop, 12_000);
      return () => ({ body: { merchantId: shop.merchantId, status: 'INACTIVE', reason } });
    },
  },
];

/** Changes of administrators, by their rights. */
export const ADMINISTRATOR_LINES: readonly Line[] = [
  {
    what: 'add an administrator for finance',
    takesTwo: true,
    endpoint: contract.addAdministrator,
    prepare: async () => {
      const { email } = newPerson('Wanjiru', 'Njoroge');
      return () => ({ body: { name: 'Wanjiru', email, staffRole: 'finance', reason } });
    },
  },
  {
    what: 'lower an administrator of support to reading',
    endpoint: contract.updateAdministrator,
    prepare: async ({ system }) => {
      const { administratorId } = await newAdministratorAccount(system);
      return () => ({ params: { administratorId }, body: { staffRole: 'read-only', reason } });
    },
  },
  {
    what: 'disable an administrator of support',
    endpoint: contract.updateAdministrator,
    prepare: async ({ system }) => {
      const { administratorId } = await newAdministratorAccount(system);
      return () => ({ params: { administratorId }, body: { status: 'DISABLED', reason } });
    },
  },
];

async function charges({ system, administrator }: Office, change: object) {
  const { current, latestVersionId: basedOn } = (
    await system.call(contract.readFeesAndLimits, {}, administrator)
  ).answer;
  const { fees, limits } = current.feesAndLimits;
  return () => ({ body: { feesAndLimits: { fees, limits, ...change }, reason, basedOn } });
}

/** Changes of settings, by their effect. */
export const SETTING_LINES: readonly Line[] = [
  {
    what: 'change a fee',
    takesTwo: true,
    endpoint: contract.changeFeesAndLimits,
    prepare: (office) =>
      charges(office, {
        fees: { depositBasisPoints: 600, withdrawalBasisPoints: 300, settlementBasisPoints: 100 },
      }),
  },
  {
    what: 'raise the amount up to which one person decides alone',
    takesTwo: true,
    endpoint: contract.changeFeesAndLimits,
    prepare: (office) => charges(office, { approvalFrom: 2 * LIMIT }),
  },
  {
    what: 'raise the limits of one person above the general ones',
    takesTwo: true,
    endpoint: contract.changeOwnLimits,
    prepare: async ({ system }) => {
      const { user } = await newConsumer(system);
      const body = { limits: { withdrawalsDaily: 900_000 }, reason, basedOn: null };
      return () => ({ params: { subjectKind: 'user', subjectId: user.id }, body });
    },
  },
  {
    what: 'have a fraud rule find more',
    endpoint: contract.changeFraudRules,
    prepare: async ({ system, administrator }) => {
      const { rules, latestVersionId: basedOn } = (
        await system.call(contract.readFraudRules, {}, administrator)
      ).answer;
      const wrongCodes = { ...rules.wrongCodes, byShop: rules.wrongCodes.byShop - 1 };
      return () => ({ body: { rules: { ...rules, wrongCodes }, reason, basedOn } });
    },
  },
  {
    what: 'change the words of the SMS about what is left of a gift',
    endpoint: contract.changeTemplate,
    prepare: async ({ system, administrator }) => {
      const params = { channel: 'sms', template: 'voucher-redeemed.some-left', language: 'sw' } as const;
      const { latestVersionId: basedOn } = (
        await system.call(contract.readTemplate, { params }, administrator)
      ).answer;
      const wording = { text: `Asante! {balance} {link} ${randomUUID().slice(0, 4)}` };
      return () => ({ params, body: { wording, reason, basedOn } });
    },
  },
];
