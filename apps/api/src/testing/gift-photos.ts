import { randomInt } from 'node:crypto';
import { addressOf, putGiftPhoto } from '@zawadi/contract';
import type { SignedIn } from '@zawadi/story/people';
import sharp from 'sharp';
import { applyPayBillPayment } from '../features/money/purchases/index.ts';
import { inTransaction } from '../platform/db/in-transaction.ts';
import { newId } from '../platform/ids.ts';
import { newConsumer } from './consumers.ts';
import { readGiftOf, type Gift } from './gifts.ts';
import { register } from './purchase-calls.ts';
import type { TestSystem } from './test-system.ts';

/** Makes a photo in teal, which is no square. */
export function photo(width = 900, height = 600) {
  return sharp({ create: { width, height, channels: 3, background: '#0a5a50' } });
}

/** Uploads a file as the photo of a purchase; returns status and refusal. */
export async function uploadPhoto(
  { http }: Pick<TestSystem, 'http'>,
  buyer: Pick<SignedIn, 'bearer'>,
  requestId: string,
  { file, type = 'image/jpeg' }: { file: Buffer; type?: string },
): Promise<{ status: number; code: string | undefined }> {
  const response = await http.inject({
    method: putGiftPhoto.method,
    url: addressOf(putGiftPhoto, { params: { requestId } }),
    headers: { 'content-type': type, authorization: `Bearer ${buyer.bearer}` },
    payload: file,
  });
  return { status: response.statusCode, code: response.json<{ code?: string }>().code };
}

/** Creates a paid gift of KES 1,000 with a photo of its giver. Switch the photos on first. */
export async function giveWithPhoto(
  system: TestSystem,
): Promise<Gift & { buyer: SignedIn; requestId: string }> {
  const buyer = await newConsumer(system);
  const { requestId, billReferenceNumber } = await register(system, buyer, { amount: 1_000 });
  const file = await photo().jpeg().toBuffer();
  const { status, code } = await uploadPhoto(system, buyer, requestId, { file });
  if (status !== 200) throw new Error(`the photo was refused: ${String(code)}`);
  await payByHand(system, billReferenceNumber);
  return { ...(await readGiftOf(system.deps, requestId)), buyer, requestId };
}

/** Pays a purchase of KES 1,000 without M-PESA. */
export async function payByHand({ deps }: Pick<TestSystem, 'deps'>, billReference: string): Promise<void> {
  const receipt = `T${String(randomInt(1_000_000_000)).padStart(9, '0')}`;
  const payment = { messageId: newId(), receipt, billReference, amountShillings: 1_000 };
  await inTransaction(deps.db, (tx) => applyPayBillPayment(tx, deps, payment));
}
