import { c2bRegisterRequestSchema, c2bSimulateRequestSchema, hasForbiddenWord } from '@zawadi/mpesa/wire/c2b';
import type { C2bReply } from '@zawadi/mpesa/wire/c2b';
import { sandboxCredentials } from '../credentials.ts';
import type { World } from '../world.ts';
import { validateThenPay } from './c2b-validation.ts';
import { DarajaError, invalidField } from './daraja-error.ts';
import { createOriginatorConversationId, createReceipt } from './ids.ts';
import { canPayBill, payBill } from './pay-bill.ts';
import { readRequest } from './read-request.ts';

/** Registers the confirmation URL for manual payments, and the validation URL used if validation is activated. */
export function registerC2bUrls(world: World, body: unknown): C2bReply {
  const request = readRequest(c2bRegisterRequestSchema, body);
  if (request.ShortCode !== sandboxCredentials.shortCode) throw invalidField('ShortCode');
  for (const field of ['ConfirmationURL', 'ValidationURL'] as const) {
    if (hasForbiddenWord(request[field])) throw invalidField(field);
  }
  world.database.run(
    'INSERT OR REPLACE INTO c2b_urls (short_code, response_type, confirmation_url, validation_url) VALUES (?, ?, ?, ?)',
    request.ShortCode,
    request.ResponseType,
    request.ConfirmationURL,
    request.ValidationURL,
  );
  return reply(world, 'success');
}

/**
 * Simulates a customer's manual payment to the pay bill: moves the money, then sends the confirmation to the registered
 * URL.
 */
export function simulateC2b(world: World, body: unknown): C2bReply {
  const request = readRequest(c2bSimulateRequestSchema, body);
  if (request.ShortCode !== sandboxCredentials.shortCode) throw invalidField('ShortCode');
  const isPaid = payByHand(world, {
    payer: request.Msisdn,
    amount: request.Amount,
    reference: request.BillRefNumber ?? '',
  });
  if (!isPaid) {
    throw new DarajaError(500, '500.003.1001', 'The balance or limit of the customer does not allow it');
  }
  return reply(world, 'Accept the service request successfully.');
}

/**
 * Pays through *Lipa na M-PESA*, *Pay Bill* on the customer's phone.
 *
 * @param order.amount in whole shillings
 * @returns false, without moving money, if the customer's balance or limits do not allow it
 */
export function payByHand(
  world: World,
  order: { payer: string; amount: number; reference: string },
): boolean {
  const payment = { ...order, receipt: createReceipt(world.clock()), at: world.clock().getTime() };
  if (!canPayBill(world, payment)) return false;
  if (world.behaviour.inForce().c2bValidation) validateThenPay(world, payment);
  else payBill(world, payment);
  return true;
}

function reply(world: World, description: string): C2bReply {
  return {
    OriginatorCoversationID: createOriginatorConversationId(world.clock()),
    ResponseCode: '0',
    ResponseDescription: description,
  };
}
