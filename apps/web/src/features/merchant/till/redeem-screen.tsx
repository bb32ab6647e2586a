import { PageTitle } from '../../../ui/page-title.tsx';

/** The till. */
export function RedeemScreen() {
  return <PageTitle title="Redeem a voucher" />;
}
