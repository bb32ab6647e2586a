import type { Profiler } from 'node:inspector';

type Frame = { name: string; colour: string; micros: number; children: Map<string, Frame> };

const WIDTH = 1_200;
const ROW_HEIGHT = 18;
const CHARACTER_WIDTH = 6.6;
const HEADER_HEIGHT = 44;
/** Smallest share of the total width that is drawn. Omits narrower frames with everything below them. */
const NARROWEST = 0.008;
/** Omits this first share of the profile, because the start of a process is not load. */
const BEGINS_AT = 0.5;
const COLOURS = { own: '#8fc1a9', library: '#e9c46a', node: '#c9c5bd', engine: '#e39b8b' } as const;

/**
 * Draws the time of a process as a flame graph: calling functions above, called functions below, each as wide as its
 * share of the time. Omits idle time.
 * @param profile output of Node's `--cpu-prof`
 * @param title heading of the graph
 * @returns an SVG
 */
export function drawFlameGraph(profile: Profiler.Profile, title: string): string {
  const root = readFrames(profile);
  const boxes: string[] = [];
  let depth = 0;
  const draw = (frame: Frame, left: number, row: number): void => {
    const share = frame.micros / root.micros;
    if (share < NARROWEST) return;
    depth = Math.max(depth, row);
    boxes.push(drawBox(frame, { left, row, share }));
    let next = left;
    const widestFirst = [...frame.children.values()].toSorted((one, other) => other.micros - one.micros);
    for (const child of widestFirst) {
      draw(child, next, row + 1);
      next += (child.micros / root.micros) * WIDTH;
    }
  };
  draw(root, 0, 0);
  const height = HEADER_HEIGHT + (depth + 1) * ROW_HEIGHT + 8;
  const legend = [
    ['Zawadi', COLOURS.own],
    ['libraries', COLOURS.library],
    ['Node', COLOURS.node],
    ['engine and collector', COLOURS.engine],
  ].map(
    ([what = '', colour = ''], n) =>
      `<rect x="${n * 150 + 8}" y="26" width="10" height="10" fill="${colour}"/><text x="${n * 150 + 22}" y="35">${what}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="monospace" font-size="11">`,
    `<rect width="${WIDTH}" height="${height}" fill="#fffefb"/>`,
    `<text x="8" y="16" font-size="13" font-weight="bold">${escape(title)}</text>`,
    ...legend,
    ...boxes,
    '</svg>',
    '',
  ].join('\n');
}

/** Builds the tree of frames. Calls of a function by the same calling function are one frame. */
function readFrames({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Frame {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const micros = new Map<number, number>();
  for (let n = Math.floor(samples.length * BEGINS_AT); n < samples.length; n += 1) {
    const id = samples[n] ?? 0;
    micros.set(id, (micros.get(id) ?? 0) + (timeDeltas[n] ?? 0));
  }
  const root: Frame = { name: 'all', colour: '#ffffff', micros: 0, children: new Map() };
  const read = (id: number, parent: Frame): number => {
    const node = byId.get(id);
    if (!node) return 0;
    const { functionName, url } = node.callFrame;
    if (functionName === '(idle)') return 0;
    const frame = functionName === '(root)' ? parent : frameOf(parent, functionName || '(anonymous)', url);
    let sum = micros.get(id) ?? 0;
    for (const child of node.children ?? []) sum += read(child, frame);
    if (frame !== parent) frame.micros += sum;
    return sum;
  };
  const [first] = nodes;
  root.micros = first ? read(first.id, root) : 0;
  return root;
}

function frameOf(parent: Frame, functionName: string, url: string): Frame {
  const name = [functionName, placeOf(url)].filter(Boolean).join(' ');
  const known = parent.children.get(name);
  if (known) return known;
  const frame: Frame = { name, colour: colourOf(url), micros: 0, children: new Map() };
  parent.children.set(name, frame);
  return frame;
}

/** Returns enough of a file URL to find the file, without paths of the measured machine. */
function placeOf(url: string): string {
  const library = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules)/u.exec(url);
  if (library) return library[1] ?? '';
  return url.replace(/^.*\/(?=(?:apps|packages|bench)\/)/u, '').replace(/^file:.*\//u, '');
}

function colourOf(url: string): string {
  if (url === '') return COLOURS.engine;
  if (url.startsWith('node:')) return COLOURS.node;
  return url.includes('node_modules') ? COLOURS.library : COLOURS.own;
}

function drawBox(
  { name, colour }: Frame,
  { left, row, share }: { left: number; row: number; share: number },
): string {
  const [x, width, y] = [left, share * WIDTH, HEADER_HEIGHT + row * ROW_HEIGHT];
  const room = Math.floor((width - 6) / CHARACTER_WIDTH);
  const shown = name.length > room ? `${name.slice(0, Math.max(0, room - 1))}…` : name;
  const text = room < 4 ? '' : `<text x="${(x + 3).toFixed(1)}" y="${y + 13}">${escape(shown)}</text>`;
  const box = `<rect x="${x.toFixed(1)}" y="${y}" width="${Math.max(0.5, width - 0.5).toFixed(1)}" height="${ROW_HEIGHT - 1}" fill="${colour}"/>`;
  return `<g><title>${escape(name)}: ${(share * 100).toFixed(1)} %</title>${box}${text}</g>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
