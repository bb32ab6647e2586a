// @vitest-environment happy-dom
import { WORK_LISTS, workKind } from '@zawadi/contract/work-list';
import { expect, test } from 'vitest';
import { router } from './router.ts';
import { pages } from '../testing/open-page.tsx';
import { administrator } from '../testing/people.ts';

const { open } = pages();

type Route = { options: { validateSearch?: (search: object) => object } };

test('the list of every kind of work exists and keeps the filters of its address', async () => {
  // Loads the administrators' routes.
  await open('/admin', { as: administrator() });
  const routes: Record<string, Route | undefined> = Object(router.routesByPath);
  for (const kind of workKind.options) {
    const [pathname = '', query = ''] = WORK_LISTS[kind].split('?');
    const route = routes[pathname];
    expect(route, kind).toBeDefined();
    const search = router.options.parseSearch(`?${query}`);
    expect(route?.options.validateSearch?.(search) ?? {}, kind).toMatchObject(search);
  }
});
