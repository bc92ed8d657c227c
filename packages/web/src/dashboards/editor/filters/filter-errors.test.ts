import type { JsonObject } from '@sonde/model/dashboards/dashboard-configuration'
import { newCondition, newGroup, newKeyFilter } from '@sonde/model/dashboards/editing/filter-parts'
import { expect, test } from 'vitest'
import { filterErrors } from './filter-errors.ts'

const messages = (filter: JsonObject) => Object.values(filterErrors(filter, (key) => key))

test('says what a filter lacks, also inside of groups', () => {
  const known = { ...newKeyFilter(0), key: { type: 'TIME_SERIES', key: 'temperature' } }
  const condition = (value: JsonObject) => ({ keyFilterPredicate: { type: 'NUMERIC', operation: 'LESS', value } })
  const withConditions = (...predicates: unknown[]) => ({ keyFilters: [{ ...known, predicates }] })

  expect(messages({ keyFilters: [known] })).toEqual([])
  expect(messages({})).toEqual(['dashboardEntries.keyFiltersRequired'])
  expect(messages({ keyFilters: [newKeyFilter(0)] })).toEqual(['dashboardEntries.keyRequired'])
  expect(messages(withConditions())).toEqual(['dashboardEntries.conditionsRequired'])
  expect(messages(withConditions(condition({ defaultValue: Number.NaN })))).toEqual(['dashboardEntries.numberRequired'])
  expect(messages(withConditions(condition({ defaultValue: '12' })))).toEqual([])
  const ofTenant = { defaultValue: 1, dynamicValue: { sourceType: 'CURRENT_TENANT', sourceAttribute: ' ' } }
  expect(messages(withConditions(newGroup([newGroup([condition(ofTenant)])])))).toEqual([
    'dashboardEntries.attributeRequired',
  ])
  expect(messages(withConditions(newGroup([newCondition('STRING', 0), newGroup([])])))).toEqual([
    'deviceProfiles.groupEmpty',
  ])
  // Inside of a group, API clients write conditions without what is around them.
  expect(messages(withConditions(newGroup([condition({ defaultValue: null }).keyFilterPredicate])))).toEqual([
    'dashboardEntries.numberRequired',
  ])
})
