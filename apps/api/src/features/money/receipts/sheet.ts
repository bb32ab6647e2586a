import type { Cloth } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { drawHem, drawMark } from './cloth.ts';
import { onPaper } from './on-paper.ts';
import { directionOf } from '../../../platform/typeface/runs.ts';
import {
  drawnText,
  newDocument,
  spoken,
  widthOfText,
  wrapText,
  writeText,
  type Spoken,
  type TextStyle,
} from './typeface.ts';

type Language = 'en' | 'sw';

/** One millimetre in points. */
export const MM = 72 / 25.4;

// The light theme's colours from packages/look/src/palette.css.
export const colour = {
  ink: '#15211d',
  muted: '#53605a',
  line: '#cfc8b8',
  lineStrong: '#857f70',
  primary: '#0a5a50',
  success: '#2b6a15',
  tint: '#dcebe5',
  paper: '#fdf7e8',
  paperInk: '#1d1a12',
  paperMuted: '#635b49',
} as const;

/** PDF structure tag of a text, for screen readers. */
type Tag = 'P' | 'H1' | 'H2' | 'H3' | 'TH' | 'TD' | 'LBody';
type Container = 'Table' | 'TR' | 'L' | 'LI';

export type Style = TextStyle & { color?: string; tag?: Tag; lineHeight?: number };
type Align = 'left' | 'right' | 'centre';

export type Sheet = {
  doc: PDFKit.PDFDocument;
  language: Language;
  /** Left margin, in points. */
  left: number;
  right: number;
  width: number;
  /** Lowest y of the content, above the page's foot. */
  bottom: number;
  /**
   * Writes one line.
   * @param at.x left edge, middle or right edge of the line, depending on `align`
   */
  line: (text: string, at: { x: number; y: number; align?: Align }, style: Style) => void;
  /**
   * Writes a text, wrapped within `width`.
   * @returns the y below the text
   */
  paragraph: (
    text: string,
    at: { x: number; y: number; width: number; align?: Align },
    style: Style,
  ) => number;
  widthOf: (text: string, style: Style) => number;
  linesOf: (text: string, width: number, style: Style) => string[];
  /** Tags everything that `draw` writes as one structure: a table, a row, a section. */
  group: (container: Container, draw: () => void) => void;
  /** Draws a meaningful picture with its alternative text. */
  figure: (alt: string, draw: () => void) => void;
  /** Draws a decoration, which screen readers skip. */
  decorate: (draw: () => void) => void;
  rule: (y: number, color?: string) => void;
  /** Draws the dotted line above a sum. */
  thread: (y: number) => void;
  /** Draws the logo and name on the left, the document's title on the right. @returns the y below */
  letterhead: (y: number, title: readonly [kind: string, which: string]) => number;
  /** Writes the foot of every page and ends the document. */
  finish: () => void;
};

const FOOT = 14 * MM;

/**
 * Makes an empty PDF document with our typeface, colours and hem (top border), tagged for screen readers.
 * @param options.made time of creation, printed at the foot of every page
 */
