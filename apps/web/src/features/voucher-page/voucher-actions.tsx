import { Link } from '@tanstack/react-router';
import type { PublicVoucher } from '@zawadi/contract/vouchers';
import { Eye, Wallet } from 'lucide-react';
import { lazy, Suspense, useId, useState } from 'react';
import { currentLanguage } from '../../i18n/language.ts';
import { say } from '../../i18n/say.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useSession } from '../session/session.tsx';
import { SayThanks } from './say-thanks.tsx';
import { canBeClaimed } from './voucher-page-state.ts';

// Loaded on demand, so that the page of a gift stays small.
const OtherActions = lazy(async () => ({ default: (await import('./other-actions.tsx')).OtherActions }));

// Loaded only for signed-in visitors.
const AddHere = lazy(async () => ({ default: (await import('./add-here.tsx')).AddHere }));

type VoucherActionsProps = {
  voucher: PublicVoucher;
  claimToken: string;
  /** Undefined until the holder asks for the code. */
  code: string | undefined;
  onShowCode: () => void;
  isShowingCode: boolean;
};

/**
 * Buttons of a gift: add it to the wallet, show its code, thank the sender. *More* opens the others. If there are only
 * others, they are shown at once.
 */
export function VoucherActions({
  voucher,
  claimToken,
  code,
  onShowCode,
  isShowingCode,
}: VoucherActionsProps) {
  const { user } = useSession();
  const [isMore, setMore] = useState(false);
  const othersId = useId();
  const isUsable = canBeClaimed(voucher.status) && !voucher.isFrozen;
  const canAdd = isUsable && voucher.canBeClaimed && voucher.balance > 0;
  const isHidden = voucher.hasCode && code === undefined;
  const hasOnlyOthers = !canAdd && !voucher.hasCode && !voucher.canBeThanked;
  return (
    <div className="gift-acts">
      {isUsable &&
        voucher.stops.map((sentence) => (
          <Alert key={sentence.en} tone="warn">
            {sentence[currentLanguage()]}
          </Alert>
        ))}
      <div className="gift-foot">
        {user === undefined
          ? canAdd && (
              <Link
                to="/v/$token/claim"
                params={{ token: claimToken }}
                search={{}}
                className={buttonClass({ variant: 'accent' })}
              >
                <Icon of={Wallet} />
                {say('Add to wallet')}
              </Link>
            )
          : voucher.canBeClaimed && (
              <Suspense>
                <AddHere claimToken={claimToken} canAdd={canAdd} />
              </Suspense>
            )}
        {isHidden && (
          <Button onClick={onShowCode} isBusy={isShowingCode} busyLabel={say('Loading...')}>
            <Icon of={Eye} />
            {say('Show code')}
          </Button>
        )}
        {voucher.hasCode && code !== undefined && <CopyButton text={code}>{say('Copy code')}</CopyButton>}
      </div>
      <div className="actions">
        {voucher.canBeThanked && <SayThanks claimToken={claimToken} senderName={voucher.senderName} />}
        {!hasOnlyOthers && (isUsable || !isHidden) && (
          <Button
            variant="quiet"
            aria-expanded={isMore}
            aria-controls={othersId}
            onClick={() => setMore(!isMore)}
          >
            {say('More')}
          </Button>
        )}
        {(hasOnlyOthers || isMore) && (
          <div id={othersId} className="actions">
            <Suspense>
              <OtherActions claimToken={claimToken} canPrint={!isHidden} canPassOn={isUsable} />
            </Suspense>
          </div>
        )}
      </div>
    </div>
  );
}
