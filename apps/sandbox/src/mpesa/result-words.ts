/** M-PESA's descriptions of the ResultCodes that payments and commands share. */
const inCommon: [string, string][] = [
  ['0', 'The service request is processed successfully.'],
  ['1', 'The balance is insufficient for the transaction.'],
  ['2', 'Declined due to limit rule: less than the minimum transaction amount.'],
  ['3', 'Declined due to limit rule: greater than the maximum transaction amount.'],
  ['4', 'Declined due to limit rule: would exceed daily transfer limit.'],
  ['8', 'Declined due to limit rule: would exceed the maximum balance.'],
  ['2001', 'The initiator information is invalid.'],
  ['2028', 'The request is not permitted according to product assignment.'],
  ['8006', 'The security credential is locked.'],
  ['SFC_IC0003', 'The operator does not exist.'],
];

/** v3/MpesaExpressSimulate "Result codes". */
const ofPayments = new Map([
  ...inCommon,
  ['17', 'Rule limited.'],
  ['26', 'System busy. Traffic blocking condition in place.'],
  ['1001', 'Unable to lock subscriber, a transaction is already in process for the current subscriber.'],
  ['1019', 'Transaction has expired.'],
  ['1025', 'An error occurred while sending a push request.'],
  ['1032', 'Request cancelled by user.'],
  ['1037', 'DS timeout user cannot be reached.'],
  ['9999', 'An error occurred while sending a push request.'],
  ['E3008', 'Error, the user has a bad debt contract.'],
]);

/** v3/BusinessToCustomer, v3/Reversal and v3/TransactionStatus. */
const ofCommands = new Map([
  ...inCommon,
  ['11', 'The DebitParty is in an invalid state.'],
  ['21', 'The initiator is not allowed to initiate this request.'],
  ['2006', 'Declined due to account rule: The account status does not allow this transaction.'],
  [
    '2040',
    "Credit Party customer type (Unregistered or Registered Customer) can't be supported by the service.",
  ],
  ['R000001', 'The transaction has already been reversed.'],
  ['R000002', 'The OriginalTransactionID is invalid.'],
]);

export function stkResultWords(resultCode: string): string {
  return ofPayments.get(resultCode) ?? 'The service request has failed.';
}

export function commandResultWords(resultCode: string): string {
  return ofCommands.get(resultCode) ?? 'The service request has failed.';
}
