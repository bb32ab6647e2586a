// A web shop that takes vouchers: hold at checkout, capture when it ships, release when the order is cancelled.
import { createServer } from 'node:http';
import { json, text } from 'node:stream/consumers';
import { createZawadi, verifyWebhook, ZawadiRefusal } from '@zawadi/sdk';

const { ZAWADI_URL, ZAWADI_API_KEY, ZAWADI_API_SECRET, ZAWADI_WEBHOOK_SECRET, PORT } = process.env;
const zawadi = createZawadi({ baseUrl: ZAWADI_URL, apiKey: ZAWADI_API_KEY, apiSecret: ZAWADI_API_SECRET });

// Your database: the state of each order, and the events that were handled. A restart must forget neither.
const orders = new Map();
const handled = new Set();

/** The customer has pressed Pay: the voucher is reserved, nothing is taken yet. */
async function checkOut({ order, code, amount }) {
  const hold = await zawadi.vouchers.hold(
    code,
    { amount, reference: order, expires_in_minutes: 3 * 24 * 60 },
    { idempotencyKey: `${order}-hold` },
  );
  orders.set(order, { holdId: hold.id, state: 'reserved', paid: 0 });
}

/** The parcel is on its way: take what was sent. What is not taken goes back to the customer. */
async function ship({ order, amount }) {
  const { holdId } = orders.get(order);
  const hold = await zawadi.holds.capture(
    holdId,
    { amount: amount ?? 'all' },
    { idempotencyKey: `${order}-capture` },
  );
  orders.set(order, { holdId, state: 'paid', paid: hold.captured_amount });
}

/** The order will not be sent: all of it goes back at once. */
async function cancel({ order }) {
  const { holdId } = orders.get(order);
  await zawadi.holds.release(holdId, { idempotencyKey: `${order}-release` });
  orders.set(order, { holdId, state: 'cancelled', paid: 0 });
}

/** What happens without your asking: a hold that you have left to its end is released. */
async function takeEvent(request) {
  const payload = await text(request);
  const event = await verifyWebhook({ payload, headers: request.headers, secret: ZAWADI_WEBHOOK_SECRET });
  if (handled.has(event.id)) return;
  if (event.type === 'voucher.hold_released' && event.data.reason !== 'remainder') {
    const known = orders.get(event.data.reference);
    if (known?.state === 'reserved') orders.set(event.data.reference, { ...known, state: 'cancelled' });
  }
  handled.add(event.id);
}

const steps = { '/checkout': checkOut, '/ship': ship, '/cancel': cancel };

async function serve(request, response) {
  const answer = (status, body) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  try {
    if (request.url.startsWith('/orders/')) return answer(200, orders.get(request.url.slice(8)) ?? null);
    if (request.url === '/events') {
      await takeEvent(request);
      return answer(200, {});
    }
    const body = await json(request);
    await steps[request.url](body);
    return answer(200, orders.get(body.order));
  } catch (error) {
    // A refusal has a sentence for the customer. After anything else the outcome is not known: ask again with the same key.
    if (error instanceof ZawadiRefusal) return answer(409, { code: error.code, message: error.message });
    return answer(request.url === '/events' ? 400 : 502, { code: 'try_again' });
  }
}

const server = createServer((request, response) => void serve(request, response));
server.listen(Number(PORT), '127.0.0.1');
