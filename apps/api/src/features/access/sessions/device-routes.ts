import * as contract from '@zawadi/contract';
import type { Deps } from '../../../platform/deps.ts';
import type { Actors } from '../../../platform/http/actor.ts';
import { route, type Route } from '../../../platform/http/routes.ts';
import { listDevices, signOutDevice, signOutEverywhere } from './devices.ts';

/** Where people are signed in, the same for everybody who signs in. */
export function deviceRoutes(deps: Deps): Route[] {
  return [
    route(contract.listDevices, async (_input, { actor }) => ({
      devices: await listDevices(deps, consumer(actor)),
    })),
    route(contract.signOutDevice, async ({ params }, { actor }) => {
      await signOutDevice(deps, { ...consumer(actor), deviceId: params.id });
      return {};
    }),
    route(contract.signOutEverywhere, async (_input, { actor }) => {
      await signOutEverywhere(deps, consumer(actor));
      return {};
    }),
    route(contract.listMerchantDevices, async (_input, { actor }) => ({
      devices: await listDevices(deps, member(actor)),
    })),
    route(contract.signOutMerchantDevice, async ({ params }, { actor }) => {
      await signOutDevice(deps, { ...member(actor), deviceId: params.id });
      return {};
    }),
    route(contract.signOutMerchantEverywhere, async (_input, { actor }) => {
      await signOutEverywhere(deps, member(actor));
      return {};
    }),
    route(contract.listAdminDevices, async (_input, { actor }) => ({
      devices: await listDevices(deps, administrator(actor)),
    })),
    route(contract.signOutAdminDevice, async ({ params }, { actor }) => {
      await signOutDevice(deps, { ...administrator(actor), deviceId: params.id });
      return {};
    }),
    route(contract.signOutAdminEverywhere, async (_input, { actor }) => {
      await signOutEverywhere(deps, administrator(actor));
      return {};
    }),
  ];
}

function consumer({ userId, sessionId }: Actors['consumer']) {
  return { audience: 'consumer', subjectId: userId, sessionId } as const;
}

function member({ staffId, sessionId }: Actors['merchant']) {
  return { audience: 'merchant', subjectId: staffId, sessionId } as const;
}

function administrator({ staffId, sessionId }: Actors['admin']) {
  return { audience: 'admin', subjectId: staffId, sessionId } as const;
}
