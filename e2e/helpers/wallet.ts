import type { SignedIn } from '@zawadi/story/people';
import { buyGift, claim, readGift } from '@zawadi/story/steps';
import type { World } from '@zawadi/story/steps';

type Meet = (firstName: string, lastName: string) => Promise<SignedIn>;

/** Creates a user who bought themselves a gift of this amount before fees, and added it to the wallet. */
export async function withWallet(
  world: World,
  meet: Meet,
  amount: number,
  [firstName, lastName]: readonly [string, string] = ['Atieno', 'Okello'],
): Promise<SignedIn> {
  const person = await meet(firstName, lastName);
  await buyGift(world, person, { recipient: person, amount, message: 'Kwangu', cloth: 'plain' });
  await claim(world, person, (await readGift(world, person)).claimToken);
  return person;
}
