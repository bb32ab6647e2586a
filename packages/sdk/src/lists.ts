import type { Period } from './objects.ts';
import { send, type Answered, type ReadOptions } from './send.ts';
import type { Connection } from './settings.ts';

/** One page of a list, newest items first. */
export interface Page<Item> {
  object: 'list';
  data: Item[];
  has_more: boolean;
  /** Send this as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null;
}

/** A list of the API, which you can read item by item or page by page. */
export interface List<Item, Filters> {
  /**
   * Iterates over all items, newest first; fetches pages as they are needed.
   * @throws ZawadiRefusal, ZawadiConnectionError
   */
  list: (filters?: Filters, options?: ReadOptions) => AsyncGenerator<Item, void, undefined>;
  /**
   * Fetches one page.
   * @throws ZawadiRefusal, ZawadiConnectionError
   */
  page: (filters?: Filters & { cursor?: string }, options?: ReadOptions) => Promise<Answered<Page<Item>>>;
}

/** Makes functions that read a list of the merchant API page by page or item by item. */
export function createList<Item, Filters extends Period>(
  connection: Connection,
  name: 'vouchers' | 'transactions' | 'settlements' | 'holds' | 'events',
): List<Item, Filters> {
  const page: List<Item, Filters>['page'] = (filters, options) => {
    const path = `/${name}${queryOf(filters ?? {})}`;
    return send<Page<Item>>(connection, { name: `${name}.page`, method: 'GET', path }, options);
  };

  async function* list(filters?: Filters, options?: ReadOptions): AsyncGenerator<Item, void, undefined> {
    let cursor: string | null = null;
    do {
      // The caller's filters, and the cursor of the next page.
      const asked = { ...filters, ...(cursor !== null && { cursor }) } as Filters & { cursor?: string };
      const { data, next_cursor } = await page(asked, options);
      yield* data;
      cursor = next_cursor;
    } while (cursor !== null);
  }

  return { list, page };
}

function queryOf({ created = {}, ...filters }: Period & { cursor?: string }): string {
  const query = new URLSearchParams();
  const period = Object.entries(created).map(([bound, moment]) => [`created[${bound}]`, moment] as const);
  for (const [name, value] of [...Object.entries(filters), ...period]) {
    if (value !== undefined) query.set(name, String(value));
  }
  return query.size === 0 ? '' : `?${query.toString()}`;
}
