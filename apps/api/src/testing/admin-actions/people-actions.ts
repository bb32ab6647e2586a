import * as contract from '@zawadi/contract';
import { DEMO_PASSWORD, newPerson } from '@zawadi/story/people';
import { generateSync } from 'otplib';
import { inTransaction } from '../../platform/db/in-transaction.ts';
import { issueOneTimeCode } from '../../features/people/credentials/index.ts';
import { block } from '../block-list-calls.ts';
import { newConsumer } from '../consumers.ts';
import { newTill } from '../tills.ts';
import { newAdministratorAccount, reason } from './admin-action.ts';
import type { AdministratorAccount, AdminAction, Office } from './admin-action.ts';

const NEW_PASSWORD = 'Another-battery-2';

/**
 * Enrols a second factor.
 * @returns its recovery codes
 */
async function enrol({ system }: Office, { bearer, password }: AdministratorAccount): Promise<string[]> {
  const { answer } = await system.call(contract.startTwoFactor, { body: { password } }, { bearer });
  const body = { otp: generateSync({ secret: answer.secret }) };
  return (await system.call(contract.enableTwoFactor, { body }, { bearer })).answer.recoveryCodes;
}

async function consumer({ system }: Office, verified?: { email: boolean }) {
  return { userId: (await newConsumer(system, verified)).user.id };
}

