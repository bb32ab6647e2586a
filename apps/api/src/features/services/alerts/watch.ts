import type { Deps } from '../../../config/deps.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { enqueue } from '../../../platform/outbox/enqueue.ts';
import { notify } from '../messages/index.ts';
import { describeAlert } from './describe-alert.ts';
import { readConditions, WATCHED } from './read-conditions.ts';
import { ALERT_WEBHOOK } from './post-alert.ts';
import { claimForMail, claimForPost, raiseAlert, resolveAlerts, resolveOneOffAlerts } from './store.ts';

/** Least time between two mails. Alerts that begin in this time are sent in one mail. */
const QUIET_MINUTES = 15;

/**
 * Raises and resolves alerts, and mails new alerts to the operator: all of them in one mail, at most one mail in 15
 * minutes.
 */
export async function watchForAlerts(deps: Pick<Deps, 'db' | 'config' | 'clock' | 'keys'>): Promise<void> {
  const { db } = deps;
  const conditions = await readConditions(deps);
  for (const condition of conditions) await raiseAlert(db, condition);
  for (const kind of WATCHED) {
    const found = conditions.filter((one) => one.kind === kind);
    await resolveAlerts(
      db,
      kind,
      found.map(({ subject = '' }) => subject),
    );
  }
  for (const kind of [
    'manual_credit_paid_out',
    'aliases_guessed',
    'ussd_sessions_mixed',
    'pins_guessed',
  ] as const)
    await resolveOneOffAlerts(db, kind);
  await mailNew(deps);
  if (deps.config.alertWebhook) await postChanges(deps);
}

async function mailNew(deps: Pick<Deps, 'db' | 'config' | 'keys'>): Promise<void> {
  const { support, publicUrl } = deps.config;
  await inTransaction(deps.db, async (tx) => {
    const alerts = (await claimForMail(tx, QUIET_MINUTES)).map(describeAlert);
    const [first] = alerts;
    if (!first) return;
    const others = alerts.length - 1;
    await notify(tx, deps, {
      template: 'alerts-raised',
      data: {
        title: others === 0 ? first.title : `${first.title}, and ${others} more`,
        alerts: alerts.map(({ title, advice }) => `${title}. ${advice}`).join('\n'),
        link: `${publicUrl}/admin`,
      },
      email: support.email,
      dedupeKey: first.alertId,
    });
  });
}

/** Posts raised and resolved alerts to the operator's own system, through the outbox. */
async function postChanges(deps: Pick<Deps, 'db' | 'keys'>): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const alerts = (await claimForPost(tx)).map(describeAlert);
    await enqueue(
      tx,
      deps.keys,
      alerts.map((alert) => ({
        topic: ALERT_WEBHOOK,
        payload: { type: alert.resolvedAt === undefined ? 'alert.raised' : 'alert.resolved', alert },
      })),
    );
  });
}
