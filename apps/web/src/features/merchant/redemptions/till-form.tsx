import { Search } from 'lucide-react';
import type { TillVoucher } from '@zawadi/contract/redemptions';
import { formatKes } from '@zawadi/contract/money';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { say } from '../../../i18n/say.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PHONE, useMedia } from '../../../ui/use-media.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { ListSkeleton } from '../../../ui/skeleton-shapes.tsx';
import { VoucherCodeField } from '../../../ui/voucher-code-field.tsx';
import { StatusBadge } from '../../../ui/badge.tsx';
import { Money } from '../../../ui/money.tsx';
import { ticketStateOf } from '../../../ui/ticket-state.ts';
import { TicketSwatch } from '../../../ui/ticket-swatch.tsx';
import { countdownText, dateText } from '../../../ui/time-text.ts';
import { Alert } from '../../../ui/alert.tsx';
import { MoneyField } from '../../../ui/money-field.tsx';
import { TextField } from '../../../ui/field.tsx';
import { shillingsTyped } from '../../../ui/shillings-typed.ts';
import { SumList } from '../../../ui/sum-list.tsx';
import type { Till } from './use-till.ts';
import type { TillProblem } from './till-problem.ts';
import { amountToTake, quickAmountsOf } from './till-amount.ts';

type TillFormProps = {
  till: Till;
  isLookUpFirst: boolean;
  /** Total of the bill, as typed. */
  bill: string;
  onBill: (typed: string) => void;
};

/**
 * Form for the code, then for the amount to redeem from its voucher.
 * @param isLookUpFirst whether Look up is the primary button while no voucher is found
 */
export function TillForm({ till, isLookUpFirst, bill, onBill }: TillFormProps) {
  const { looking, redeeming } = till;
  const { found } = looking;
  const isRedeemable = found?.voucher.isRedeemable === true;
  const problem = redeeming.now.state === 'ready' ? redeeming.now.problem : undefined;
  const form = useRef<HTMLFormElement>(null);
  const amount = useRef<HTMLInputElement>(null);
  const isPhone = useMedia(PHONE);
  useEffect(() => {
    // On a phone, the keyboard would cover the page. On a desktop, scanners type into the focused field.
    if (!isPhone) form.current?.querySelector('input')?.focus();
  }, [isPhone]);
  return (
    <form
      ref={form}
      className="stack-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // A slow scanner's Enter after the code only leads on to the amount.
        if (isRedeemable && isInCode(document.activeElement)) amount.current?.focus();
        else if (isRedeemable) till.redeem();
        else if (!looking.isBusy) till.lookUp();
      }}
    >
      <VoucherCodeField
        label={say('Voucher code')}
        boxes={till.boxes}
        onBoxes={till.changeCode}
        error={till.codeProblem}
        isWrong={till.codeProblem !== undefined || looking.isUnknown}
      />
      {looking.isBusy && (
        <Sheet>
          <ListSkeleton rows={1} />
        </Sheet>
      )}
      {found !== undefined && <VoucherFound voucher={found.voucher} />}
      {looking.problem !== undefined && <TillProblemAlert {...looking.problem} />}
      {isRedeemable && (
        <TakeAmount
          key={found.code}
          till={till}
          balance={found.voucher.balance}
          field={amount}
          bill={bill}
          onBill={onBill}
        />
      )}
      {problem !== undefined && looking.problem === undefined && <TillProblemAlert {...problem} />}
      {found === undefined && (
        <Button
          type="submit"
          wide
          variant={isLookUpFirst ? 'primary' : 'secondary'}
          isBusy={looking.isBusy}
          busyLabel={say('Looking it up...')}
        >
          <Icon of={Search} />
          {say('Look up')}
        </Button>
      )}
    </form>
  );
}

function isInCode(focused: Element | null): boolean {
  return focused?.closest('.code-boxes') !== null;
}

