import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Counter, Gauge, Histogram, type Metric } from 'prom-client';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
// Importing these files registers all metrics of API and worker.
import '../../../app.ts';
import '../../../app-worker.ts';
import { measureProcess, processMetrics } from '../../../platform/metrics/registry.ts';
import { createSystemGauges } from './index.ts';

const ROOT = join(import.meta.dirname, '../../../../../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

measureProcess();
// The gauges read their dependencies only when they are scraped, which this test does not do.
const nothing = {} as Parameters<typeof createSystemGauges>[0];
const metrics = [processMetrics, createSystemGauges(nothing).registry].flatMap((one) =>
  // prom-client returns the registered objects, but its types describe its JSON output.
  one.getMetricsAsArray().map((metric) => metric as unknown as Registered),
);
const byName = new Map(metrics.map((metric) => [metric.name, metric]));

type Registered = Metric & { name: string; help: string; labelNames: string[] };

const typeOf = (metric: Metric) => {
  if (metric instanceof Histogram) return 'histogram';
  if (metric instanceof Counter) return 'counter';
  return metric instanceof Gauge ? 'gauge' : 'other';
};

test('docs/metrics.md lists every metric with its type and labels, and no metric that does not exist', () => {
  const rows = read('docs/metrics.md').matchAll(
    /^\| `(?<name>(?:zawadi|process|nodejs)_\w+)` *\| (?<type>\w+) *\| (?<labels>[\w, ]*?) *\|/gmu,
  );
  const documented = [...rows].map(
    ({ groups }) => `${groups?.['name']} ${groups?.['type']} ${groups?.['labels']}`,
  );
  const existing = metrics.map((one) => `${one.name} ${typeOf(one)} ${one.labelNames.join(', ')}`);
  expect(documented.toSorted()).toEqual(existing.toSorted());
});

test('every metric has a help text, counters end in `total`, and no label is one of Prometheus’s own', () => {
  const counters = metrics.filter((metric) => typeOf(metric) === 'counter').map(({ name }) => name);
  expect(counters.filter((name) => !name.endsWith('_total'))).toEqual([]);
  for (const metric of metrics) {
    expect(metric.help).not.toBe('');
    for (const taken of ['job', 'instance']) expect(metric.labelNames).not.toContain(taken);
  }
});

/** Returns the metrics and labels of a Prometheus expression that do not exist. */
function problemsOf(expression: string): string[] {
  const selectors = expression.matchAll(
    /\b(?<name>(?:zawadi|process|nodejs)_\w+)(?:\{(?<matchers>[^}]*)\})?/gu,
  );
  return [...selectors].flatMap(({ groups: { name = '', matchers = '' } = {} }) => {
    const base = name.replace(/_(?:bucket|sum|count)$/u, '');
    const metric = byName.get(name) ?? byName.get(base);
    if (!metric) return [`${name} does not exist`];
    if ((typeOf(metric) === 'histogram') !== (base !== name)) return [`${name} is not scraped`];
    const labels = [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/gu)].map(([, label = '']) => label);
    const known = new Set([...metric.labelNames, 'job', 'instance', 'le']);
    return labels.filter((label) => !known.has(label)).map((label) => `${name} has no label ${label}`);
  });
}

type Rules = {
  groups: { name: string; rules: { alert: string; expr: string; labels: object; annotations: object }[] }[];
};

test('the alert rules are valid YAML, use existing metrics, and describe the problem', () => {
  const { groups } = parse(read('ops/prometheus/alerts.yml')) as Rules;
  const rules = groups.flatMap((group) => group.rules);
  expect(rules.length).toBeGreaterThan(10);
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  for (const rule of rules) {
    expect(problemsOf(rule.expr), rule.alert).toEqual([]);
    expect(rule.expr, rule.alert).toMatch(/\b(?:zawadi|nodejs|process)_|\bup\{/u);
    expect(rule.labels).toMatchObject({ severity: expect.stringMatching(/^(?:page|ticket)$/u) });
    expect(rule.annotations).toMatchObject({ summary: expect.stringMatching(/./u) });
  }
});

type Panel = {
  id: number;
  title: string;
  type: string;
  targets?: { expr: string }[];
  gridPos: { x: number; w: number };
};

test('the dashboard uses existing metrics, and every metric of ours is on the dashboard or in an alert rule', () => {
  const text = read('ops/grafana/zawadi.json');
  const dashboard = JSON.parse(text) as { panels: Panel[]; annotations: { list: { expr: string }[] } };
  const { panels } = dashboard;
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const expressions = [
    ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
    ...dashboard.annotations.list.map(({ expr }) => expr),
  ];
  expect(expressions.flatMap(problemsOf)).toEqual([]);
  for (const { gridPos, title } of panels) expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24);
  const shown = text + read('ops/prometheus/alerts.yml');
  const unused = metrics.filter(({ name }) => name.startsWith('zawadi_') && !shown.includes(name));
  expect(unused.map(({ name }) => name)).toEqual([]);
});
