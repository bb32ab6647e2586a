import * as contract from '@zawadi/contract';
import type { Endpoint } from '@zawadi/contract';
import { newPerson } from './people-app.ts';
import { ID } from './well-formed-bodies.ts';

const { email, phoneNumber } = newPerson();
const password = 'never-right';
const newPassword = 'Correct-horse-7';
const merchant = { contactName: 'Njeri', contactEmail: email, contactPhoneNumber: phoneNumber };

/** A body that is valid for each call of merchants and administrators, and does little harm. */
export const MERCHANT_BODIES: [Endpoint, Record<string, unknown>][] = [
  [contract.generateMerchantPasswordOtp, { merchantCode: 'DUKA999', email }],
  [contract.resetMerchantPassword, { merchantCode: 'DUKA999', email, otp: '123456', password: newPassword }],
  [contract.updateMerchantProfile, { contactName: 'Njeri', contactPhoneNumber: phoneNumber }],
  [contract.generateContactEmailOtp, { contactEmail: email, password }],
  [contract.changeContactEmail, { otp: '123456' }],
  [contract.updateBranding, { primaryColor: '#0A5A50' }],
  [
    contract.updateOpeningHours,
    { openingHours: Array.from({ length: 7 }, (_, day) => ({ weekday: day + 1, kind: 'closed' })) },
  ],
  [contract.updateSettlementSchedule, { settlementSchedule: { frequency: 'daily', hour: 9 } }],
  [contract.updatePayoutChannel, { password, channel: { kind: 'till', tillNumber: '832909' } }],
  [contract.addStaff, { name: 'Juma', handle: 'JUMA', email, staffRole: 'cashier' }],
  [contract.updateStaff, { name: 'Juma', staffRole: 'manager', status: 'ACTIVE' }],
  [contract.resetStaffPassword, {}],
  [contract.writeToSupport, { subject: 'A voucher', message: 'It does not scan.', reference: 'ST-1' }],
  [contract.addMerchant, { businessName: 'Kiosk', ...merchant, brandingConfig: {} }],
  [
    contract.updateMerchant,
    { merchantId: ID, businessName: 'Kiosk', ...merchant, status: 'ACTIVE', brandingConfig: {} },
  ],
  [contract.suspendMerchant, { merchantId: ID }],
  [contract.listMerchants, { search: 'nobody', status: 'ACTIVE', after: ID, limit: 1 }],
  [contract.markSupportAnswered, {}],
  [contract.generateAdminPasswordOtp, { email }],
  [contract.resetAdminPassword, { email, otp: '123456', password: newPassword }],
];

/** `path field` of every field of these that may be left out. */
export const OPTIONAL_OF_MERCHANTS = [
  `${contract.addStaff.path} email`,
  `${contract.writeToSupport.path} reference`,
  `${contract.addMerchant.path} brandingConfig`,
  ...['name', 'staffRole', 'status'].map((field) => `${contract.updateStaff.path} ${field}`),
  ...['businessName', 'contactName', 'contactEmail', 'contactPhoneNumber', 'status', 'brandingConfig'].map(
    (field) => `${contract.updateMerchant.path} ${field}`,
  ),
  ...['search', 'status', 'after', 'limit'].map((field) => `${contract.listMerchants.path} ${field}`),
];

/** Of merchants and administrators, but they read no JSON. */
export const WITHOUT_JSON: Endpoint[] = [contract.putLogo, contract.deleteLogo];
