/** OTA packages in the relational store, without their files. */

import { parseJson } from '@sonde/model/exact-json'
import { entityId, optionalEntityId, type TenantId, type Uuid } from '@sonde/model/ids'
import type { ChecksumAlgorithm, OtaPackageInfo, PackageType } from '@sonde/model/ota-packages/ota-package'
import type { PageData, PageLink } from '@sonde/model/paging'
import { type RawBuilder, sql } from 'kysely'
import { entityPage } from '../storage/entity-page.ts'
import { fileBytesOf } from '../storage/file-bytes.ts'
import type { RelationalStore, Statement } from '../storage/relational.ts'
import type { OtaPackageTable } from '../storage/schema.ts'
import type { StoredPackage } from './stored-package.ts'

export interface PackageFilter {
  readonly tenantId: TenantId
  readonly deviceProfileId?: string
  readonly type?: PackageType
  /** Only packages with a file or a URL. */
  readonly hasData?: boolean
}

/** Columns that an upload sets. */
export type PackageData = Required<
  Pick<OtaPackageTable, 'file' | 'file_name' | 'content_type' | 'checksum_algorithm' | 'checksum' | 'data_size'>
>

/** Texts sort by code point: upper case before lower case. */
const sortColumns: Record<string, string | RawBuilder<unknown>> = {
  createdTime: sql.ref('created_time'),
  title: 'title',
  version: 'version',
  tag: 'tag',
  type: sql.ref('type'),
  url: sql.ref('url'),
  fileName: 'file_name',
  contentType: sql.ref('content_type'),
  dataSize: sql.ref('data_size'),
  checksum: sql.ref('checksum'),
  checksumAlgorithm: sql.ref('checksum_algorithm'),
  id: sql.ref('id'),
}

/** Column of devices and profiles with the ID of their package. */
export const packageColumn = { FIRMWARE: 'firmware_id', SOFTWARE: 'software_id' } as const

export type OtaPackageStore = ReturnType<typeof createOtaPackageStore>

