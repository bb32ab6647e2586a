import { expect, test } from 'vitest';
import { drawFlameGraph } from '../../bench/flame-graph.ts';

type Call = { id: number; name: string; url?: string; children?: number[] };

const nodeOf = ({ id, name, url = '', children = [] }: Call) => ({
  id,
  callFrame: { functionName: name, scriptId: '0', url, lineNumber: 0, columnNumber: 0 },
  hitCount: 0,
  children,
});
const NODES = [
  { id: 1, name: '(root)', children: [2, 3, 6] },
  { id: 2, name: '(idle)' },
  { id: 3, name: 'serve', url: 'file:///somewhere/apps/api/src/server.ts', children: [4, 5] },
  { id: 4, name: 'query', url: 'file:///somewhere/node_modules/pg/lib/client.js' },
  { id: 5, name: 'a<b', url: 'node:net' },
  { id: 6, name: '(garbage collector)' },
].map(nodeOf);

function draw(samples: number[]): string {
  // The graph omits the first samples, because they belong to the start of the process.
  const all = [...samples.map(() => 6), ...samples];
  const timeDeltas = all.map(() => 10);
  return drawFlameGraph({ nodes: NODES, startTime: 0, endTime: 0, samples: all, timeDeltas }, 'A & B');
}

const sharesOf = (svg: string) =>
  [...svg.matchAll(/<title>(.+): ([\d.]+) %<\/title>/gu)].map(([, name, share]) => [name, share]);

test('draws each frame of a flame graph as wide as its share of the busy time, with the functions that it called', () => {
  expect(sharesOf(draw([2, 2, 3, 4, 4, 4, 4, 4, 5, 6, 6, 6]))).toEqual([
    ['all', '100.0'],
    ['serve apps/api/src/server.ts', '70.0'],
    ['query pg', '50.0'],
    ['a&lt;b node:net', '10.0'],
    ['(garbage collector)', '30.0'],
  ]);
});

test('a flame graph names its subject, but no path of the measured machine', () => {
  const svg = draw([3, 4, 5]);
  expect(svg).toContain('>A &amp; B</text>');
  expect(svg).not.toContain('somewhere');
});
