/** Counts a tenant's entities and file bytes in the relational store. */

import { reservedAssetType } from '@sonde/model/assets/asset'
import { entityKinds } from '@sonde/model/entities/entity-kinds'
import { entityTypes, type TenantId } from '@sonde/model/ids'
import { sql } from 'kysely'
import { entityDescriptors } from '../entities/entity-descriptors.ts'
import { fileBytesOf } from '../storage/file-bytes.ts'
import type { RelationalStore } from '../storage/relational.ts'

/** Current usage of the limit `key` of tenant profiles: a number of entities or bytes. */
export async function countInStore(relational: RelationalStore, key: string, tenantId: TenantId): Promise<number> {
  if (key === 'maxResourcesInBytes') return fileBytesOf(relational, 'resource', tenantId)
  if (key === 'maxOtaPackagesInBytes') return fileBytesOf(relational, 'ota_package', tenantId)
  const type = entityTypes.find((each) => entityKinds[each].limit === key)
  if (type === undefined) return 0
  let query = relational.build
    // All of these tables have the columns used here; the type of one of them stands for all.
    .selectFrom(entityDescriptors[type].table as 'device')
    .select(sql<number>`count(*)`.as('count'))
    .where('tenant_id', '=', tenantId)
  // The public customer is created by the server and doesn't count.
  if (key === 'maxCustomers') query = query.where(sql<boolean>`is_public = 0`)
  // Assets of the tenant's queues are also created by the server and don't count.
  if (key === 'maxAssets') query = query.where(sql<boolean>`type <> ${reservedAssetType}`)
  return Number((await relational.first(query))?.count ?? 0)
}
