import type { Endpoint } from '@zawadi/contract';
import type { SignedIn } from '@zawadi/story/people';
import { authorizationOf } from '@zawadi/story/request';
import { newConsumer } from './consumers.ts';
import { newAdministrator } from './settlement-calls.ts';
import { newShop, type Shop } from './shops.ts';
import type { TestSystem } from './test-system.ts';

export type Callers = { person: SignedIn; shop: Shop; administrator: { bearer: string } };

/** Signs in one caller of each audience. */
export async function newCallers(system: TestSystem): Promise<Callers> {
  return {
    person: await newConsumer(system),
    shop: await newShop(system),
    administrator: await newAdministrator(system, 'administrator'),
  };
}

/** Returns the authorization header for a caller whom the endpoint admits. */
export function authorizationFor(
  { audience }: Pick<Endpoint, 'audience'>,
  { person, shop, administrator }: Callers,
): string {
  switch (audience) {
    case 'machine':
      return authorizationOf({ basic: shop.basic });
    case 'merchant':
      return authorizationOf({ bearer: shop.owner.bearer });
    case 'admin':
      return authorizationOf({ bearer: administrator.bearer });
    default:
      return authorizationOf({ bearer: person.bearer });
  }
}
