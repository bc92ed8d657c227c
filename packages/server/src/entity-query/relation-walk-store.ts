/** SQL query of the relations that a walk follows. */

import type { RelationalStore } from '../storage/relational.ts'

export const relationsOf = (
  { build, dialect }: RelationalStore,
  origins: readonly string[],
  isForward: boolean,
  max: number,
) =>
  build
    .selectFrom('relation')
    .select(['from_type', 'from_id', 'to_type', 'to_id', 'type'])
    .where('type_group', '=', 'COMMON')
    .where(isForward ? 'from_id' : 'to_id', 'in', dialect.idList(origins))
    .limit(max)
