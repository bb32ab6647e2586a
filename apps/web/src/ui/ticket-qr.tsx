import { encode } from 'uqr';
import { say } from '../i18n/say.ts';

/** Quiet zone in modules. ISO/IEC 18004 requires four; the white frame around the symbol adds the rest. */
const BORDER = 2;

/**
 * The QR code of a voucher, dark on white in both themes, as scanners expect. It contains only the voucher code, not a
 * URL: a scanner at the till must read the text that a person would type.
 */
export function TicketQr({ code }: { code: string }) {
  return (
    <div className="ticket-qr">
      <QrSymbol content={code} label={say('QR code of this voucher')} />
    </div>
  );
}

export function QrSymbol({ content, label }: { content: string; label: string }) {
  const { size, path } = qrPath(content);
  return (
    <svg viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" role="img" aria-label={label}>
      <path fill="#1d1a12" d={path} />
    </svg>
  );
}

/** Makes one SVG path of horizontal runs of dark modules; the unit is one module. */
export function qrPath(content: string): { size: number; path: string } {
  const { size, data } = encode(content, { ecc: 'M', border: BORDER });
  const path = data.map((row, y) =>
    darkRuns(row)
      .map(([x, width]) => `M${x} ${y}h${width}v1h-${width}z`)
      .join(''),
  );
  return { size, path: path.join('') };
}

function darkRuns(row: readonly boolean[]): [start: number, width: number][] {
  const runs: [number, number][] = [];
  for (const [x, isDark] of row.entries()) {
    if (!isDark) continue;
    const last = runs.at(-1);
    if (last && last[0] + last[1] === x) last[1] += 1;
    else runs.push([x, 1]);
  }
  return runs;
}
