import type { CallOutcome } from '../call-outcome.ts';
import { assertWholeShillings, commandFields, initiatingFor } from '../client-context.ts';
import type { ClientContext } from '../client-context.ts';
import { b2bAccountReferenceLength } from '../wire/b2b.ts';
import type { B2bRequest } from '../wire/b2b.ts';
import { paths } from '../wire/paths.ts';
import { sendCommand } from './send-command.ts';
import type { CommandAccepted } from './send-command.ts';

export type B2bInput = {
  /** `BusinessTransferFromMMFToUtility` and `BusinessPayToBulk` move our own money to the account that pays out. */
  command: B2bRequest['CommandID'];
  receiverShortCode: string;
  amountShillings: number;
  /** Cut to 13 characters. For a bank's pay bill, this is the number of the bank account. */
  accountReference?: string;
  remarks: string;
  callbackToken: string;
};

/** Identifier types (v3/BusinessPayBill): 4 is a pay bill or organisation, 2 a till. */
const organisation = '4';
const till = '2';

/**
 * Pays a pay bill or till, or tops up our own pay-out float (v3/BusinessPayBill, v3/BusinessBuyGoods,
 * v3/B2CAccountTopUp). B2B has no idempotency key, so a resent order may pay twice. After an unknown outcome, never
 * resend: wait for the result or the statement.
 * @throws RangeError for a fraction of a shilling or a callback URL that Daraja forbids
 */
export function b2b(context: ClientContext, input: B2bInput): Promise<CallOutcome<CommandAccepted>> {
  const from = initiatingFor(context, 'payout');
  const body: B2bRequest = {
    Initiator: from.initiatorName,
    ...commandFields(context, from, input.callbackToken),
    CommandID: input.command,
    SenderIdentifierType: organisation,
    RecieverIdentifierType: input.command === 'BusinessBuyGoods' ? till : organisation,
    Amount: assertWholeShillings(input.amountShillings),
    PartyA: from.shortCode,
    PartyB: input.receiverShortCode,
    ...(input.accountReference
      ? { AccountReference: input.accountReference.slice(0, b2bAccountReferenceLength) }
      : {}),
    Remarks: input.remarks,
  };
  return sendCommand(context, paths.b2b, body);
}
