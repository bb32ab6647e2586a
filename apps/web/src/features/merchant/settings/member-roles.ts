import { say } from '../../../i18n/say.ts';

/** Returns the roles that the owner may assign, the one with fewer rights first. */
export function assignableRoles() {
  return [
    { value: 'cashier', label: say('Cashier: redeems vouchers') },
    { value: 'manager', label: say('Manager: all but staff, pay-outs and API secret') },
  ];
}
