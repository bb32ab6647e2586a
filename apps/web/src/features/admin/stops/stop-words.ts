import type { StopName } from '@zawadi/contract/stops';

type Words = { label: string; does: string };

/** Effects of each stop. */
export const STOPS: Record<StopName, Words> = {
  buying: {
    label: 'Buying',
    does: 'No gift is registered or paid for, and no shop makes a voucher. Prompts on phones and money at the pay bill still count.',
  },
  claiming: {
    label: 'Claiming',
    does: 'No gift goes into a wallet, by link or by code. Shops still take vouchers.',
  },
  redeeming: {
    label: 'Redeeming',
    does: 'No shop takes or reserves a voucher. Captures, releases and reversals go on.',
  },
  withdrawing: {
    label: 'Withdrawing',
    does: 'No money leaves a wallet to M-PESA. Withdrawals that were sent finish.',
  },
  settling: {
    label: 'Settling',
    does: 'No batch is made or paid. Pay-outs that were sent finish.',
  },
};
