import type { Audience } from '@zawadi/contract';

/** Who is asking, as established before a handler runs. */
export type Actors = {
  anyone: undefined;
  provider: undefined;
  consumer: { userId: string; sessionId: string };
  merchant: {
    merchantId: string;
    merchantCode: string;
    sessionId: string;
    staffRole: 'owner' | 'manager' | 'cashier';
  };
  admin: {
    staffId: string;
    sessionId: string;
    staffRole: 'administrator' | 'finance' | 'support' | 'read-only';
  };
  machine: { merchantId: string; businessName: string };
};

export type ActorOf<A extends Audience> = Actors[A];
