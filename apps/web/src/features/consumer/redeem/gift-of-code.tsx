import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatKes } from '@zawadi/contract/money';
import { claimVoucherByCode, type VoucherOfCode } from '@zawadi/contract/vouchers-by-code';
import { Wallet } from 'lucide-react';
import { call, CallRefused, sentenceOf } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { RichText } from '../../../i18n/rich-text.tsx';
import { say } from '../../../i18n/say.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Ticket } from '../../../ui/ticket.tsx';
import { ticketStateOf } from '../../../ui/ticket-state.ts';
import { toast } from '../../../ui/toast.tsx';
import { ClaimProblem } from '../../voucher-page/claim-problem.tsx';

/** The gift behind a typed code, and what its value does next. */
export function GiftOfCode({
  code,
  voucher,
  onAgain,
}: {
  code: string;
  voucher: VoucherOfCode;
  onAgain: () => void;
}) {
  const adding = useAdding(code);
  const added = adding.data;
  return (
    <>
      <PageTitle title={say('Redeem Gift Card')}>
        {say('{amount} from {sender}', { amount: formatKes(voucher.balance), sender: voucher.senderName })}
      </PageTitle>
      <div className="stack-5 max-w-160">
        <Ticket
          cloth={voucher.cloth}
          state={added === undefined ? ticketStateOf(voucher.status) : ticketStateOf('CLAIMED')}
          recipientName={voucher.recipientName}
          senderName={voucher.senderName}
          message={voucher.message}
          valueShillings={voucher.value}
          balanceShillings={voucher.balance}
          lastFour={code.slice(-4)}
          expiresAt={voucher.expiresAt}
        />
        {added === undefined ? (
          <div className="actions">
            <ClaimProblem error={adding.error} />
            <Button variant="secondary" onClick={onAgain}>
              {say('Another code')}
            </Button>
            <Button
              variant="accent"
              className="push"
              onClick={() => adding.mutate()}
              isBusy={adding.isPending}
              busyLabel={say('Adding...')}
            >
              <Icon of={Wallet} />
              {say('Add to wallet')}
            </Button>
          </div>
        ) : (
          <Added amount={added.amount} balance={added.walletBalance} onAgain={onAgain} />
        )}
      </div>
    </>
  );
}

function Added({ amount, balance, onAgain }: { amount: number; balance: number; onAgain: () => void }) {
  return (
    <>
      <Alert tone="success" icon={Wallet} isLive>
        <RichText
          text="<b>{amount} is in your wallet.</b> Your balance is {balance}. <link>View Wallet</link>"
          amount={formatKes(amount)}
          balance={formatKes(balance)}
          link={<Link to="/dashboard/wallet" />}
        />
      </Alert>
      <div className="actions">
        <Button variant="secondary" onClick={onAgain}>
          {say('Another code')}
        </Button>
        <Link to="/dashboard/redeem" search={{ way: 'withdraw' }} className={`push ${buttonClass()}`}>
          {say('Withdraw to M-PESA')}
        </Link>
      </div>
    </>
  );
}

function useAdding(code: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(claimVoucherByCode, { body: { code } }),
    onError: (error) => {
      if (!(error instanceof CallRefused)) toast.error(sentenceOf(error));
    },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: queryKeys.vouchers }),
        queries.invalidateQueries({ queryKey: queryKeys.wallet }),
      ]),
  });
}
