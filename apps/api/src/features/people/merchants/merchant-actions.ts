import type { Deps } from '../../../config/deps.ts';
import { approvable, type Approvable } from '../../services/approvals/index.ts';
import { activateAction } from './activate-merchant.ts';
import { channelAction } from './channel-action.ts';
import { closeAction } from './close-merchant.ts';
import { contactAction } from './contact-action.ts';
import { resumeAction } from './hold-settlements.ts';
import { ownerResetAction } from './reset-owner-password.ts';

/** Returns the actions of this feature that approvals execute. */
export function actions(deps: Pick<Deps, 'db' | 'keys' | 'config'>): Approvable[] {
  return [
    approvable(closeAction(deps)),
    approvable(contactAction(deps)),
    approvable(activateAction(deps)),
    approvable(ownerResetAction(deps)),
    approvable(channelAction(deps)),
    approvable(resumeAction()),
  ];
}