export function createSheet(options: {
  size: 'A4' | 'A5';
  title: string;
  language: Language;
  made: Date;
  /** Cloth of the hem; `none` if the page already shows the cloth. */
  hem?: Cloth | 'none';
}): Sheet {
  const { language, hem = 'plain' } = options;
  const margin = 12 * MM;
  const doc = newDocument({
    size: options.size,
    margin,
    lang: language === 'sw' ? 'sw-KE' : 'en-KE',
    displayTitle: true,
    tagged: true,
    pdfVersion: '1.7',
    bufferPages: true,
    info: { Title: options.title, Author: 'Zawadi', Creator: 'Zawadi' },
  });
  const [left, right] = [margin, doc.page.width - margin];
  const root = doc.struct('Document');
  doc.addStructure(root);
  const open = [root];

  const group: Sheet['group'] = (container, draw) => {
    const element = doc.struct(container);
    (open.at(-1) ?? root).add(element);
    open.push(element);
    draw();
    open.pop();
    element.end();
  };

  const shown = (text: string) => drawnText(text, language);

  function tagged(tag: Tag | 'Figure', draw: () => void, words: Spoken = {}): void {
    const content = doc.markStructureContent(tag);
    draw();
    doc.endMarkedContent();
    // pdfkit's types lack the `scope` of a heading.
    const options = { ...(tag === 'TH' && { scope: 'Column' }), ...words };
    (open.at(-1) ?? root).add(doc.struct(tag, options, [content]));
  }

  function decorate(draw: () => void): void {
    doc.markContent('Artifact', { type: 'Layout' });
    doc.save();
    draw();
    doc.restore();
    doc.endMarkedContent();
  }

  function place(text: string, at: { x: number; y: number; align?: Align }, style: Style): void {
    const share = { left: 0, centre: 0.5, right: 1 }[at.align ?? 'left'];
    const x = share === 0 ? at.x : at.x - share * widthOfText(doc, text, style);
    doc.fillColor(style.color ?? colour.ink);
    writeText(doc, text, { x, y: at.y }, style);
  }

  const figure: Sheet['figure'] = (alt, draw) => {
    doc.save();
    tagged('Figure', draw, { alt });
    doc.restore();
  };

  const line: Sheet['line'] = (text, at, style) =>
    tagged(style.tag ?? 'P', () => place(shown(text), at, style), spoken(text));

  const paragraph: Sheet['paragraph'] = (text, { x, y, width, align }, style) => {
    let below = y;
    const lineStyle = { ...style, direction: directionOf(text) };
    const draw = () => {
      for (const [index, words] of wrapText(doc, shown(text), width, style).entries()) {
        // Without this space, screen readers join the last word of a line with the first word of the next.
        if (index > 0) doc.text(' ', x, below, { lineBreak: false });
        place(words, { x, y: below, ...(align && { align }) }, lineStyle);
        below += style.lineHeight ?? style.size * 1.4;
      }
    };
    tagged(style.tag ?? 'P', draw, spoken(text));
    return below;
  };

  const rule: Sheet['rule'] = (y, color = colour.line) =>
    decorate(() => doc.lineWidth(0.7).strokeColor(color).moveTo(left, y).lineTo(right, y).stroke());

  const thread: Sheet['thread'] = (y) =>
    decorate(() => {
      doc.lineWidth(1.6).lineCap('round').dash(0.1, { space: 3.6 }).strokeColor(colour.lineStrong);
      doc.moveTo(left, y).lineTo(right, y).stroke().undash();
    });

  const letterhead: Sheet['letterhead'] = (y, [kind, which]) => {
    decorate(() => drawMark(doc, { x: left, y, size: 8 * MM }));
    line('Zawadi', { x: left + 11 * MM, y: y + 3 }, { size: 15, face: 'strong' });
    const words = { x: right, align: 'right' as const };
    line(kind, { ...words, y: y - 1 }, { size: 9.5, color: colour.muted });
    const place = { ...words, y: y + 12, width: (right - left) * 0.7 };
    const below = paragraph(which, place, { size: 9.5, face: 'strong', tag: 'H1' });
    return Math.max(below, y + 8 * MM) + 7 * MM;
  };

  function finish(): void {
    const { count } = doc.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      doc.switchToPage(page);
      const y = doc.page.height - FOOT + 4 * MM;
      const style = { size: 8.5, color: colour.muted };
      decorate(() => {
        doc.lineWidth(0.7).strokeColor(colour.line);
        doc
          .moveTo(left, y - 6)
          .lineTo(right, y - 6)
          .stroke();
        place(FOOT_WORDS[language].made(onPaper(options.made, 'moment', language)), { x: left, y }, style);
        place(FOOT_WORDS[language].page(page + 1, count), { x: right, y, align: 'right' }, style);
      });
    }
    root.end();
    doc.end();
  }

  if (hem !== 'none') decorate(() => drawHem(doc, hem));
  return {
    doc,
    language,
    left,
    right,
    width: right - left,
    bottom: doc.page.height - FOOT - 4 * MM,
    line,
    paragraph,
    widthOf: (text, style) => widthOfText(doc, shown(text), style),
    linesOf: (text, width, style) => wrapText(doc, shown(text), width, style),
    group,
    figure,
    decorate,
    rule,
    thread,
    letterhead,
    finish,
  };
}

const FOOT_WORDS = {
  en: {
    made: (moment: string) => `Made ${moment}. All amounts are in Kenya shillings.`,
    page: (page: number, count: number) => `Page ${page} of ${count}`,
  },
  sw: {
    made: (moment: string) => `Imetolewa ${moment}. Kiasi chote ni kwa shilingi za Kenya.`,
    page: (page: number, count: number) => `Ukurasa ${page} kati ya ${count}`,
  },
} as const;

/**
 * Aborts the response if writing the document fails while it is sent, so that a partial document cannot pass for a
 * complete one.
 */
export function abortOnFailure(
  { log }: Pick<Deps, 'log'>,
  doc: PDFKit.PDFDocument,
  writing: Promise<void>,
): void {
  writing.catch((error: unknown) => {
    log.error({ err: error }, 'writing a PDF document failed');
    // A PDFKit document is a stream, but its types do not say so.
    (doc as unknown as { destroy: () => void }).destroy();
  });
}
