import type { FraudAlert, fraudAlerts, HandlerAnswer, HandlerInput, LanguageName } from '@zawadi/contract';
import { pageOf, parseCursor } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { finding, sentenceFor } from './finding.ts';
import {
  countOpenAlerts,
  findAlert,
  listAlerts,
  markAcknowledged,
  type AlertRow,
  type AlertsOf,
} from './store.ts';
import { swahiliSentenceFor } from './swahili-sentence.ts';

type Input = AlertsOf & { query: Omit<HandlerInput<typeof fraudAlerts>['query'], 'placeId'> };

/**
 * Lists the alerts of a merchant or of one place, newest first.
 * @throws Refusal validation_failed for an invalid cursor
 */
export async function listFraudAlerts(
  db: Db,
  { query, ...of }: Input,
): Promise<HandlerAnswer<typeof fraudAlerts>> {
  const { state, cursor, limit, language } = query;
  const after = parseCursor(cursor);
  const [found, openCount] = await Promise.all([
    listAlerts(db, of, { isOpenOnly: state === 'open', after, limit: limit + 1 }),
    countOpenAlerts(db, of),
  ]);
  const placed = found.map((row) => ({ row, place: { instant: row.instant, id: row.alertId } }));
  const { shown, nextCursor } = pageOf(placed, limit);
  return { alerts: shown.map(({ row }) => describeAlert(row, language)), nextCursor, openCount };
}

/**
 * Acknowledges an alert for an owner or a manager.
 * @throws Refusal not_found, also for an alert of another merchant, or outside a manager's only place
 */
export async function acknowledgeAlert(
  db: Db,
  acknowledged: AlertsOf & { alertId: string; staffId: string },
): Promise<FraudAlert> {
  await markAcknowledged(db, acknowledged);
  const alert = await findAlert(db, acknowledged, acknowledged.alertId);
  if (!alert) throw new Refusal('not_found');
  return describeAlert(alert, 'en');
}

function describeAlert(row: AlertRow, language: LanguageName): FraudAlert {
  const { rule, details, acknowledgedAt, acknowledgedBy } = row;
  const found = finding.parse({ rule, details });
  return {
    alertId: row.alertId,
    rule: found.rule,
    severity: row.severity,
    description: language === 'sw' ? swahiliSentenceFor(found) : sentenceFor(found, 'merchant'),
    raisedAt: row.raisedAt.toISOString(),
    redemptionId: row.redemptionId ?? undefined,
    place: row.place ?? undefined,
    acknowledged:
      acknowledgedAt && acknowledgedBy !== null
        ? { by: acknowledgedBy, at: acknowledgedAt.toISOString() }
        : undefined,
  };
}