export function createOtaPackageStore(relational: RelationalStore) {
  const { build } = relational
  const ofTenant = (tenantId: TenantId) => build.selectFrom('ota_package').where('tenant_id', '=', tenantId)

  /** Throws 400 for an unknown sort property. */
  function page(filter: PackageFilter, link: PageLink): Promise<PageData<OtaPackageInfo>> {
    let matching = ofTenant(filter.tenantId).selectAll()
    if (filter.deviceProfileId) matching = matching.where('device_profile_id', '=', filter.deviceProfileId)
    if (filter.type) matching = matching.where('type', '=', filter.type)
    if (filter.hasData) {
      matching = matching.where((where) => where.or([where('file', 'is not', null), where('url', 'is not', null)]))
    }
    return entityPage(relational, matching, {
      link,
      sortColumns,
      searchColumns: ['title'],
      idColumn: 'id',
      map: packageInfoOf,
    })
  }

  async function find(tenantId: TenantId, id: Uuid<'OTA_PACKAGE'>): Promise<StoredPackage | undefined> {
    const row = await relational.first(ofTenant(tenantId).selectAll().where('id', '=', id))
    return row && { info: packageInfoOf(row), file: row.file }
  }

  /** Target package of a device: its own, else its profile's. */
  async function ofDevice(deviceId: Uuid<'DEVICE'>, type: PackageType): Promise<StoredPackage | undefined> {
    const column = packageColumn[type]
    const row = await relational.first(
      build
        .selectFrom('device')
        .innerJoin('device_profile', 'device_profile.id', 'device.device_profile_id')
        .innerJoin('ota_package', (join) =>
          join.on(
            sql`coalesce(${sql.ref(`device.${column}`)}, ${sql.ref(`device_profile.${column}`)})`,
            '=',
            sql.ref('ota_package.id'),
          ),
        )
        .selectAll('ota_package')
        .where('device.id', '=', deviceId),
    )
    return row && { info: packageInfoOf(row), file: row.file }
  }

  /** Names of all files, including those of packages in the trash. */
  async function files(): Promise<Set<string>> {
    const rows = await relational.scan(
      build
        .selectFrom('ota_package')
        .select('file')
        .where('file', 'is not', null)
        .unionAll(build.selectFrom('trash').select('file').where('file', 'is not', null)),
    )
    return new Set(rows.flatMap((row) => row.file ?? []))
  }

  const bytesOfTenant = (tenantId: TenantId): Promise<number> => fileBytesOf(relational, 'ota_package', tenantId)

  async function hasProfile(tenantId: TenantId, id: Uuid<'DEVICE_PROFILE'>): Promise<boolean> {
    const query = build.selectFrom('device_profile').select('id').where('tenant_id', '=', tenantId).where('id', '=', id)
    return (await relational.first(query)) !== undefined
  }

  /** Finds what uses the package; undefined if it isn't used. */
  async function usedBy(id: string): Promise<'devices' | 'a device profile' | undefined> {
    for (const [table, user] of [
      ['device', 'devices'],
      ['device_profile', 'a device profile'],
    ] as const) {
      for (const column of Object.values(packageColumn)) {
        const row = await relational.first(build.selectFrom(table).select('id').where(column, '=', id).limit(1))
        if (row) return user
      }
    }
    return undefined
  }

  const insert = (info: OtaPackageInfo): Statement =>
    relational.statement(build.insertInto('ota_package').values(rowOf(info)), { expectRows: 1 })

  /** Updates the free JSON, the only field that may change. */
  const setAdditionalInfo = ({ id, tenantId, additionalInfo }: OtaPackageInfo): Statement =>
    relational.statement(
      build
        .updateTable('ota_package')
        .set({ additional_info: jsonText(additionalInfo) })
        .where('id', '=', id.id)
        .where('tenant_id', '=', tenantId.id),
      { expectRows: 1 },
    )

  /** Sets the file. The commit fails when the package already has a file or a URL. */
  const setData = (id: string, data: PackageData): Statement =>
    relational.statement(
      build
        .updateTable('ota_package')
        .set(data)
        .where('id', '=', id)
        .where('file', 'is', null)
        .where('url', 'is', null),
      { expectRows: 1 },
    )

  /** Changes nothing, but the commit fails when the package no longer exists. */
  const requireThere = (id: string): Statement =>
    relational.statement(
      build
        .updateTable('ota_package')
        .set({ id: sql.ref('id') })
        .where('id', '=', id),
      { expectRows: 1 },
    )

  /**
   * Deletes the package and its relations. The commit fails while it is in use. Its attributes and other data are
   * deleted later.
   */
  function remove(tenantId: TenantId, id: Uuid<'OTA_PACKAGE'>): Statement[] {
    const users = (['device', 'device_profile'] as const).flatMap((table) =>
      Object.values(packageColumn).map((column) =>
        build.selectFrom(table).select(`${table}.id`).where(column, '=', id),
      ),
    )
    return [
      build.deleteFrom('relation').where('from_id', '=', id),
      build.deleteFrom('relation').where('to_id', '=', id),
    ]
      .map((query) => relational.statement(query))
      .concat(
        relational.statement(
          build
            .deleteFrom('ota_package')
            .where('tenant_id', '=', tenantId)
            .where('id', '=', id)
            .where(({ and, not, exists }) => and(users.map((user) => not(exists(user))))),
          { expectRows: 1 },
        ),
      )
  }

  return {
    page,
    find,
    ofDevice,
    files,
    bytesOfTenant,
    hasProfile,
    usedBy,
    insert,
    setAdditionalInfo,
    setData,
    requireThere,
    remove,
  }
}

const jsonText = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value)

export const packageInfoOf = (row: OtaPackageTable): OtaPackageInfo => ({
  id: entityId('OTA_PACKAGE', row.id),
  createdTime: row.created_time,
  additionalInfo: row.additional_info === null ? null : (parseJson(row.additional_info) as unknown),
  tenantId: entityId('TENANT', row.tenant_id),
  deviceProfileId: optionalEntityId('DEVICE_PROFILE', row.device_profile_id),
  type: row.type as PackageType,
  title: row.title,
  version: row.version,
  tag: row.tag,
  url: row.url,
  hasData: row.file !== null || row.url !== null,
  fileName: row.file_name,
  contentType: row.content_type,
  checksumAlgorithm: row.checksum_algorithm as ChecksumAlgorithm | null,
  checksum: row.checksum,
  dataSize: row.data_size,
})

const rowOf = (info: OtaPackageInfo): OtaPackageTable => ({
  id: info.id.id,
  created_time: info.createdTime,
  tenant_id: info.tenantId.id,
  device_profile_id: info.deviceProfileId?.id ?? null,
  type: info.type,
  title: info.title,
  version: info.version,
  tag: info.tag,
  url: info.url,
  file: null,
  file_name: null,
  content_type: null,
  checksum_algorithm: null,
  checksum: null,
  data_size: null,
  additional_info: jsonText(info.additionalInfo),
})
