import { useQuery, useQueryClient } from '@tanstack/react-query';
import { merchantMe } from '@zawadi/contract/merchants-account';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { ListSkeleton } from '../../../ui/skeleton.tsx';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { AccountSecurity } from '../../account-security/account-security.tsx';

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
  return (
    <AccountSecurity
      signInName={member.data.signInCode}
      twoFactorEnabled={member.data.twoFactorEnabled}
      reload={() => queries.invalidateQueries({ queryKey: queryKeys.merchantMember })}
      staysWhenSignedOut="Your balance and your API key stay as they are."
    />
  );
}
