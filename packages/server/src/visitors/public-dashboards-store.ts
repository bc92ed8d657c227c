/** Reads the dashboards that visitors of a public customer may open. */

import type { CustomerId, TenantId } from '@sonde/model/ids'
import type { RelationalStore } from '../storage/relational.ts'

export function createPublicDashboards(relational: RelationalStore) {
  const { build } = relational

  const idsOf = (tenantId: TenantId, customerId: CustomerId): Promise<string[]> =>
    relational.scan(
      build
        .selectFrom('dashboard_customer')
        .innerJoin('dashboard', 'dashboard.id', 'dashboard_customer.dashboard_id')
        .select('dashboard.id as id')
        .where('dashboard_customer.customer_id', '=', customerId)
        .where('dashboard.tenant_id', '=', tenantId)
        .orderBy('dashboard.id'),
      ({ id }) => id,
    )

  /** JSON text. */
  async function configurationOf(id: string): Promise<string | null> {
    const row = await relational.first(build.selectFrom('dashboard').select('configuration').where('id', '=', id))
    return row?.configuration ?? null
  }

  return { idsOf, configurationOf }
}
