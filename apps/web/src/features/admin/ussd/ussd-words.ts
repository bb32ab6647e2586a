import type { UssdSession } from '@zawadi/contract/ussd-sessions';
import { countText } from '../count-text.ts';

const NETWORKS: Record<string, string> = {
  '63902': 'Safaricom',
  '63903': 'Airtel',
  '63907': 'Telkom',
  '63999': 'Equitel',
  '99999': 'Simulator',
};

/** Names a mobile operator by its network code; an unknown code is shown as it is. */
export function networkName(code: string): string {
  return NETWORKS[code] ?? `Network ${code}`;
}

const STEPS: Record<string, string> = {
  start: 'Not answered',
  language: 'Language',
  resume: 'Go on after a cut',
  home: 'First menu',
  settings: 'Settings',
  help: 'Help',
  gifts: 'My gifts',
  gift: 'Gift',
  'first-name': 'First name',
  'last-name': 'Last name',
  terms: 'Terms',
  number: 'Gift’s number',
  'numbered-gift': 'Gift by number',
  'gift-code': 'Value and code',
  wallet: 'Wallet',
  balance: 'Balance',
  movements: 'Movements',
  amount: 'Amount to withdraw',
  withdraw: 'Withdrawal',
  'buy-number': 'Gift to buy: number',
  'buy-name': 'Gift to buy: name',
  'buy-amount': 'Gift to buy: amount',
  'buy-message': 'Gift to buy: message',
  'buy-pay': 'Gift to buy: way to pay',
  'buy-from-wallet': 'Payment from the wallet',
  thanks: 'Thanks',
  pin: 'PIN',
  refused: 'Refused',
};

/** Names a step of the menu. A step without a name here is shown with the name that it has in the menu. */
export function stepName(step: string): string {
  return STEPS[step] ?? step;
}

/** Names the screens of a session in order; a screen that was shown several times in a row is named once. */
export function stepsText(steps: readonly string[]): string {
  return steps
    .filter((step, index) => step !== steps[index - 1])
    .map(stepName)
    .join(' → ');
}

const ENDS: Record<UssdSession['end'], string> = {
  open: 'Still open',
  'last-screen': 'Ended with a last screen',
  left: 'The caller left',
  'timed-out': 'Timed out; the gateway did not report the end',
  failed: 'The gateway refused our answer',
};

const OUTCOMES = {
  claimed: 'Gift added to the wallet',
  withdrawn: 'Money withdrawn',
  bought: 'Gift bought',
  thanked: 'Giver thanked',
  'looked-up': 'Saw a gift or the wallet',
} as const;

/** Says what a session came to, and how it ended. */
export function endText({ end, outcome }: Pick<UssdSession, 'end' | 'outcome'>): string {
  return outcome === undefined ? ENDS[end] : `${OUTCOMES[outcome]} · ${ENDS[end].toLowerCase()}`;
}

/** Formats a duration: `42 s`, or `2 min 5 s`. */
export function secondsText(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? `${seconds}\u00a0s` : `${minutes}\u00a0min ${seconds % 60}\u00a0s`;
}

/** Says for how many sessions the gateway has reported a cost. */
export function costedText({ costed, sessions }: { costed: number; sessions: number }): string | undefined {
  if (sessions === 0) return undefined;
  if (costed === sessions) return 'All sessions have a cost';
  return `Reported for ${costed.toLocaleString('en-KE')} of ${countText(sessions, 'session', 'sessions')}`;
}