/** Owner, remaining value and last day of the voucher that was found. */
function VoucherFound({ voucher }: { voucher: TillVoucher }) {
  const { recipientName, cloth, status, value, balance, expiresAt, isRedeemable } = voucher;
  return (
    <div className={`sheet till-voucher ${isRedeemable ? '' : 'is-faded'}`} role="status">
      <div className="ticket-row">
        <TicketSwatch cloth={cloth} />
        <div>
          <b className="strong">{recipientName}</b>
          <span className="tiny muted num">{say('to {day}', { day: dateText(new Date(expiresAt)) })}</span>
        </div>
        <div className="till-side">
          <Money amountShillings={balance} />
          <StatusBadge status={ticketStateOf(status)} />
          {balance !== value && (
            <span className="tiny muted num">{say('of {value}', { value: formatKes(value) })}</span>
          )}
        </div>
      </div>
    </div>
  );
}

/** Says why a voucher cannot be redeemed, and how long to wait if the reason is temporary. */
function TillProblemAlert({ title, advice, waitSeconds }: TillProblem) {
  return (
    <Alert tone="danger" isLive>
      <b className="strong till-line">{title}</b>
      {advice}
      {waitSeconds !== undefined && <Wait seconds={waitSeconds} />}
    </Alert>
  );
}

function Wait({ seconds }: { seconds: number }) {
  const left = useSecondsLeft(seconds);
  return (
    <span className="till-line strong num" role="timer">
      {left > 0
        ? say('You can try again in {time}', { time: countdownText(left) })
        : say('You can try again now.')}
    </span>
  );
}

function useSecondsLeft(seconds: number): number {
  const [until] = useState(() => Date.now() + seconds * 1_000);
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const timer = setInterval(() => setLeft(Math.max(0, (until - Date.now()) / 1_000)), 500);
    return () => clearInterval(timer);
  }, [until]);
  return left;
}

type TakeAmountProps = Pick<TillFormProps, 'till' | 'bill' | 'onBill'> & {
  balance: number;
  field: RefObject<HTMLInputElement | null>;
};

/** Redeems all or a part. The button shows the amount, so there is no further confirmation. */
function TakeAmount({ till, balance, field, bill, onBill }: TakeAmountProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    field.current?.focus();
  }, [field]);
  useEffect(() => {
    // Selected, so that typing replaces it and Enter takes it.
    if (till.isAllOffered) field.current?.select();
  }, [field, till.isAllOffered]);
  const read = amountToTake(till.typedAmount, balance);
  const amount = 'amount' in read ? read.amount : undefined;
  const rest = shillingsTyped(bill) - (amount ?? 0);
  return (
    <>
      <MoneyField
        ref={field}
        className="till-take"
        label={say('Take')}
        value={till.typedAmount}
        onChange={(event) => till.changeAmount(event.target.value)}
        error={till.amountProblem}
        chips={quickAmountsOf(balance)}
        chosen={amount}
        help={
          till.isAllOffered
            ? say('This is all of it. Press Enter to take it, or type another amount.')
            : undefined
        }
        onChoose={(chosen) => {
          till.changeAmount(chosen.toLocaleString('en-KE'));
          button.current?.focus();
        }}
        aria-required
      />
      <TextField
        label={say('Total of the bill')}
        isOptional
        inputMode="numeric"
        autoComplete="off"
        value={bill}
        onChange={({ target }) => {
          onBill(target.value);
          const total = shillingsTyped(target.value);
          if (total > 0) till.changeAmount(Math.min(total, balance).toLocaleString('en-KE'));
        }}
      />
      <SumList
        rows={[
          { label: say('Stays on the voucher'), value: formatKes(balance - (amount ?? 0)) },
          ...(rest > 0
            ? [{ label: say('Left to pay'), value: <Money amountShillings={rest} />, isTotal: true }]
            : []),
        ]}
      />
      <Button
        ref={button}
        type="submit"
        wide
        className="till-button"
        isBusy={till.redeeming.now.state === 'asking'}
        busyLabel={say('Redeeming...')}
      >
        {amount === undefined ? say('Redeem') : say('Redeem {amount}', { amount: formatKes(amount) })}
      </Button>
    </>
  );
}
