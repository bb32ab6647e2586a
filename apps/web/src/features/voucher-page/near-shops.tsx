import { findNearShops } from '@zawadi/contract/vouchers';
import { useQuery } from '@tanstack/react-query';
import { call, sentenceOf } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { say } from '../../i18n/say.ts';
import { Note, Places } from './shop-places.tsx';

const WAIT_MS = 15_000;
// The position of the last ten minutes is near enough, and quicker than a new one.
const OLD_AT_MOST_MS = 600_000;
const REFUSED = 1;

/** The nearest shops. Asks the browser for the position, and sends it rounded to about 100 metres, only to our API. */
export function NearShops({ sameShopAs }: { sameShopAs: string | undefined }) {
  const position = useQuery({
    queryKey: queryKeys.position,
    queryFn: readPosition,
    retry: false,
    staleTime: OLD_AT_MOST_MS,
    gcTime: 0,
  });
  const near = useQuery({
    queryKey: queryKeys.nearShops({ ...position.data, sameShopAs }),
    queryFn: ({ signal }) => call(findNearShops, { body: { ...known(position.data), sameShopAs }, signal }),
    enabled: position.data !== undefined,
    gcTime: 0,
  });
  if (position.error !== null) return <Note>{whyNoPosition(position.error)}</Note>;
  if (near.error !== null) return <Note>{sentenceOf(near.error)}</Note>;
  if (position.data === undefined) return <Note>{say('Waiting for your position...')}</Note>;
  if (near.data === undefined) return <Note>{say('Loading...')}</Note>;
  const { shops, withoutMap } = near.data;
  return (
    <div className="stack">
      {shops.length === 0 ? (
        <Note>{say('No shop has a place on the map yet. Please choose a town.')}</Note>
      ) : (
        <Places shops={shops} />
      )}
      {shops.length > 0 && withoutMap > 0 && (
        <Note>
          {say('Shops without a place on the map are not in this list. Find them by town or name.')}
        </Note>
      )}
    </div>
  );
}

type Point = { latitude: number; longitude: number };

function known(point: Point | undefined): Point {
  if (point === undefined) throw new Error('the query is enabled only with a position');
  return point;
}

class NoPosition extends Error {
  readonly isRefused: boolean;

  constructor(isRefused: boolean) {
    super('no position');
    this.isRefused = isRefused;
  }
}

function readPosition(): Promise<Point> {
  return new Promise((resolve, reject) => {
    // Old browsers, and pages without TLS, have no geolocation.
    if (!('geolocation' in navigator)) {
      reject(new NoPosition(false));
      return;
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ latitude: rounded(coords.latitude), longitude: rounded(coords.longitude) }),
      ({ code }) => reject(new NoPosition(code === REFUSED)),
      { enableHighAccuracy: false, timeout: WAIT_MS, maximumAge: OLD_AT_MOST_MS },
    );
  });
}

function rounded(degrees: number): number {
  return Math.round(degrees * 1_000) / 1_000;
}

function whyNoPosition(error: Error): string {
  return error instanceof NoPosition && error.isRefused
    ? say('Your browser did not give us your position. Choose a town, or allow the position in its settings.')
    : say('Your position could not be found. Please choose a town.');
}