const ownAccount: AdminAction[] = [
  [
    contract.adminLogin,
    async ({ system }) => {
      const { email, password } = await newAdministratorAccount(system);
      return () => ({ body: { email, password } });
    },
  ],
  [
    contract.changePassword,
    async ({ system }) => {
      const by = await newAdministratorAccount(system);
      return () => ({ by, body: { currentPassword: by.password, newPassword: NEW_PASSWORD } });
    },
  ],
  [
    contract.resetAdminPassword,
    async ({ system: { deps, ...system } }) => {
      const { email, administratorId: subjectId } = await newAdministratorAccount({ deps, ...system });
      const otp = await inTransaction(deps.db, (tx) =>
        issueOneTimeCode(tx, deps, { purpose: 'password-reset', subjectId, target: email, pot: 'own' }),
      );
      return () => ({ body: { email, otp, password: NEW_PASSWORD } });
    },
  ],
  [
    contract.resetAdminPasswordByLink,
    async ({ system }) => {
      const { email } = await newAdministratorAccount(system);
      await system.call(contract.generateAdminPasswordOtp, { body: { email } });
      const [, token] = await system.sandbox.mail(email, /#token=([\w.~-]+)/u);
      return () => ({ body: { token, password: NEW_PASSWORD } });
    },
  ],
  [
    contract.enableTwoFactor,
    async ({ system }) => {
      const by = await newAdministratorAccount(system);
      const { password } = by;
      const { answer } = await system.call(contract.startTwoFactor, { body: { password } }, by);
      return () => ({ by, body: { otp: generateSync({ secret: answer.secret }) } });
    },
  ],
  ...[contract.disableTwoFactor, contract.renewRecoveryCodes].map((endpoint): AdminAction => [
    endpoint,
    async (office) => {
      const by = await newAdministratorAccount(office.system);
      const codes = await enrol(office, by);
      return () => ({ by, body: { password: by.password, otp: codes.pop() } });
    },
  ]),
  [
    contract.signOutDevice,
    async ({ system }) => {
      const by = await newAdministratorAccount(system);
      const { email, password } = by;
      await system.call(contract.adminLogin, { body: { email, password } });
      const { answer } = await system.call(contract.listDevices, {}, by);
      const id = answer.devices.find(({ isCurrent }) => !isCurrent)?.id;
      return () => ({ by, params: { id } });
    },
  ],
  [
    contract.signOutEverywhere,
    async ({ system }) => {
      const by = await newAdministratorAccount(system);
      return () => ({ by });
    },
  ],
];

const administrators: AdminAction[] = [
  [
    contract.addAdministrator,
    async () => {
      const { email } = newPerson('Wanjiru', 'Njoroge');
      return () => ({ body: { name: 'Wanjiru', email, staffRole: 'support' } });
    },
  ],
  [
    contract.updateAdministrator,
    async ({ system }) => {
      const { administratorId } = await newAdministratorAccount(system);
      return () => ({ params: { administratorId }, body: { staffRole: 'finance', reason } });
    },
  ],
  [
    contract.resetAdministratorPassword,
    async ({ system }) => {
      const { administratorId } = await newAdministratorAccount(system);
      return () => ({ params: { administratorId }, body: { reason } });
    },
  ],
  [
    contract.resetAdministratorTwoFactor,
    async (office) => {
      const other = await newAdministratorAccount(office.system);
      await enrol(office, other);
      return () => ({ params: { administratorId: other.administratorId }, body: { reason } });
    },
  ],
];

const merchants: AdminAction[] = [
  [
    contract.addMerchant,
    async () => {
      const { email: contactEmail, phoneNumber: contactPhoneNumber } = newPerson('Njeri', 'Kamau');
      const contactName = 'Njeri Kamau';
      return () => ({ body: { businessName: 'Duka Jipya', contactName, contactEmail, contactPhoneNumber } });
    },
  ],
  [
    contract.updateMerchant,
    async ({ system }) => {
      const { merchantId } = await newTill(system);
      return () => ({ body: { merchantId, businessName: 'Duka la Njeri' } });
    },
  ],
  [
    contract.suspendMerchant,
    async ({ system }) => {
      const { merchantId } = await newTill(system);
      return () => ({ body: { merchantId } });
    },
  ],
  [
    contract.resetOwnerPassword,
    async ({ system }) => {
      const { merchantId } = await newTill(system);
      return () => ({ params: { merchantId }, body: { reason } });
    },
  ],
];

const withReason = (endpoint: contract.Endpoint, further: object = {}): AdminAction => [
  endpoint,
  async (office) => {
    const params = await consumer(office);
    return () => ({ params, body: { ...further, reason } });
  },
];

const FILE = { receiver: 'police', from: '2026-11-01', to: '2026-11-20' };

const consumers: AdminAction[] = [
  withReason(contract.freezeUser),
  withReason(contract.freezeWalletByCallBack),
  withReason(contract.adminSignOutUser),
  withReason(contract.closeUser),
  withReason(contract.unlockUser),
  withReason(contract.personFilePdf, FILE),
  withReason(contract.personFileCsv, FILE),
  [
    contract.unfreezeUser,
    async (office) => {
      const params = await consumer(office);
      await office.system.call(contract.freezeUser, { params, body: { reason } }, office.administrator);
      return () => ({ params, body: { reason } });
    },
  ],
  [
    contract.replaceLostContacts,
    async (office) => {
      const params = await consumer(office);
      const registeredName = 'NEEMA ACHIENG';
      await office.system.owner.query(
        `insert into withdrawals (user_id, id, amount_cents, fee_cents, bill_reference, msisdn, recipient_name,
           recipient_email, status, paid_to_name, completed_at, settled_at)
         select $1, gen_random_uuid(), 1000, 0, 'NAMED', phone_msisdn, 'X', '', 'COMPLETED', $2, now(), now()
         from users where id = $1`,
        [params.userId, registeredName],
      );
      const { phoneNumber } = newPerson('Neema', 'Achieng');
      const known = { phoneNumber, registeredName, facts: ['gift-bought', 'receipt'] };
      return () => ({ params, body: { ...known, note: reason } });
    },
  ],
  [
    contract.resetUssdPin,
    async (office) => {
      const params = await consumer(office);
      await office.system.owner.query(
        `insert into ussd_numbers (msisdn, language, pin_hash, pin_user_id, pin_set_at)
         select phone_msisdn, 'en', 'x', id, now() from users where id = $1`,
        [params.userId],
      );
      return () => ({ params, body: { reason } });
    },
  ],
  [
    contract.addBlock,
    async () => () => ({
      body: { kind: 'number', value: newPerson('Kip', 'Rotich').phoneNumber, reason },
    }),
  ],
  [
    contract.removeBlock,
    async ({ system, administrator, other }) => {
      const { phoneNumber: value } = newPerson('Kip', 'Rotich');
      const { entryId } = await block(system, [administrator, other], { kind: 'number', value });
      return () => ({ params: { entryId }, body: { reason } });
    },
  ],
  [
    contract.showContacts,
    async (office) => {
      const body = { kind: 'user', id: (await consumer(office)).userId };
      return () => ({ body });
    },
  ],
  [
    contract.listUssdSessions,
    async () => () => ({ body: { phoneNumber: newPerson('Kip', 'Rotich').phoneNumber } }),
  ],
  [
    contract.adminResendVerification,
    async (office) => {
      const params = await consumer(office, { email: false });
      return () => ({ params, body: { contact: 'email' } });
    },
  ],
];

/** Requests of administrators about people: themselves, each other, merchants and consumers. */
export const peopleActions: AdminAction[] = [...ownAccount, ...administrators, ...merchants, ...consumers];

/** Secrets that must not appear in the log. */
export const SECRETS = [DEMO_PASSWORD, NEW_PASSWORD];
