import { formatKes } from '@zawadi/contract';
import { nairobiTime } from '../../../platform/nairobi-time.ts';
import { OWN_SYSTEM, sentenceFor, type Finding } from './finding.ts';

/** Builds one Swahili sentence about a finding, for a merchant's staff. */
export function swahiliSentenceFor(found: Finding): string {
  switch (found.rule) {
    case 'wrong_codes':
      return wrongCodesSentence(found.details);
    case 'rapid_redemptions': {
      const { servedBy, count, minutes } = found.details;
      return `Vocha zilitumika mara ${count} ndani ya dakika ${minutes} na ${nameOf(servedBy)}.`;
    }
    case 'many_vouchers_one_phone': {
      const { phone, vouchers, hours } = found.details;
      return `Vocha ${vouchers} za simu ${phone} zilitumika ndani ya saa ${hours}.`;
    }
    case 'unusually_large': {
      const { amount, usual } = found.details;
      return `Matumizi ya ${formatKes(amount)}, ilhali kwa kawaida ni ${formatKes(usual)}.`;
    }
    case 'outside_opening_hours': {
      const time = nairobiTime(new Date(found.details.at)).slice(0, 5);
      return `Matumizi ya saa ${time}, nje ya saa zako za kazi.`;
    }
    case 'shop_velocity': {
      const { redemptions, amount } = found.details;
      return redemptions === 1
        ? `Matumizi ya mara moja ya ${formatKes(amount)} ndani ya saa moja.`
        : `Vocha zilitumika mara ${redemptions}, jumla ${formatKes(amount)}, ndani ya saa moja.`;
    }
    case 'many_refunds': {
      const { count, amount, hours } = found.details;
      return `Matumizi yalibatilishwa mara ${count}, jumla ${formatKes(amount)}, ndani ya saa ${hours}.`;
    }
    default:
      // Findings about consumers. Only administrators read them, in English.
      return sentenceFor(found, 'merchant');
  }
}

function wrongCodesSentence({
  of,
  by,
  codes,
  hours,
}: (Finding & { rule: 'wrong_codes' })['details']): string {
  const within = hours === 24 ? 'siku moja' : `saa ${hours}`;
  const tried = `Misimbo ${codes ?? 'mingi'} ya vocha isiyokuwepo ilijaribiwa ndani ya ${within} na`;
  if (of === 'shop') return `${tried} watu na mifumo ya duka hili kwa pamoja.`;
  if (of === 'address') return `${tried} anwani ${by}.`;
  return `${tried} ${by === undefined ? 'mtu fulani' : nameOf(by)}. Baada ya ishirini hufungiwa kwa saa moja.`;
}

function nameOf(who: string): string {
  return who === OWN_SYSTEM ? 'mfumo wako mwenyewe' : who;
}
