/** Filters of entity aliases in the editor: their types, what a new one has, and what is missing. */

import type { JsonObject } from '../dashboard-configuration.ts'
import { listOf, numberOf, objectOf, textOf } from '../json-parts.ts'

/** In the order in which they are offered. */
export const aliasTypes = [
  'singleEntity',
  'entityList',
  'entityName',
  'entityType',
  'stateEntity',
  'deviceType',
  'assetType',
  'entityViewType',
  'edgeType',
  'apiUsageState',
  'relationsQuery',
  'deviceSearchQuery',
  'assetSearchQuery',
  'entityViewSearchQuery',
  'edgeSearchQuery',
] as const
export type AliasType = (typeof aliasTypes)[number]

export const isAliasType = (type: unknown): type is AliasType => aliasTypes.some((one) => one === type)

/** Types that resolve to one entity, whatever `resolveMultiple` says. */
export const isSingleType = (type: string): boolean =>
  type === 'singleEntity' || type === 'stateEntity' || type === 'apiUsageState'

interface SubtypeMembers {
  readonly entityType: 'DEVICE' | 'ASSET' | 'ENTITY_VIEW' | 'EDGE'
  /** Member with the type, and the one with the beginning of the name. */
  readonly type: string
  readonly nameFilter: string
  /** Member with the types that a search along relations finds. */
  readonly types: string
}

const devices = {
  entityType: 'DEVICE',
  type: 'deviceType',
  nameFilter: 'deviceNameFilter',
  types: 'deviceTypes',
} as const
const assets = { entityType: 'ASSET', type: 'assetType', nameFilter: 'assetNameFilter', types: 'assetTypes' } as const
const views = {
  entityType: 'ENTITY_VIEW',
  type: 'entityViewType',
  nameFilter: 'entityViewNameFilter',
  types: 'entityViewTypes',
} as const
const edges = { entityType: 'EDGE', type: 'edgeType', nameFilter: 'edgeNameFilter', types: 'edgeTypes' } as const

/** Members of the filters by type of devices, assets, entity views and edges; null for other filters. */
export function subtypeMembers(type: string): SubtypeMembers | null {
  switch (type) {
    case 'deviceType':
    case 'deviceSearchQuery':
      return devices
    case 'assetType':
    case 'assetSearchQuery':
      return assets
    case 'entityViewType':
    case 'entityViewSearchQuery':
      return views
    case 'edgeType':
    case 'edgeSearchQuery':
      return edges
    default:
      return null
  }
}

/** Members of a new filter, without `type` and `resolveMultiple`. */
function membersOf(type: AliasType): JsonObject {
  const walk = {
    rootStateEntity: false,
    stateEntityParamName: null,
    defaultStateEntity: null,
    rootEntity: null,
    direction: 'FROM',
    maxLevel: 1,
    fetchLastLevelOnly: false,
  }
  switch (type) {
    case 'singleEntity':
      return { singleEntity: null }
    case 'entityList':
      return { entityType: 'DEVICE', entityList: [] }
    case 'entityName':
      return { entityType: 'DEVICE', entityNameFilter: '' }
    case 'entityType':
      return { entityType: 'DEVICE' }
    case 'stateEntity':
      return { stateEntityParamName: null, defaultStateEntity: null }
    case 'deviceType':
    case 'assetType':
    case 'entityViewType':
    case 'edgeType': {
      const { type: subtype, nameFilter } = subtypeMembers(type) ?? devices
      return { [subtype]: null, [nameFilter]: '' }
    }
    case 'apiUsageState':
      return {}
    case 'relationsQuery':
      return { ...walk, filters: [] }
    case 'deviceSearchQuery':
    case 'assetSearchQuery':
    case 'entityViewSearchQuery':
    case 'edgeSearchQuery':
      return { ...walk, relationType: null, [(subtypeMembers(type) ?? devices).types]: [] }
  }
}

/** A filter of another type: what both types have is carried over. */
export function withAliasType(before: JsonObject, type: AliasType): JsonObject {
  if (before.type === type) return before
  const members = Object.entries(membersOf(type)).map(([name, value]) => {
    const isList = name === 'entityList' && before.entityType !== 'DEVICE'
    return [name, Object.hasOwn(before, name) && !isList ? before[name] : value]
  })
  return { type, resolveMultiple: !isSingleType(type), ...Object.fromEntries(members) }
}

/** Members that the dialog can point at. */
export type AliasFault =
  | 'type'
  | 'singleEntity'
  | 'entityType'
  | 'entityList'
  | 'entityNameFilter'
  | 'subtype'
  | 'subtypes'
  | 'rootEntity'
  | 'maxLevel'

/** Members that are missing or can't be used, in the order of the form. */
export function aliasFaults(filter: JsonObject): AliasFault[] {
  const { type } = filter
  if (typeof type !== 'string' || type === '') return ['type']
  const faults: AliasFault[] = []
  const demand = (isGiven: boolean, fault: AliasFault) => {
    if (!isGiven) faults.push(fault)
  }
  const hasText = (member: string) => Boolean(textOf(filter[member])?.trim())
  switch (type) {
    case 'singleEntity':
      demand(isEntity(filter.singleEntity), 'singleEntity')
      break
    case 'entityList':
      demand(hasText('entityType'), 'entityType')
      demand(listOf(filter.entityList).length > 0, 'entityList')
      break
    case 'entityName':
      demand(hasText('entityType'), 'entityType')
      demand(hasText('entityNameFilter'), 'entityNameFilter')
      break
    case 'entityType':
      demand(hasText('entityType'), 'entityType')
      break
    case 'deviceType':
    case 'assetType':
    case 'entityViewType':
    case 'edgeType':
      demand(hasText(type), 'subtype')
      break
    case 'relationsQuery':
    case 'deviceSearchQuery':
    case 'assetSearchQuery':
    case 'entityViewSearchQuery':
    case 'edgeSearchQuery': {
      demand(filter.rootStateEntity === true || isEntity(filter.rootEntity), 'rootEntity')
      demand(isLevel(filter.maxLevel), 'maxLevel')
      const members = subtypeMembers(type)
      if (members) demand(listOf(filter[members.types]).length > 0, 'subtypes')
    }
  }
  return faults
}

/** Also an entity that is named by a word, such as the current tenant. */
const isEntity = (json: unknown): boolean => {
  const { entityType, id } = objectOf(json)
  return textOf(entityType) !== null && textOf(id) !== null
}

/** Empty: as far as the server goes. */
function isLevel(json: unknown): boolean {
  if (json === null || json === undefined || json === '') return true
  return Number.isInteger(numberOf(json))
}
