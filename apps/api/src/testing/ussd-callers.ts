import { newPerson, type Person } from '@zawadi/story/people';
import { makeGift } from './gifts.ts';
import type { TestSystem } from './test-system.ts';
import { chooseEnglishByUssd, dialUssd } from './ussd-calls.ts';

/**
 * Opens the wallet of a new person by USSD, with a gift in it.
 * @param amount price of the gift for its buyer, in shillings, including the fee
 */
export async function newUssdCaller(
  system: Pick<TestSystem, 'deps' | 'api' | 'owner'>,
  amount = 1_000,
): Promise<Person & { userId: string }> {
  const person = newPerson('Amina', 'Otieno');
  await makeGift(system, { amount, recipient: person });
  await chooseEnglishByUssd(system, person.phoneNumber);
  const { text } = await dialUssd(system, person).send('1*1*1*Amina*Otieno*1');
  if (!text.startsWith('END The gift from ')) throw new Error(`a gift was not claimed by USSD: ${text}`);
  const { rows } = await system.owner.query<{ id: string }>('select id from users where phone_msisdn = $1', [
    person.phoneNumber,
  ]);
  const [user] = rows;
  if (!user) throw new Error('USSD opened no account');
  return { ...person, userId: user.id };
}
