/** Stores versions of dashboards in the relational store. */

import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import type { DashboardContent } from '@sonde/model/dashboards/dashboard-changes'
import {
  type DashboardChangeCounts,
  type DashboardVersion,
  dashboardVersionsMax,
} from '@sonde/model/dashboards/dashboard-version'
import { parseJson } from '@sonde/model/exact-json'
import type { TenantId, Uuid } from '@sonde/model/ids'
import type { PageData, PageLink } from '@sonde/model/paging'
import { sql } from 'kysely'
import { newId } from '../ids.ts'
import { entityPage } from '../storage/entity-page.ts'
import type { RelationalStore, Statement } from '../storage/relational.ts'
import type { DashboardVersionTable } from '../storage/schema.ts'

/** Maximum bytes of the compressed versions of a tenant; above it, the oldest are deleted. */
export const versionBytesMax = 256 * 1024 ** 2

// Off the main thread: a dashboard can have several MB.
const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

const sortColumns = { number: sql.ref('number'), createdTime: 'created_time' }

const columns = [
  'number',
  'created_time',
  'author_id',
  'author_name',
  'bytes',
  'changes',
  'restored_from',
] as const satisfies readonly (keyof DashboardVersionTable)[]

/** A version to record. */
export interface NewVersion {
  readonly tenantId: TenantId
  readonly dashboardId: Uuid<'DASHBOARD'>
  readonly number: number
  readonly createdTime: number
  readonly author: DashboardVersion['author']
  readonly changes: DashboardChangeCounts | null
  readonly restoredFrom: number | null
  /** JSON of the content. */
  readonly json: string
}

export type DashboardVersionStore = ReturnType<typeof createDashboardVersionStore>

export function createDashboardVersionStore(relational: RelationalStore, bytesMax = versionBytesMax) {
  const { build } = relational
  const ofDashboard = (dashboardId: string) =>
    build.selectFrom('dashboard_version').select(columns).where('dashboard_id', '=', dashboardId)

  const page = (dashboardId: string, link: PageLink): Promise<PageData<DashboardVersion>> =>
    entityPage(relational, ofDashboard(dashboardId), {
      link,
      sortColumns,
      searchColumns: ['author_name'],
      idColumn: 'number',
      map: versionOf,
    })

  /** Undefined: no version was recorded since a former version of Sonde saved the dashboard. */
  async function newest(dashboardId: string): Promise<DashboardVersion | undefined> {
    const row = await relational.first(ofDashboard(dashboardId).orderBy('number', 'desc').limit(1))
    return row && versionOf(row)
  }

  /** Content of a version. Null: that of the dashboard; undefined: the version doesn't exist. */
  async function content(dashboardId: string, number: number): Promise<DashboardContent | null | undefined> {
    const row = await relational.first(ofDashboard(dashboardId).select('body').where('number', '=', number))
    if (!row?.body) return row && null
    return parseJson((await decompress(row.body)).toString()) as DashboardContent
  }

  /** Records a version as the newest one, without its content. A unique index rejects a number that is in use. */
  const insert = (version: NewVersion): Statement =>
    relational.statement(build.insertInto('dashboard_version').values(rowOf(version)))

  /** Records a version together with its content, for one that isn't the newest. */
  async function insertWhole(version: NewVersion): Promise<Statement> {
    return relational.statement(
      build.insertInto('dashboard_version').values({ ...rowOf(version), ...(await bodyOf(version.json)) }),
    )
  }

  /** Adds the content to the version that was the newest until now. Changes no row if another save did so before. */
  async function complete(dashboardId: string, number: number, json: string): Promise<Statement> {
    return relational.statement(
      build
        .updateTable('dashboard_version')
        .set(await bodyOf(json))
        .where('dashboard_id', '=', dashboardId)
        .where('number', '=', number)
        .where('body', 'is', null),
      { expectRows: 1 },
    )
  }

  /** Deletes the oldest versions of a dashboard and of its tenant above the limits; never the newest of a dashboard. */
  const trim = (tenantId: TenantId, dashboardId: string, newestNumber: number): Statement[] =>
    [
      build
        .deleteFrom('dashboard_version')
        .where('dashboard_id', '=', dashboardId)
        .where('number', '<=', newestNumber - dashboardVersionsMax),
      build
        .deleteFrom('dashboard_version')
        .where('stored_bytes', '>', 0)
        .where(
          'id',
          'in',
          sql<string>`(select id from (
          select id, sum(stored_bytes) over (order by created_time desc, id desc) as held
          from dashboard_version where tenant_id = ${tenantId}
        ) where held > ${bytesMax})`,
        ),
    ].map((query) => relational.statement(query))

  return { page, newest, content, insert, insertWhole, complete, trim }
}

async function bodyOf(json: string) {
  const body = await compress(json, { params: { [constants.ZSTD_c_compressionLevel]: 9 } })
  return { body, stored_bytes: body.length }
}

const rowOf = (version: NewVersion): DashboardVersionTable => ({
  id: newId(version.createdTime),
  dashboard_id: version.dashboardId,
  number: version.number,
  created_time: version.createdTime,
  tenant_id: version.tenantId,
  author_id: version.author?.id ?? null,
  author_name: version.author?.name ?? null,
  bytes: Buffer.byteLength(version.json),
  changes: version.changes && JSON.stringify(version.changes),
  restored_from: version.restoredFrom,
  stored_bytes: 0,
  body: null,
})

const versionOf = (row: Pick<DashboardVersionTable, (typeof columns)[number]>): DashboardVersion => ({
  number: row.number,
  createdTime: row.created_time,
  author: row.author_id === null ? null : { id: row.author_id, name: row.author_name ?? '' },
  bytes: row.bytes,
  changes: row.changes === null ? null : (JSON.parse(row.changes) as DashboardChangeCounts),
  restoredFrom: row.restored_from,
})
