import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../platform/db/database.ts';

export type PlanNode = {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  /** Number of 8 kB pages that this step and its children read, from memory or disk. */
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: PlanNode[];
};

/** Runs an SQL query; returns every step of PostgreSQL's plan with the number of pages read. */
export async function explainPlan(
  db: Db,
  statement: RawBuilder<unknown>,
): Promise<{ nodes: PlanNode[]; pagesRead: number }> {
  const { rows } = await sql<{ 'QUERY PLAN': { Plan: PlanNode }[] }>`
    explain (analyze, format json) ${statement}`.execute(db);
  const top = rows[0]?.['QUERY PLAN'][0];
  if (!top) throw new Error('no plan');
  const pagesRead = top.Plan['Shared Hit Blocks'] + top.Plan['Shared Read Blocks'];
  return { nodes: nodesOf(top.Plan), pagesRead };
}

function nodesOf(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}
