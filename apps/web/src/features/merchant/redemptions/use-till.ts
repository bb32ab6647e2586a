import { isMistypedCodeOrAlias, parseCodeOrAlias, parseVoucherAlias } from '@zawadi/contract/voucher-alias';
import { useEffect, useRef, useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lookUpVoucher, redeemAtTill, type TillRedemption } from '@zawadi/contract/redemptions';
import { loadTexts } from '../../../i18n/language.ts';
import { say, type Phrase } from '../../../i18n/say.ts';
import { codeIn, EMPTY_BOXES, fillBoxes, type CodeBoxes } from '../../../ui/code-boxes.ts';
import { call, CallRefused } from '../../../api/call.ts';
import { newId } from '../../../api/new-id.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useMerchant } from '../../session/session.tsx';
import { thisTill } from './till-place.ts';
import { amountToTake } from './till-amount.ts';
import { signal } from './signals.ts';
import { noConnection, problemOfReason, tillProblemOf, type TillProblem } from './till-problem.ts';
import {
  retryDelayMs,
  forgetAttempt,
  keepAttempt,
  keptAttempt,
  provesNothingTaken,
  type Attempt,
} from './attempt.ts';

/** State of the till: the code, the voucher found for it, and the amount to redeem. */
export function useTill() {
  const [boxes, setBoxes] = useState(EMPTY_BOXES);
  const [codeProblem, setCodeProblem] = useState<string>();
  const [typedAmount, setTypedAmount] = useState('');
  const [amountProblem, setAmountProblem] = useState<string>();
  const [isAllOffered, setAllOffered] = useState(false);
  const looking = useLookUp();
  const redeeming = useRedeeming(({ code }) => looking.lookUp(code));

  const change = (changed: CodeBoxes) => {
    setBoxes(changed);
    changeAmount('');
    setCodeProblem(undefined);
    looking.forget();
    if (redeeming.now.state === 'ready' && redeeming.now.problem !== undefined) redeeming.next();
    const typed = codeIn(changed);
    if (typed.length === 16 || parseVoucherAlias(typed) !== undefined) lookUp(changed);
  };
  const changeAmount = (typed: string) => {
    setTypedAmount(typed);
    setAmountProblem(undefined);
    setAllOffered(false);
  };
  const lookUp = (typed: CodeBoxes) => {
    const code = parseCodeOrAlias(codeIn(typed));
    if (code === undefined) setCodeProblem(problemOf(codeIn(typed)));
    else looking.lookUp(code);
  };

  return {
    boxes,
    codeProblem,
    typedAmount,
    amountProblem,
    looking,
    redeeming,
    changeCode: change,
    /** Whether the whole value was filled in because no amount was typed. It must be confirmed. */
    isAllOffered,
    changeAmount,
    lookUp: () => lookUp(boxes),
    /** Replaces the typed code with a complete scanned code. */
    take: (code: string) => {
      const { state } = redeeming.now;
      if (state === 'asking' || state === 'unknown') return;
      if (state === 'done') redeeming.next();
      change(fillBoxes(EMPTY_BOXES, 0, code).boxes);
    },
    /** Reports that a scan contains no voucher code. */
    refuseScan: () => {
      if (redeeming.now.state !== 'ready') return;
      change(EMPTY_BOXES);
      setCodeProblem(say(NO_CODE_SCANNED));
      signal('refused');
    },
    /** Redeems the typed amount. Without one, fills in the whole value for the cashier to confirm. */
    redeem: () => {
      if (looking.found === undefined) return;
      const { code, voucher } = looking.found;
      if (typedAmount.trim() === '') {
        changeAmount(voucher.balance.toLocaleString('en-KE'));
        setAllOffered(true);
        return;
      }
      const read = amountToTake(typedAmount, voucher.balance);
      if ('problem' in read) setAmountProblem(read.problem);
      else redeeming.redeem({ code, amountShillings: read.amount, recipientName: voucher.recipientName });
    },
    /** Clears the till for the next customer. */
    next: () => {
      redeeming.next();
      change(EMPTY_BOXES);
    },
  };
}

const NO_CODE_SCANNED: Phrase =
  'You scanned something else. Scan the square QR code on the voucher’s page or paper.';

export type Till = ReturnType<typeof useTill>;

function problemOf(code: string): string {
  return isMistypedCodeOrAlias(code)
    ? say('This code has a typing mistake. Please compare it again.')
    : say('Please enter all 16 characters of the code, or the 13 digits of the number');
}

