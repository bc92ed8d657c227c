/** How many entities, and bytes of files, a tenant has in the relational store. */

import { reservedAssetType } from '@sonde/model/assets/asset'
import { entityKinds } from '@sonde/model/entities/entity-kinds'
import { entityTypes, type TenantId } from '@sonde/model/ids'
import { sql } from 'kysely'
import { entityDescriptors } from '../entities/entity-descriptors.ts'
import { fileBytesOf } from '../storage/file-bytes.ts'
import type { RelationalStore } from '../storage/relational.ts'

/** As the limit counts them. */
export async function countInStore(relational: RelationalStore, key: string, tenantId: TenantId): Promise<number> {
  if (key === 'maxResourcesInBytes') return fileBytesOf(relational, 'resource', tenantId)
  if (key === 'maxOtaPackagesInBytes') return fileBytesOf(relational, 'ota_package', tenantId)
  const type = entityTypes.find((each) => entityKinds[each].limit === key)
  if (type === undefined) return 0
  let query = relational.build
    // Every table has the columns that are named here; to the compiler they are all the first one.
    .selectFrom(entityDescriptors[type].table as 'device')
    .select(sql<number>`count(*)`.as('count'))
    .where('tenant_id', '=', tenantId)
  // The customer Public is the server's doing.
  if (key === 'maxCustomers') query = query.where(sql<boolean>`is_public = 0`)
  // So are the assets of its queues.
  if (key === 'maxAssets') query = query.where(sql<boolean>`type <> ${reservedAssetType}`)
  return Number((await relational.first(query))?.count ?? 0)
}
