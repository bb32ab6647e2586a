import { newPerson, type Person, type SignedIn } from '@zawadi/story/people';
import { buyGift, readGift, type World } from '@zawadi/story/steps';

type Meet = (firstName: string, lastName: string) => Promise<SignedIn>;

/** The code that adds it, from the SMS to its recipient. */
export async function codeOn(world: World, { phoneNumber }: Pick<Person, 'phoneNumber'>): Promise<string> {
  const [, code = ''] = await world.sandbox.sms(phoneNumber, /^(\d{6}) adds your gift of KES\s950/u);
  return code;
}

/** A gift of KES 950 for a person without an account. */
export async function give(world: World, meet: Meet) {
  const recipient = newPerson('Brian', 'Otieno');
  const buyer = await meet('Aisha', 'Hussein');
  const gift = { recipient, amount: 1_000, message: 'Kwa upendo', cloth: 'asante' } as const;
  await buyGift(world, buyer, gift);
  return { recipient, ...(await readGift(world, recipient)) };
}
