import * as contract from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { placeWithin, type ActorOf } from '../../../http/actor.ts';
import { route, type Route } from '../../../http/routes.ts';
import { auditorOf } from '../../services/audit/index.ts';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import * as owners from './reset-owner-password.ts';
import { keysOf, makeKey, revokeKey, rollKey } from './api-keys.ts';
import { changeMerchant } from './change-merchant.ts';
import { createMerchant } from './create-merchant.ts';
import { listMerchants, merchantsCsv } from './list-merchants.ts';
import { describeMerchant, merchantDetailsOf } from './merchant-details.ts';
import { merchantRecordOf } from './merchant-record.ts';
import { describeMember } from './member.ts';
import { signInMerchant } from './sign-in-merchant.ts';
import { regenerateSecret } from './update-secret.ts';
import { countMerchants, findSameContact, readVolume } from './store.ts';
import { timelineOf } from './timeline.ts';
import { changePayoutChannel } from './change-payout-channel.ts';
import { changeContactEmail, sendContactEmailCode } from './contact-email.ts';
import { readLogoByName, removeLogo, setLogo } from './logo.ts';
import { changeColour, changeProfile, changeSettlementSchedule, settingsOf } from './settings.ts';
import { addPlace, changeOpeningHours, changePlace, closePlace, placesOf } from './places.ts';
import { objectToContactEmail } from './take-back-contact.ts';
import { addMember, changeMember, listMembers, resetMemberPassword } from './member-accounts.ts';

// Immutable, because each uploaded logo has a new name.
const LOGO_CACHE = 'public, max-age=86400, immutable';

export function routes(deps: Deps): Route[] {
  return [
    ...administrationRoutes(deps),
    ...settingsRoutes(deps),
    ...memberRoutes(deps),
    ...placeRoutes(deps),
    route(contract.merchantLogin, ({ body }, { address, userAgent, deviceKey }) =>
      signInMerchant(deps, { ...body, address, userAgent, deviceKey }),
    ),
    route(contract.merchantMe, (_input, { actor }) => describeMember(deps, actor.staffId)),
    route(contract.merchantDetails, ({ body }, { actor }) =>
      merchantDetailsOf(deps, { actor, merchantCode: body.merchantCode }),
    ),
    route(contract.updateMerchantSecret, async ({ body }, { actor }) => ({
      apiSecret: await regenerateSecret(deps, { ...actor, ...body }),
    })),
    route(contract.listApiKeys, (_input, { actor }) => keysOf(deps, actor.merchantId)),
    route(contract.makeApiKey, ({ body }, { actor }) => makeKey(deps, actor, body)),
    route(contract.rollApiKey, ({ params, body }, { actor }) => rollKey(deps, actor, { ...params, ...body })),
    route(contract.revokeApiKey, async ({ params }, { actor }) => {
      await revokeKey(deps, actor, params.keyId);
      return {};
    }),
    route(contract.addMerchant, async ({ body }, context) => {
      const { merchantId } = await createMerchant(deps, { ...body, addedBy: auditorOf(context) });
      const [merchant, sameContact] = await Promise.all([
        describeMerchant(deps.db, merchantId),
        findSameContact(deps.db, { merchantId, contactEmail: body.contactEmail }),
      ]);
      return { ...merchant, sameContact };
    }),
    route(contract.updateMerchant, ({ body: { merchantId, reason, ...wanted } }, context) =>
      changeMerchant(deps, { merchantId, wanted, reason, auditor: auditorOf(context) }),
    ),
    route(contract.suspendMerchant, ({ body }, context) =>
      changeMerchant(deps, { ...body, wanted: { status: 'SUSPENDED' }, auditor: auditorOf(context) }),
    ),
    route(contract.listMerchants, ({ body }) => listMerchants(deps, body)),
  ];
}

/** Routes for administrators: all merchants together, and the history of one. */
function administrationRoutes(deps: Deps): Route[] {
  return [
    route(contract.merchantsSummary, async () => {
      const [counts, { volumeCents, transactions }] = await Promise.all([
        countMerchants(deps.db),
        readVolume(deps.db, nairobiDay(deps.clock.now())),
      ]);
      return { ...counts, volume: contract.shillingsOf(volumeCents), transactions };
    }),
    route(contract.merchantTimeline, ({ params, query }) => timelineOf(deps.db, { ...params, query })),
    route(contract.merchantsCsv, async ({ query }) => merchantsCsv(deps, query)),
    route(contract.merchantRecord, ({ params }, { actor }) =>
      merchantRecordOf(deps, { ...params, staffRole: actor.staffRole }),
    ),
    route(contract.resetOwnerPassword, ({ params, body }, context) =>
      owners.resetOwnerPassword(deps, { ...params, ...body, auditor: auditorOf(context) }),
    ),
  ];
}

function settingsRoutes(deps: Deps): Route[] {
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
      const webp = await readLogoByName(deps, params.name);
      return reply.type('image/webp').header('cache-control', LOGO_CACHE).send(webp);
    }),
    route(contract.updateSettlementSchedule, ({ body }, { actor }) =>
      changeSettlementSchedule(deps, actor, body.settlementSchedule),
    ),
    route(contract.updatePayoutChannel, ({ body }, { actor }) => changePayoutChannel(deps, actor, body)),
  ];
}

function placeRoutes(deps: Deps): Route[] {
  return [
    route(contract.listPlaces, (_input, { actor }) => placesOf(deps.db, actor)),
    route(contract.addPlace, ({ body }, { actor }) => addPlace(deps, actor, body)),
    route(contract.updatePlace, ({ params, body }, { actor }) =>
      changePlace(deps, actor, { placeId: placeOfChange(actor, params), wanted: body }),
    ),
    route(contract.updateOpeningHours, ({ params, body }, { actor }) =>
      changeOpeningHours(deps, actor, { placeId: placeOfChange(actor, params), ...body }),
    ),
    route(contract.closePlace, ({ params }, { actor }) => closePlace(deps, actor, params.placeId)),
  ];
}

/** @throws Refusal `place_only` if a manager of one place changes another */
function placeOfChange(actor: ActorOf<'merchant'>, { placeId }: { placeId: string }): string {
  return placeWithin(actor, placeId) ?? placeId;
}

function memberRoutes(deps: Deps): Route[] {
  return [
    route(contract.listMembers, async (_input, { actor }) => ({
      staff: await listMembers(deps, actor.merchantId),
    })),
    route(contract.addMember, ({ body }, { actor }) => addMember(deps, actor, body)),
    route(contract.updateMember, ({ params, body }, { actor }) =>
      changeMember(deps, actor, { staffId: params.staffId, changes: body }),
    ),
    route(contract.resetMemberPassword, ({ params }, { actor }) =>
      resetMemberPassword(deps, actor, params.staffId),
    ),
  ];
}
