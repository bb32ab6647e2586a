import { z } from 'zod';
import { timestamp, uuid } from './text.ts';

/** Author, time, reason and effective date of a version of a setting. */
export const settingVersion = z.object({
  versionId: uuid,
  effectiveFrom: timestamp,
  reason: z.string(),
  changedAt: timestamp,
  /** The administrator's name; absent for values of the configuration. */
  changedBy: z.string().optional(),
  /** `past` and `current` versions were or are in force. `upcoming` and `withdrawn` versions never were. */
  state: z.enum(['past', 'current', 'upcoming', 'withdrawn']),
});
export type SettingVersion = z.infer<typeof settingVersion>;

/**
 * Id of the latest version that the author saw. If a newer version exists, the call is refused with `setting_changed`.
 */
export const basedOn = uuid.nullable();

/**
 * Makes the schema of a number that administrators set. The bounds are inclusive, and the errors name them.
 * @param fractionRefusal error message for a fraction
 */
export function settableNumber(minimum: number, maximum: number, fractionRefusal: string) {
  return z
    .number()
    .int({ error: fractionRefusal })
    .min(minimum, { error: `Please enter at least ${minimum}` })
    .max(maximum, { error: `Please enter at most ${maximum.toLocaleString('en-KE')}` });
}
