import type { MpesaClient } from '@zawadi/mpesa';
import type { Deps } from '../../../config/deps.ts';

/** What use cases need that deal with M-PESA; only `send-*` and `query-*` files touch the client. */
export type PaymentDeps = Deps & { mpesa: MpesaClient; mpesaShortCode: string };
