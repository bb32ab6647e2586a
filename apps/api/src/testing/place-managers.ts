import { addPlace } from '@zawadi/contract';
import { hire, type Shop, type Worker } from './shops.ts';
import type { TestSystem } from './test-system.ts';

/** A signed-in manager of one place. */
export type PlaceManager = Worker & { placeId: string };

/** Adds a place to a shop, and a manager who works there only. */
export async function newPlaceManager(
  system: Pick<TestSystem, 'deps' | 'api' | 'owner'>,
  shop: Pick<Shop, 'merchantId' | 'owner'>,
  name = 'Westlands',
): Promise<PlaceManager> {
  const { bearer } = shop.owner;
  const empty = { category: '', town: '', street: '', phoneNumber: '', mapLink: '' } as const;
  const { places } = await system.api.call(addPlace, { body: { name, ...empty } }, { bearer });
  const placeId = places.find((place) => place.name === name)?.placeId ?? '';
  const manager = await hire(system, shop.merchantId, 'manager', `Manager of ${name}`);
  await system.owner.query('update merchant_staff set place_id = $1 where id = $2', [
    placeId,
    manager.staffId,
  ]);
  return { ...manager, placeId };
}
