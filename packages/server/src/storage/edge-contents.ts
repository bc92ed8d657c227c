/** What is assigned to an edge: relations of the edge, so that every entity type has them in the same way. */

import type { Kysely, RawBuilder } from 'kysely'
import type { Schema } from './schema.ts'

/** Ids of what an edge holds, for `id in …`. */
export const assignedToEdge = (build: Kysely<Schema>, edgeId: string | RawBuilder<string>) =>
  build
    .selectFrom('relation')
    .select('to_id')
    .where('from_id', '=', edgeId)
    .where('from_type', '=', 'EDGE')
    .where('type_group', '=', 'EDGE')
    .where('type', '=', 'Contains')
