import * as contract from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { auditorOf } from '../../services/audit/index.ts';
import { decideAboutPhoto, showReportedPhoto } from './decide-photo.ts';
import { deleteGiftPhoto, putGiftPhoto } from './put-photo.ts';
import { reportGiftPhoto, showGiftPhoto } from './show-photo.ts';

export function routes(deps: Deps): Route[] {
  return [
    route(contract.putGiftPhoto, async ({ params, body }, { actor }) => {
      await putGiftPhoto(deps, { buyerId: actor.userId, ...params, file: body });
      return {};
    }),
    route(contract.deleteGiftPhoto, async ({ params }, { actor }) => {
      await deleteGiftPhoto(deps, { buyerId: actor.userId, ...params });
      return {};
    }),
    route(contract.showGiftPhoto, ({ body }) => showGiftPhoto(deps, body)),
    route(contract.reportGiftPhoto, async ({ body }) => {
      await reportGiftPhoto(deps, body);
      return {};
    }),
    route(contract.showReportedPhoto, ({ body }, context) =>
      showReportedPhoto(deps, { ...body, auditor: auditorOf(context) }),
    ),
    route(contract.decideReportedPhoto, async ({ body }, context) => {
      await decideAboutPhoto(deps, { ...body, auditor: auditorOf(context) });
      return {};
    }),
  ];
}
