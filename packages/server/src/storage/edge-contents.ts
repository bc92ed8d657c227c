/** Contents of an edge. They're relations from the edge, so that all entity types are assigned in the same way. */

import type { Kysely, RawBuilder } from 'kysely'
import type { Schema } from './schema.ts'

/** Ids of the entities assigned to an edge, for `id in …`. */
export const assignedToEdge = (build: Kysely<Schema>, edgeId: string | RawBuilder<string>) =>
  build
    .selectFrom('relation')
    .select('to_id')
    .where('from_id', '=', edgeId)
    .where('from_type', '=', 'EDGE')
    .where('type_group', '=', 'EDGE')
    .where('type', '=', 'Contains')
