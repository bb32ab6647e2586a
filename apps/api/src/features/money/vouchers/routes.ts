import {
  checkClaimCode,
  claimAsNewPerson,
  claimVoucher,
  claimVoucherByCode,
  correctRecipient,
  findNearShops,
  findShops,
  moveGift,
  receivedGifts,
  resendGift,
  sayThanks,
  sendGiftNow,
  sendClaimCode,
  sentGifts,
  showCode,
  showCodeByLink,
  startClaimPasskey,
  viewVoucher,
  viewVoucherByCode,
} from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { findNearShops as findNear, findShops as find } from '../../people/merchants/index.ts';
import { claimAsNewPerson as claimAsNew, startClaimPasskey as startPasskey } from './claim-as-new-person.ts';
import { checkClaimCode as checkCode, sendClaimCode as sendCode } from './claim-code.ts';
import { createClaimer } from './claim-voucher.ts';
import { correctRecipient as correct } from './correct-recipient.ts';
import { listReceivedGifts, listSentGifts } from './list-gifts.ts';
import { moveGift as move, sendGiftNow as sendNow } from './reschedule-gift.ts';
import { resendGift as resend } from './resend-gift.ts';
import { sayThanks as thank } from './say-thanks.ts';
import { showCode as show, showCodeByLink as showByLink } from './show-code.ts';
import { viewVoucher as view, viewVoucherByCode as viewByCode } from './view-voucher.ts';

export function routes(deps: Deps): Route[] {
  const claimer = createClaimer(deps);
  return [
    route(viewVoucher, ({ params }) => view(deps, params)),
    route(showCodeByLink, ({ body }) => showByLink(deps, body)),
    route(findShops, ({ query }) => find(deps.db, query)),
    route(findNearShops, ({ body }) => findNear(deps.db, body)),
    route(sayThanks, ({ body }) => thank(deps, body)),
    route(claimVoucher, ({ body }, { actor }) => claimer.claim({ userId: actor.userId, ...body })),
    route(sendClaimCode, ({ body }) => sendCode(deps, body)),
    route(checkClaimCode, ({ body: { claimToken, otp: code } }) => checkCode(deps, { claimToken, code })),
    route(startClaimPasskey, ({ body }) => startPasskey(deps, body)),
    route(claimAsNewPerson, ({ body }, { address, userAgent, deviceKey }) =>
      claimAsNew({ ...deps, claimer }, { ...body, address, userAgent, deviceKey }),
    ),
    route(viewVoucherByCode, ({ body }, { actor, address }) =>
      viewByCode(deps, { userId: actor.userId, address, ...body }),
    ),
    route(claimVoucherByCode, ({ body }, { actor, address }) =>
      claimer.claimByCode({ userId: actor.userId, address, ...body }),
    ),
    route(receivedGifts, ({ query }, { actor }) => listReceivedGifts(deps, { userId: actor.userId, query })),
    route(sentGifts, ({ query }, { actor }) => listSentGifts(deps, { userId: actor.userId, query })),
    route(showCode, ({ body }, { actor }) => show(deps, { userId: actor.userId, ...body })),
    route(resendGift, ({ body }, { actor }) => resend(deps, { userId: actor.userId, ...body })),
    route(moveGift, ({ body }, { actor }) => move(deps, { userId: actor.userId, ...body })),
    route(sendGiftNow, ({ body }, { actor }) => sendNow(deps, { userId: actor.userId, ...body })),
    route(correctRecipient, ({ body }, { actor }) => correct(deps, { userId: actor.userId, ...body })),
  ];
}
