import { eventually } from '@zawadi/story/sandbox-control';
import type { TestSystem } from './test-system.ts';

/** A gift that a phone has bought by USSD. */
export type UssdPurchase = {
  status: string;
  paid: string;
  reference: string;
  message: string;
  /** Number of prompts, sent or not. */
  prompts: number;
};

/** Inputs that buy a gift, up to the screen that asks how to pay. */
export function giftInputs(recipient: string, amount: number): string {
  return `3*${recipient}*Mama Njeri*${amount}*1`;
}

/** Inputs that buy a gift by M-PESA from a phone that has no account yet. */
export function firstGiftInputs(recipient: string, amount: number): string {
  return `${giftInputs(recipient, amount)}*1*Amina*Otieno*1`;
}

/** Lists what a phone has bought by USSD, the oldest first. */
export async function ussdPurchasesOf(
  { owner }: Pick<TestSystem, 'owner'>,
  phoneNumber: string,
): Promise<UssdPurchase[]> {
  const { rows } = await owner.query<UssdPurchase>(
    `select p.status, p.paid_by as paid, p.bill_reference as reference, g.message,
       (select count(*)::int from orders o where o.home_id = p.home_id) as prompts
     from purchases p join purchase_gifts g using (home_id)
     where p.payer_msisdn = $1 and p.is_by_ussd order by p.registered_at`,
    [phoneNumber],
  );
  return rows;
}

/** Waits until the first purchase of a phone has a status and a number of prompts. */
export function untilUssdPurchase(
  system: Pick<TestSystem, 'owner'>,
  phoneNumber: string,
  { status, prompts }: Pick<UssdPurchase, 'status' | 'prompts'>,
): Promise<UssdPurchase> {
  return eventually(`a purchase that is ${status}`, async () => {
    const [purchase] = await ussdPurchasesOf(system, phoneNumber);
    return purchase?.status === status && purchase.prompts === prompts ? purchase : undefined;
  });
}
