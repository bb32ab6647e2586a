import { parseVoucherCode } from '@zawadi/contract/voucher-code';
import { ArrowLeft, ShieldAlert, Wallet } from 'lucide-react';
import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { claimVoucherByCode, viewVoucherByCode, type VoucherOfCode } from '@zawadi/contract/vouchers-by-code';
import { Link } from '@tanstack/react-router';
import { formatKes } from '@zawadi/contract/money';
import { StopNotice } from '../../stops/stop-notice.tsx';
import { say } from '../../../i18n/say.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { codeIn, EMPTY_BOXES } from '../../../ui/code-boxes.ts';
import { Icon } from '../../../ui/icon.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { VoucherCodeField } from '../../../ui/voucher-code-field.tsx';
import { call, CallRefused, sentenceOf } from '../../../api/call.ts';
import { toast } from '../../../ui/toast.tsx';
import { queryKeys } from '../../../api/query-keys.ts';
import { RichText } from '../../../i18n/rich-text.tsx';
import { Ticket } from '../../../ui/ticket.tsx';
import { ticketStateOf } from '../../../ui/ticket-state.ts';
import { ClaimProblem } from '../../voucher-page/claim-problem.tsx';

/** Redeem Gift Card: a typed code shows its gift; a second click adds the gift to the wallet. */
export function RedeemByCode({ onBack }: { onBack: () => void }) {
  const [boxes, setBoxes] = useState(EMPTY_BOXES);
  const [problem, setProblem] = useState<string>();
  const typed = useTypedCode();
  const again = () => {
    setBoxes(EMPTY_BOXES);
    typed.forget();
  };
  const show = () => {
    const code = parseVoucherCode(codeIn(boxes));
    setProblem(code === undefined ? problemOf(codeIn(boxes)) : undefined);
    if (code !== undefined) typed.show(code);
  };
  if (typed.gift !== undefined) return <GiftOfCode {...typed.gift} onAgain={again} />;
  return (
    <>
      <PageTitle title={say('Redeem Gift Card')} />
      <StopNotice of="claiming" />
      <form
        className="stack-5 max-w-160"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!typed.isBusy) show();
        }}
      >
        <div className="sheet pad">
          <VoucherCodeField
            label={say('Gift code')}
            boxes={boxes}
            onBoxes={(changed) => {
              setBoxes(changed);
              setProblem(undefined);
              typed.forget();
            }}
            error={problem ?? typed.problem}
          />
        </div>
        <Alert icon={ShieldAlert}>
          {say('You see the gift before you add it. Never read a code out to a caller.')}
        </Alert>
        <div className="actions">
          <Button variant="secondary" onClick={onBack}>
            <Icon of={ArrowLeft} />
            {say('Back')}
          </Button>
          <Button type="submit" className="push" isBusy={typed.isBusy} busyLabel={say('Looking...')}>
            {say('Show the gift')}
          </Button>
        </div>
      </form>
    </>
  );
}

function problemOf(code: string): string {
  return code.length < 16
    ? say('Please type all 16 characters of the code')
    : say('This code has a typing mistake. Please compare it again.');
}

/** Loads the gift of a typed code if the code's check symbol is correct. */
function useTypedCode() {
  const looking = useMutation({
    mutationFn: async (code: string) => ({
      code,
      voucher: await call(viewVoucherByCode, { body: { code } }),
    }),
    onError: (error) => {
      if (!(error instanceof CallRefused)) toast.error(sentenceOf(error));
    },
  });
  return {
    show: (code: string) => looking.mutate(code),
    forget: () => {
      if (!looking.isIdle) looking.reset();
    },
    isBusy: looking.isPending,
    gift: looking.data,
    /** Sentence shown at the field. A toast reports a network failure instead. */
    problem: looking.error instanceof CallRefused ? looking.error.message : undefined,
  };
}

/** The gift of a typed code, and the button for the next step. */
function GiftOfCode({
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
