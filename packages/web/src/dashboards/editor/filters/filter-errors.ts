/** What is wrong with the fields of a filter, by their paths: parts of lists are found by their keys. */

import type { JsonObject } from '@sonde/model/dashboards/dashboard-configuration'
import { predicateOf } from '@sonde/model/dashboards/editing/filter-parts'
import { isJsonObject, listOf, numberOf, objectOf, textOf } from '@sonde/model/dashboards/json-parts'
import type { Translate } from '../../../locale/texts.ts'
import type { PlaceErrors } from '../../../ui/field/field-places.tsx'
import { keyOf } from '../named-entries/entry-drafts.ts'

export function filterErrors(filter: JsonObject, t: Translate): PlaceErrors {
  const found: Record<string, string> = {}
  const keyFilters = listOf(filter.keyFilters).filter(isJsonObject)
  if (keyFilters.length === 0) found.keyFilters = t('dashboardEntries.keyFiltersRequired')
  for (const keyFilter of keyFilters) {
    const at = keyOf(keyFilter)
    if (!textOf(objectOf(keyFilter.key).key)?.trim()) found[`${at}.key`] = t('dashboardEntries.keyRequired')
    const conditions = listOf(keyFilter.predicates).filter(isJsonObject)
    if (conditions.length === 0) found[`${at}.conditions`] = t('dashboardEntries.conditionsRequired')
    for (const condition of conditions) addErrors(condition, found, t)
  }
  return found
}

function addErrors(condition: JsonObject, found: Record<string, string>, t: Translate): void {
  const predicate = predicateOf(condition)
  const at = keyOf(condition)
  if (predicate.type === 'COMPLEX') {
    const inner = listOf(predicate.predicates).filter(isJsonObject)
    if (inner.length === 0) found[`${at}.group`] = t('deviceProfiles.groupEmpty')
    for (const one of inner) addErrors(one, found, t)
    return
  }
  const { defaultValue, dynamicValue } = objectOf(predicate.value)
  if (predicate.type === 'NUMERIC' && numberOf(defaultValue) === null) {
    found[`${at}.value`] = t('dashboardEntries.numberRequired')
  }
  if (isJsonObject(dynamicValue) && dynamicValue.sourceType && !textOf(dynamicValue.sourceAttribute)?.trim()) {
    found[`${at}.attribute`] = t('dashboardEntries.attributeRequired')
  }
  const { order } = objectOf(condition.userInfo)
  if (Number.isNaN(order)) found[`${at}.order`] = t('dashboardEntries.numberRequired')
}
