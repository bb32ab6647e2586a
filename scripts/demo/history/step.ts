/** Outcome of a gift's payment. */
export type Payment = 'paid' | 'cancelled' | 'short of money';

export type Step = { at: Date } & (
  | { kind: 'join'; consumer: number }
  | {
      kind: 'gift';
      gift: number;
      buyer: number;
      /** Index into the consumers, followed by the guests. */
      recipient: number;
      amount: number;
      greeting: number;
      payment: Payment;
      deliverAt?: Date;
    }
  /** Without `amount`, redeems the full remaining balance. */
  | { kind: 'redeem'; gift: number; shop: number; till: number | undefined; amount?: number }
  | { kind: 'redeem by mistake'; gift: number; shop: number; amount: number }
  | { kind: 'claim' | 'thank' | 'refund'; gift: number }
  | { kind: 'withdraw'; consumer: number; percent: number }
  /** One payment for gifts with numbers from `gift` on. */
  | { kind: 'basket'; gift: number; buyer: number; recipients: number[]; amount: number }
  | { kind: 'gift from wallet'; gift: number; buyer: number; recipient: number; amount: number }
  | { kind: 'shop voucher'; shop: number; amount: number; validDays: number; name: string; spends: boolean }
  | {
      kind:
        | 'look at alerts'
        | 'reconcile'
        | 'book charges'
        | 'adjust'
        | 'add merchant'
        | 'open case'
        | 'answer support'
        | 'resolve stray payment';
    }
  | { kind: 'write to support'; shop: number; subject: string; message: string }
  | { kind: 'stray payment'; consumer: number; amount: number }
);