/** Looks up a voucher by its code. */
function useLookUp() {
  const looking = useMutation({
    mutationFn: async (code: string) => {
      const voucher = await call(lookUpVoucher, { body: { code } });
      // The found voucher's reason is a refusal code, and its text is among the texts of refusals.
      if (voucher.reason !== undefined) await loadTexts('refusals');
      return { code, voucher };
    },
    onSuccess: ({ voucher }) => {
      if (!voucher.isRedeemable) signal('refused');
    },
    onError: () => signal('refused'),
  });
  return {
    found: looking.data,
    isBusy: looking.isPending,
    problem: problemIn(looking),
    /** Whether no voucher has this code. */
    isUnknown: looking.error instanceof CallRefused && looking.error.code === 'voucher_not_found',
    lookUp: (code: string) => looking.mutate(code),
    forget: () => {
      if (!looking.isIdle) looking.reset();
    },
  };
}

type Looking = {
  data: { voucher: { reason?: { code: string; message: string } | undefined } } | undefined;
  error: Error | null;
};

function problemIn({ data, error }: Looking): TillProblem | undefined {
  if (error !== null) return tillProblemOf(error);
  return data?.voucher.reason && problemOfReason(data.voucher.reason);
}

type Redeeming =
  | { state: 'ready'; problem?: TillProblem }
  | { state: 'asking'; attempt: Attempt }
  /** No answer arrived. The till sends the same attempt again until an answer arrives. */
  | { state: 'unknown'; attempt: Attempt; timesAsked: number; isAsking: boolean }
  | { state: 'done'; redemption: TillRedemption };

type Asked = Pick<Attempt, 'code' | 'amountShillings' | 'recipientName'>;

/**
 * Redeems vouchers one after another. An attempt keeps its id until it is answered, across lost answers and reloads.
 * @param onRefused called when the voucher refused; the till must then look it up again
 */
function useRedeeming(onRefused: (attempt: Attempt) => void) {
  const { merchantCode } = useMerchant();
  const queries = useQueryClient();
  const [now, setNow] = useState<Redeeming>(() => unansweredOf(merchantCode));
  const isUnderWay = useRef(false);

  const ask = async (attempt: Attempt, timesAsked: number) => {
    // Ignores a second click while the first request is running.
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    const isRepetition = timesAsked > 0;
    setNow(
      isRepetition ? { state: 'unknown', attempt, timesAsked, isAsking: true } : { state: 'asking', attempt },
    );
    try {
      const { code, amountShillings: amount, attemptId } = attempt;
      const redemption = await call(redeemAtTill, {
        body: { code, amount, attemptId, ...thisTill(merchantCode) },
      });
      forgetAttempt();
      signal('taken');
      setNow({ state: 'done', redemption });
      void queries.invalidateQueries({ queryKey: queryKeys.till });
    } catch (error) {
      if (provesNothingTaken(error, isRepetition)) {
        forgetAttempt();
        signal('refused');
        setNow({ state: 'ready', problem: tillProblemOf(error) });
        if (error.status === 409) onRefused(attempt);
      } else setNow({ state: 'unknown', attempt, timesAsked: timesAsked + 1, isAsking: false });
    } finally {
      isUnderWay.current = false;
    }
  };
  useAskingAgain(now, ask);

  return {
    now,
    redeem: (asked: Asked) => {
      if (isUnderWay.current || now.state === 'unknown') return;
      if (!navigator.onLine) {
        setNow({ state: 'ready', problem: noConnection() });
        return;
      }
      const attempt = { ...asked, merchantCode, attemptId: newId(), startedAt: Date.now() };
      // Store the attempt before sending it, so that a crashed page can continue it.
      keepAttempt(attempt);
      void ask(attempt, 0);
    },
    askAgain: () => {
      if (now.state === 'unknown') void ask(now.attempt, now.timesAsked);
    },
    /** Clears the result for the next customer. Gives up an unanswered attempt. */
    next: () => {
      forgetAttempt();
      setNow({ state: 'ready' });
    },
    /** Replaces the redemption shown on the screen, such as after its reversal. */
    show: (redemption: TillRedemption) => setNow({ state: 'done', redemption }),
  };
}

function unansweredOf(merchantCode: string): Redeeming {
  const attempt = keptAttempt(merchantCode);
  // A stored attempt was sent at least once before the reload, and its outcome is unknown.
  return attempt === undefined
    ? { state: 'ready' }
    : { state: 'unknown', attempt, timesAsked: 1, isAsking: false };
}

function useAskingAgain(now: Redeeming, ask: (attempt: Attempt, timesAsked: number) => Promise<void>): void {
  const askNow = useRef(ask);
  useEffect(() => {
    askNow.current = ask;
  });
  useEffect(() => {
    if (now.state !== 'unknown' || now.isAsking) return undefined;
    const { attempt, timesAsked } = now;
    const askAgain = () => void askNow.current(attempt, timesAsked);
    const delayMs = retryDelayMs(attempt, timesAsked - 1, Date.now());
    const timer = delayMs === undefined ? undefined : setTimeout(askAgain, delayMs);
    addEventListener('online', askAgain);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', askAgain);
    };
  }, [now]);
}
