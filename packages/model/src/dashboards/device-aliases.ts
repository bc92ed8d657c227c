/** Whether an alias can stand for a device, for widgets that control one. */

import type { JsonObject } from './dashboard-configuration.ts'
import { listOf, objectOf } from './json-parts.ts'

/** `filter`: filter of an alias as stored. True if only the open state or the data can tell. */
export function canBeDevice(filter: JsonObject): boolean {
  switch (filter.type) {
    case 'singleEntity':
      return objectOf(filter.singleEntity).entityType === 'DEVICE'
    case 'entityList':
    case 'entityName':
    case 'entityType':
      return filter.entityType === 'DEVICE'
    case 'relationsQuery': {
      const types = listOf(filter.filters).map((one) => listOf(objectOf(one).entityTypes))
      return types.length === 0 || types.some((each) => each.length === 0 || each.includes('DEVICE'))
    }
    case 'stateEntity':
    case 'deviceType':
    case 'deviceSearchQuery':
      return true
    default:
      return false
  }
}
