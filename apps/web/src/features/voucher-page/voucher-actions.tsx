import { Link } from '@tanstack/react-router';
import { formatKes } from '@zawadi/contract/money';
import { voucherPdf } from '@zawadi/contract/receipts';
import type { PublicVoucher } from '@zawadi/contract/vouchers';
import { Download, Eye, Printer, Wallet } from 'lucide-react';
import { fetchFile } from '../../api/call.ts';
import { useLanguage } from '../../i18n/language.ts';
import { RichText } from '../../i18n/rich-text.tsx';
import { say } from '../../i18n/say.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useDownload } from '../files/use-download.ts';
import { useSession } from '../session/session.tsx';
import { PassOn } from './pass-on.tsx';
import { SayThanks } from './say-thanks.tsx';
import { useClaim } from './use-claim.ts';
import { canBeClaimed } from './voucher-page-state.ts';
import { ClaimProblem } from './claim-problem.tsx';

type VoucherActionsProps = {
  voucher: PublicVoucher;
  claimToken: string;
  /** Undefined until the holder asks for the code. */
  code: string | undefined;
  onShowCode: () => void;
  isShowingCode: boolean;
};

/** Buttons of a gift: add it to the wallet, show, copy or print its code, thank the sender. */
export function VoucherActions({
  voucher,
  claimToken,
  code,
  onShowCode,
  isShowingCode,
}: VoucherActionsProps) {
  const claim = useClaim(claimToken);
  const isUsable = canBeClaimed(voucher.status) && !voucher.isFrozen;
  return (
    <>
      {claim.claimed !== undefined && (
        <Alert tone="success" icon={Wallet} isLive>
          <RichText
            text="<b>{amount} is in your wallet.</b> Your balance is {balance}. <link>View Wallet</link>"
            amount={formatKes(claim.claimed.amount)}
            balance={formatKes(claim.claimed.walletBalance)}
            link={<Link to="/dashboard/wallet" />}
          />
        </Alert>
      )}
      <div className="actions">
        {isUsable && voucher.canBeClaimed && voucher.balance > 0 && claim.claimed === undefined && (
          <AddToWallet claim={claim} claimToken={claimToken} />
        )}
        {voucher.hasCode && code === undefined ? (
          <Button onClick={onShowCode} isBusy={isShowingCode} busyLabel={say('Loading...')}>
            <Icon of={Eye} />
            {say('Show code')}
          </Button>
        ) : (
          <>
            {code !== undefined && <CopyButton text={code}>{say('Copy code')}</CopyButton>}
            <Button variant="secondary" onClick={() => window.print()}>
              <Icon of={Printer} />
              {say('Print')}
            </Button>
            <VoucherPdf claimToken={claimToken} />
          </>
        )}
        {isUsable && <PassOn claimToken={claimToken} />}
        {voucher.canBeThanked && <SayThanks claimToken={claimToken} senderName={voucher.senderName} />}
      </div>
    </>
  );
}

function VoucherPdf({ claimToken }: { claimToken: string }) {
  const download = useDownload();
  const lang = useLanguage();
  const fetching = async () => fetchFile(voucherPdf, { body: { claimToken, lang } });
  return (
    <Button
      variant="secondary"
      onClick={() => download.save(fetching)}
      isBusy={download.isBusy}
      busyLabel={say('Downloading...')}
    >
      <Icon of={Download} />
      {say('Download PDF')}
    </Button>
  );
}

/**
 * Button that adds the gift. Signed-out visitors, and consumers without a verified phone number, first take the steps
 * of the claim.
 */
function AddToWallet({ claim, claimToken }: { claim: ReturnType<typeof useClaim>; claimToken: string }) {
  const { user } = useSession();
  if (user === undefined) {
    return (
      <Link
        to="/v/$token/claim"
        params={{ token: claimToken }}
        search={{}}
        className={buttonClass({ variant: 'accent' })}
      >
        <Icon of={Wallet} />
        {say('Add to wallet')}
      </Link>
    );
  }
  return (
    <>
      <ClaimProblem error={claim.error} claimToken={claimToken} />
      <Button variant="accent" onClick={claim.add} isBusy={claim.isBusy} busyLabel={say('Adding...')}>
        <Icon of={Wallet} />
        {say('Add to wallet')}
      </Button>
    </>
  );
}
