import * as contract from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { changePayoutChannel } from './change-payout-channel.ts';
import { changeContactEmail, sendContactEmailCode } from './contact-email.ts';
import { logoNamed, removeLogo, setLogo } from './logo.ts';
import {
  changeColour,
  changeOpeningHours,
  changeProfile,
  changeSettlementSchedule,
  settingsOf,
} from './settings.ts';
import { objectToContactEmail } from './take-back-contact.ts';

// Its name changes with the picture.
const LOGO_CACHE = 'public, max-age=86400, immutable';

export function settingsRoutes(deps: Deps): Route[] {
  return [
    route(contract.readMerchantSettings, (_input, { actor }) => settingsOf(deps.db, actor.merchantId)),
    route(contract.updateMerchantProfile, ({ body }, { actor }) => changeProfile(deps, actor, body)),
    route(contract.generateContactEmailOtp, async ({ body }, { actor }) => {
      await sendContactEmailCode(deps, actor, body);
      return {};
    }),
    route(contract.objectToMerchantContactChange, ({ body }) => objectToContactEmail(deps, body)),
    route(contract.changeContactEmail, ({ body }, { actor }) => changeContactEmail(deps, actor, body.otp)),
    route(contract.updateBranding, ({ body }, { actor }) => changeColour(deps, actor, body.primaryColor)),
    route(contract.putLogo, async ({ body }, { actor }) => ({ logoUrl: await setLogo(deps, actor, body) })),
    route(contract.deleteLogo, async (_input, { actor }) => {
      await removeLogo(deps, actor);
      return {};
    }),
    route(contract.readLogo, async ({ params }, { reply }) => {
      const webp = await logoNamed(deps, params.name);
      return reply.type('image/webp').header('cache-control', LOGO_CACHE).send(webp);
    }),
    route(contract.updateOpeningHours, ({ body }, { actor }) =>
      changeOpeningHours(deps, actor, body.openingHours),
    ),
    route(contract.updateSettlementSchedule, ({ body }, { actor }) =>
      changeSettlementSchedule(deps, actor, body.settlementSchedule),
    ),
    route(contract.updatePayoutChannel, ({ body }, { actor }) => changePayoutChannel(deps, actor, body)),
  ];
}
