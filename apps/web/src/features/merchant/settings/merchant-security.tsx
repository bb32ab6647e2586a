import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  changeMerchantPassword,
  disableMerchantTwoFactor,
  enableMerchantTwoFactor,
  listMerchantDevices,
  merchantMe,
  renewMerchantRecoveryCodes,
  signOutMerchantDevice,
  signOutMerchantEverywhere,
  startMerchantTwoFactor,
} from '@zawadi/contract/merchant-account';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { ListSkeleton } from '../../../ui/skeleton.tsx';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { AccountContext } from '../../account-security/account.ts';
import type { SecurityCalls } from '../../account-security/account.ts';
import { AccountSecurity } from '../../account-security/account-security.tsx';
import { Devices } from '../../account-security/devices.tsx';

const calls: SecurityCalls = {
  changePassword: (body) => call(changeMerchantPassword, { body }),
  startTwoFactor: (body) => call(startMerchantTwoFactor, { body }),
  enableTwoFactor: (body) => call(enableMerchantTwoFactor, { body }),
  disableTwoFactor: (body) => call(disableMerchantTwoFactor, { body }),
  renewRecoveryCodes: (body) => call(renewMerchantRecoveryCodes, { body }),
  listDevices: (signal) => call(listMerchantDevices, { signal }),
  signOutDevice: (id) => call(signOutMerchantDevice, { params: { id } }),
  signOutEverywhere: () => call(signOutMerchantEverywhere, { body: {} }),
};

const fetchPasskeyCalls = async () => (await import('./passkey-calls.ts')).passkeyCalls;

/** Password, second factor, passkeys and devices of whoever is signed in, be it owner, manager or cashier. */
export function MerchantSecurity() {
  const queries = useQueryClient();
  const member = useQuery({
    queryKey: queryKeys.merchantMember,
    queryFn: ({ signal }) => call(merchantMe, { signal }),
  });
  if (member.data === undefined) {
    return (
      <Sheet title="Account Security">
        {member.isPending && <ListSkeleton rows={2} />}
        {member.isError && <LoadFailure title="Failed to load your account" of={member} />}
      </Sheet>
    );
  }
  const account = {
    signInName: member.data.signInCode,
    twoFactorEnabled: member.data.twoFactorEnabled,
    calls,
    fetchPasskeyCalls,
    reload: () => queries.invalidateQueries({ queryKey: queryKeys.merchantMember }),
    staysWhenSignedOut: 'Your balance and your API key stay as they are.',
  };
  return (
    <AccountContext value={account}>
      <AccountSecurity />
      <Devices />
    </AccountContext>
  );
}
