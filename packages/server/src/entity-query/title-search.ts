/** Lists of customers, dashboards and users: text search uses the in-memory names, SQL answers everything else. */

import type { EntityType } from '@sonde/model/ids'
import { type PageData, type PageLink, pageOf } from '@sonde/model/paging'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { ListDeps } from './entity-list.ts'
import type { NameOrder } from './name-search.ts'

export type TitleSearchDeps = Pick<ListDeps, 'relational' | 'searchNames' | 'prepareNames'>

export interface TitleListOf<DB, Tables extends keyof DB, Row, T> {
  readonly entityType: EntityType
  /** Order of the name search by sort property; SQL handles the other properties. */
  readonly orders: Readonly<Record<string, NameOrder['by']>>
  /** Query of the columns that the list reads, for all tenants. */
  readonly query: SelectQueryBuilder<DB, Tables, Row>
  readonly idColumn: string
  readonly itemsOf: (rows: readonly Row[]) => readonly T[] | Promise<readonly T[]>
}

export interface TitleFilter {
  readonly tenantId: string
  readonly customerId?: string | undefined
  /** For users: the authority. */
  readonly type?: string | undefined
}

export function createTitleSearch<
  DB,
  Tables extends keyof DB,
  Row extends { readonly tenant_id: string },
  T extends { readonly id: { readonly id: string } },
>(
  { relational, searchNames, prepareNames }: TitleSearchDeps,
  { entityType, orders, query, idColumn, itemsOf }: TitleListOf<DB, Tables, Row, T>,
) {
  /**
   * Reads the tenant's items among the IDs, in any order. Filters by tenant after the read: a tenant condition would
   * make SQL scan all of the tenant's rows.
   */
  async function itemsWith(tenantId: string, ids: readonly string[]): Promise<readonly T[]> {
    if (ids.length === 0) return []
    const rows: readonly Row[] = await relational.scan(
      query.where(sql<boolean>`${sql.ref(idColumn)} in ${relational.dialect.idList(ids)}`),
    )
    return itemsOf(rows.filter((row) => row.tenant_id === tenantId))
  }

  async function found({ tenantId, customerId, type }: TitleFilter, link: PageLink): Promise<PageData<T> | null> {
    const property = link.sortProperty ?? 'createdTime'
    const by = Object.hasOwn(orders, property) ? orders[property] : undefined
    if (!link.textSearch || !by) return null
    const names = await searchNames({
      tenantId,
      entityType,
      text: link.textSearch,
      owners: [],
      narrowing: { customerId: customerId ?? null, type: type ?? null },
      order: { by, direction: link.sortOrder ?? 'ASC' },
      offset: link.page * link.pageSize,
      limit: link.pageSize,
    })
    if (names === null) return null
    const items = await itemsWith(tenantId, names.ids)
    const byId = new Map(items.map((item) => [item.id.id, item]))
    return pageOf(
      names.ids.flatMap((id) => byId.get(id) ?? []),
      names.total,
      link,
    )
  }

  /** Page of the list, from the in-memory names if possible. */
  async function page(filter: TitleFilter, link: PageLink, bySql: () => Promise<PageData<T>>): Promise<PageData<T>> {
    const known = await found(filter, link)
    if (known) return known
    const read = await bySql()
    // A user who opens a long list will probably search it next.
    if (!link.textSearch) prepareNames(filter.tenantId, entityType, read.totalElements)
    return read
  }

  return { page }
}
