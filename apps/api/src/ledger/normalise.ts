import type { TransferGroup } from './transfer.ts';

/**
 * The group with its uuids as the database writes them.
 * @throws TypeError for what no caller may ask: no transfers, an amount below one cent, an account on both sides
 */
export function normalise({ transfers }: TransferGroup): TransferGroup {
  if (transfers.length === 0) throw new TypeError('A group has at least one transfer.');
  return {
    transfers: transfers.map((transfer, n) => {
      if (typeof transfer.amount === 'bigint' && transfer.amount < 1n) {
        throw new TypeError(`Transfer ${transfer.id} moves ${transfer.amount} cents; leave it out instead.`);
      }
      if (transfer.amount === 'linked' && n === 0) {
        throw new TypeError(`Transfer ${transfer.id} is the first of its group and linked to nothing.`);
      }
      if (transfer.debit === transfer.credit) {
        throw new TypeError(`Transfer ${transfer.id} has ${transfer.debit} on both sides.`);
      }
      return { ...transfer, id: transfer.id.toLowerCase(), homeId: transfer.homeId.toLowerCase() };
    }),
  };
}
