import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../platform/db/database.ts';

export type PlanNode = {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  Plans?: PlanNode[];
};

/** Runs a statement, and tells every step of how PostgreSQL did it and how long it took. */
export async function explainPlan(
  db: Db,
  statement: RawBuilder<unknown>,
): Promise<{ nodes: PlanNode[]; ms: number }> {
  const { rows } = await sql<{ 'QUERY PLAN': { Plan: PlanNode; 'Execution Time': number }[] }>`
    explain (analyze, format json) ${statement}`.execute(db);
  const top = rows[0]?.['QUERY PLAN'][0];
  if (!top) throw new Error('no plan');
  return { nodes: nodesOf(top.Plan), ms: top['Execution Time'] };
}

function nodesOf(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}
