import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { uuid } from './text.ts';
import { scheduledRefusals, sentGift } from './vouchers-gifts.ts';

export const cancelGift = endpoint({
  method: 'POST',
  path: '/api/refunds/v1/cancel-gift',
  audience: 'consumer',
  tag: 'Gifts',
  summary:
    'Cancel a gift that was not sent yet: the whole payment goes back, fee included, by M-PESA or into the wallet; three a day',
  body: z.object({ voucherId: uuid }),
  example: { body: { voucherId: sample.id } },
  answer: sentGift,
  message: 'The gift is cancelled',
  refusals: [...scheduledRefusals, 'cancellations_exhausted'],
  rate: { perMinute: 30 },
});
